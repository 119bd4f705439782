//! Declarations inside a function.

use tree_sitter::Node;

use crate::{
    cfg::{Action, ExprKind, Type, VarId, VarKind},
    lower::{
        Lowered, Lowering,
        context::Macro,
        ctype::{CType, Shape, wrapped},
        place::Place,
        scope::Symbol,
        types::Specifiers,
    },
    text::Span,
};

impl<'a> Lowering<'a> {
    pub(super) fn declaration(&mut self, node: Node<'a>) -> Lowered<()> {
        self.check_type(node)?;
        let specifiers = self.type_reader().specifiers(node, 0);
        for declarator in node.children_by_field_name("declarator", &mut node.walk()) {
            let (name, ty) = self.type_reader().declarator(declarator, specifiers.ty.clone());
            let Some(name) = name else {
                return Err(self.skipped("a declaration that is not understood", declarator));
            };
            if matches!(name.as_str(), "return" | "else" | "case" | "goto" | "break" | "continue") {
                return Err(self.skipped("a statement that reads as a declaration", declarator));
            }
            self.check_name(&name, declarator)?;
            if self.is_odd_type(node) && self.scopes.is_local(&name) {
                return Err(self.skipped("a macro that reads as the type of a declaration", node));
            }
            self.declare(&name, &ty, &specifiers, declarator)?;
        }
        Ok(())
    }

    /// `a * b;` and `MACRO(x) y;` read as declarations.
    fn check_type(&self, node: Node<'a>) -> Lowered<()> {
        let Some(ty) = node.child_by_field_name("type") else { return Ok(()) };
        let name = match ty.kind() {
            "macro_type_specifier" => ty.child_by_field_name("name"),
            "type_identifier" => Some(ty).filter(|name| {
                let name = self.source(*name);
                let control = self.context.macros.get(name).is_some_and(|known| *known == Macro::Object { control: true });
                control || self.is_value_name(name)
            }),
            _ => None,
        };
        match name {
            Some(name) => {
                Err(self.skipped(&format!("`{}` stands where a type is expected", self.source(name)), node))
            }
            None => Ok(()),
        }
    }

    /// A name that is also a macro declares something else.
    fn check_name(&self, name: &str, node: Node<'a>) -> Lowered<()> {
        match self.context.macros.get(name) {
            None | Some(Macro::Function { .. }) => Ok(()),
            Some(_) => Err(self.skipped(&format!("declares `{name}`, which is also a macro,"), node)),
        }
    }

    /// Whether the type of a declaration is a name that nothing defines: it may be a macro instead.
    fn is_odd_type(&self, node: Node<'a>) -> bool {
        node.child_by_field_name("type")
            .is_some_and(|ty| ty.kind() == "type_identifier" && !self.is_type_name(self.source(ty)))
    }

    fn declare(&mut self, name: &str, ty: &CType, specifiers: &Specifiers, node: Node<'a>) -> Lowered<()> {
        if matches!(ty.shape, Shape::Function(_)) {
            return Ok(());
        }
        let value = node.child_by_field_name("value");
        let span = self.span(node);
        if specifiers.is_extern {
            return self.declare_extern(name, ty, node);
        }
        if specifiers.is_static {
            return self.declare_static(name, ty, value, node);
        }
        let symbol = match self.scopes.get_innermost(name) {
            // The same declaration in another branch of an `#if`.
            Some(known) if known.ty() == ty => known.clone(),
            Some(_) => return Err(self.skipped(&format!("`{name}` is declared twice"), node)),
            None => self.local_object(name, ty, VarKind::Local),
        };
        // The name is in scope in its own initialiser.
        self.scopes.declare(name, symbol.clone());
        match symbol {
            Symbol::Scalar { var, ty } => self.start_scalar(var, &ty, value, span),
            Symbol::Fields { fields, .. } => self.start_fields(&fields, value, span),
            Symbol::Memory { address, ty } => match value {
                Some(value) => self.initialise(address, &ty, value, span),
                None => Ok(()),
            },
            Symbol::Constant { .. } => Ok(()),
        }
    }

    /// The object of the file under that name, whichever function or block declares it.
    fn declare_extern(&mut self, name: &str, ty: &CType, node: Node<'a>) -> Lowered<()> {
        let known = self.context.globals.get(name).map_or(ty, |global| &global.ty).clone();
        let symbol = match self.scopes.get_global(name) {
            Some(symbol) => symbol.clone(),
            None => {
                let value = self.context.globals.get(name).and_then(|global| global.value);
                self.static_object(name, &known, value)
            }
        };
        if symbol.ty() != ty {
            return Err(self.skipped(&format!("`{name}` is declared with two types"), node));
        }
        self.scopes.declare_global(name, symbol.clone());
        self.redeclare(name, symbol, node)
    }

    fn redeclare(&mut self, name: &str, symbol: Symbol, node: Node<'a>) -> Lowered<()> {
        match self.scopes.get_innermost(name) {
            Some(known) if known.ty() != symbol.ty() => {
                Err(self.skipped(&format!("`{name}` is declared twice"), node))
            }
            Some(_) => Ok(()),
            None => {
                self.scopes.declare(name, symbol);
                Ok(())
            }
        }
    }

    fn declare_static(&mut self, name: &str, ty: &CType, value: Option<Node<'a>>, node: Node<'a>) -> Lowered<()> {
        let unwritten = !self.usage.written.contains(name) || ty.constant;
        let known = match value {
            Some(value) => self.type_reader().evaluate(value, 0).map(|constant| constant.value),
            None => Some(0),
        };
        let known = known.filter(|_| unwritten && !ty.volatile);
        let known = match ty.as_int() {
            Some(int) => known.map(|value| wrapped(value, int)),
            None => known.filter(|value| *value == 0 && ty.is_pointer()),
        };
        let symbol = self.static_object(name, ty, known);
        self.redeclare(name, symbol, node)
    }

    fn start_scalar(&mut self, var: VarId, ty: &CType, value: Option<Node<'a>>, span: Span) -> Lowered<()> {
        let place = Place::Var { var, ty: ty.clone() };
        match value {
            Some(value) if value.kind() == "initializer_list" => {
                let items: Vec<_> = value.named_children(&mut value.walk()).collect();
                match items.as_slice() {
                    [item] if !matches!(item.kind(), "initializer_pair" | "initializer_list" | "comment") => {
                        self.assign_from(&place, *item, span, false).map(drop)
                    }
                    _ => {
                        let any = self.any(ty);
                        self.store(&place, &any, span);
                        Ok(())
                    }
                }
            }
            Some(value) => self.assign_from(&place, value, span, false).map(drop),
            None if ty.is_unknown() => {
                // It may be an array, whose value is an address.
                let any = self.any(ty);
                self.store(&place, &any, span);
                Ok(())
            }
            None => {
                self.step(Action::Declare(var), span);
                Ok(())
            }
        }
    }

    /// A structure of scalars: members without an initialiser are zero if another has one.
    fn start_fields(
        &mut self,
        fields: &[(String, VarId, CType)],
        value: Option<Node<'a>>,
        span: Span,
    ) -> Lowered<()> {
        let Some(list) = value else {
            for (_, var, _) in fields {
                self.step(Action::Declare(*var), span);
            }
            return Ok(());
        };
        let items: Vec<_> = list.named_children(&mut list.walk()).filter(|item| item.kind() != "comment").collect();
        for (_, var, ty) in fields {
            let zero = self.zero(ty.ty());
            let zero = self.converted(&crate::lower::convert::Value { expr: zero, ty: ty.clone() }, ty);
            self.store(&Place::Var { var: *var, ty: ty.clone() }, &zero, span);
        }
        for (position, item) in items.into_iter().enumerate() {
            let designated = item
                .child_by_field_name("designator")
                .and_then(|designator| designator.named_child(0))
                .map(|name| self.source(name));
            let value = item.child_by_field_name("value").unwrap_or(item);
            let target = match designated {
                Some(name) => fields.iter().find(|field| field.0 == name),
                None => fields.get(position),
            };
            match target {
                Some((_, var, ty)) => {
                    let place = Place::Var { var: *var, ty: ty.clone() };
                    self.assign_from(&place, value, self.span(item), false)?;
                }
                None => self.discard(value)?,
            }
        }
        Ok(())
    }

    pub(in crate::lower) fn declare_parameter(&mut self, name: &str, ty: &CType, node: Node<'a>) -> Lowered<()> {
        self.check_name(name, node)?;
        let decayed = match ty.shape {
            Shape::Array(..) | Shape::Function(_) => ty.decayed(),
            _ => ty.clone(),
        };
        let symbol = self.local_object(name, &decayed, VarKind::Param);
        self.scopes.declare(name, symbol);
        Ok(())
    }

    /// The symbol of an object with automatic storage.
    fn local_object(&mut self, name: &str, ty: &CType, kind: VarKind) -> Symbol {
        if kind == VarKind::Local
            && let Some(fields) = self.scalar_fields(name, ty)
        {
            return Symbol::Fields { fields, ty: ty.clone() };
        }
        let in_memory =
            ty.is_aggregate() || ty.volatile || ty.is_unknown() && self.usage.dotted.contains(name);
        if in_memory {
            let name = self.object_name(name);
            let address = self.graph.exprs().add(ExprKind::Address(name), Type::Pointer);
            return Symbol::Memory { address, ty: ty.clone() };
        }
        let var = self.graph.var(name, ty.ty(), kind);
        if self.usage.address_taken.contains(name) {
            self.graph.expose(var);
        }
        Symbol::Scalar { var, ty: ty.clone() }
    }

    /// Variables for the members of a structure that is used only member by member.
    fn scalar_fields(&mut self, name: &str, ty: &CType) -> Option<Vec<(String, VarId, CType)>> {
        const MOST: usize = 32;
        let usage = &self.usage;
        if ty.volatile || usage.whole.contains(name) || usage.deep.contains(name) || !usage.dotted.contains(name) {
            return None;
        }
        let record = self.record(ty).filter(|record| record.exact && !record.union)?;
        let simple = record.fields.len() <= MOST
            && record.fields.iter().all(|field| {
                !field.bits && !field.ty.volatile && matches!(field.ty.shape, Shape::Int(_) | Shape::Pointer(_))
            });
        if !simple {
            return None;
        }
        let fields = record.fields.clone();
        Some(
            fields
                .into_iter()
                .map(|field| {
                    let var = self.graph.var(format!("{name}.{}", field.name), field.ty.ty(), VarKind::Local);
                    (field.name, var, field.ty)
                })
                .collect(),
        )
    }

    /// The symbol of an object with static storage.
    pub(in crate::lower) fn static_object(&mut self, name: &str, ty: &CType, value: Option<i128>) -> Symbol {
        if let Some(value) = value {
            return Symbol::Constant { value, ty: ty.clone() };
        }
        let in_memory =
            ty.is_aggregate() || ty.volatile || ty.is_unknown() && self.usage.dotted.contains(name);
        if in_memory {
            let address = self.graph.exprs().add(ExprKind::Address(name.to_owned()), Type::Pointer);
            return Symbol::Memory { address, ty: ty.clone() };
        }
        let var = self.graph.var(name, ty.ty(), VarKind::Global);
        Symbol::Scalar { var, ty: ty.clone() }
    }

    /// A name for an object in memory; objects of the same name are told apart.
    pub(in crate::lower) fn object_name(&mut self, name: &str) -> String {
        let count = self.objects.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}#{count}") }
    }
}
