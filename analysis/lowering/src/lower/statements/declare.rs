//! Lowering of declarations inside a function.

use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Action, VarKind};

use crate::lower::{
    Lowered, Lowering,
    context::FunctionInfo,
    ctype::{CType, Shape, Signature},
    place::Lvalue,
    scope::Symbol,
    types::{Attributes, Specifiers},
};

impl<'a> Lowering<'a> {
    pub(super) fn declaration(&mut self, node: Node<'a>) -> Lowered<()> {
        if node.field(Field::Type).is_some_and(|ty| self.source(ty) == "__label__") {
            self.declare_labels(node);
            return Ok(());
        }
        self.check_type(node)?;
        node.field(Field::Type).into_iter().for_each(|ty| self.effects_of_lengths(ty, false));
        let specifiers = self.type_reader().specifiers(node);
        for declarator in node.fields(Field::Declarator) {
            self.array_sizes(declarator)?;
            let (name, ty) = self.type_reader().declare(declarator, &specifiers);
            let Some(name) = name else {
                return Err(self.skipped("a declaration that is not understood", declarator));
            };
            if matches!(name.as_str(), "return" | "else" | "case" | "goto" | "break" | "continue") {
                return Err(self.skipped("a statement that reads as a declaration", declarator));
            }
            if self.is_odd_type(node) && self.scopes.is_local(&name) {
                return Err(self.skipped("a macro that reads as the type of a declaration", node));
            }
            let mut attributes = specifiers.attributes.clone();
            attributes.merge(&self.type_reader().declarator_attributes(declarator));
            if let Shape::Function(signature) = &ty.shape {
                self.declare_function(&name, signature, attributes);
                continue;
            }
            if attributes.cleanup.is_some() {
                self.usage.take_address_of(&name);
            }
            let value = declarator.field(Field::Value);
            match value {
                Some(value) if ty.is_auto() => self.declare_auto(&name, &ty, &specifiers, value)?,
                Some(value) => {
                    let ty = self.type_reader().completed(ty, Some(declarator), value);
                    self.declare(&name, &ty, &specifiers, declarator)?;
                }
                None => self.declare(&name, &ty, &specifiers, declarator)?,
            }
            if let Some(function) = attributes.cleanup {
                self.declare_cleanup(function, &name, declarator);
            }
        }
        Ok(())
    }

    /// Lowers the sizes of variable-length arrays, which are evaluated when the declaration is reached.
    pub(super) fn array_sizes(&mut self, declarator: Node<'a>) -> Lowered<()> {
        let (mut next, mut sizes) = (Some(declarator), Vec::new());
        while let Some(node) = next {
            let size = node.field(Field::Size).filter(|_| node.kind() == Kind::ArrayDeclarator);
            if let Some(size) = size.filter(|size| size.kind() != Kind::Star)
                && self.type_reader().evaluate(size).is_none()
            {
                sizes.push(size);
            }
            next = node.field(Field::Declarator);
        }
        // The last size is the outermost declarator.
        sizes.reverse();
        self.in_any_order(&sizes)?;
        sizes.into_iter().try_for_each(|size| self.discard(size))
    }

    /// Declares a function inside the current function. The file may define the declared function.
    fn declare_function(&mut self, name: &str, signature: &Signature, attributes: Attributes) {
        let info = FunctionInfo::declared(signature, attributes);
        self.type_reader().env.define_object(name, info.ty());
        self.prototypes.insert(name.to_owned(), info);
    }

    /// Lowers `__auto_type x = 1;`. The name `x` is not in scope in its own initialiser.
    fn declare_auto(
        &mut self,
        name: &str,
        ty: &CType,
        specifiers: &Specifiers,
        value: Node<'a>,
    ) -> Lowered<()> {
        let span = self.span(value);
        let first = self.value(value)?;
        let ty = CType { volatile: ty.volatile, constant: ty.constant, ..first.ty.decayed() };
        if specifiers.is_static {
            let address = self.object_name(name);
            let symbol = self.static_object_at(name, address, &ty, None);
            self.note_own(&symbol, true);
            return self.redeclare(name, symbol, value);
        }
        let symbol = self.local_object(name, &ty, VarKind::Local, true);
        self.scopes.declare(name, symbol.clone());
        match symbol {
            Symbol::Scalar { var, ty } => {
                let first = self.converted(&first, &ty);
                self.store(&Lvalue::Var { var, ty }, &first, span);
            }
            Symbol::Memory { address, .. } => {
                let same = self.same_object(&CType::UNKNOWN, &first);
                self.step(Action::Store { pointer: address, value: same.expr }, span);
            }
            Symbol::Fields { .. } | Symbol::Constant { .. } => {}
        }
        Ok(())
    }

    /// Rejects expressions and macros that the grammar misreads as declarations: `a * b;` and `MACRO(x) y;`.
    fn check_type(&self, node: Node<'a>) -> Lowered<()> {
        let Some(ty) = node.field(Field::Type) else { return Ok(()) };
        let name = match ty.kind() {
            Kind::MacroTypeSpecifier => ty.field(Field::Name),
            Kind::TypeIdentifier => Some(ty).filter(|name| self.is_value_name(self.source(*name))),
            _ => None,
        };
        match name {
            Some(name) => {
                Err(self.skipped(&format!("`{}` stands where a type is expected", self.source(name)), node))
            }
            None => Ok(()),
        }
    }

    /// Returns whether the type in a declaration is an undefined name, which may be a macro.
    fn is_odd_type(&self, node: Node<'a>) -> bool {
        node.field(Field::Type)
            .is_some_and(|ty| ty.kind() == Kind::TypeIdentifier && !self.is_type_name(self.source(ty)))
    }

    fn declare(&mut self, name: &str, ty: &CType, specifiers: &Specifiers, node: Node<'a>) -> Lowered<()> {
        let value = node.field(Field::Value);
        let span = self.span(node);
        if specifiers.is_extern {
            return self.declare_extern(name, ty, node);
        }
        if specifiers.is_static {
            return self.declare_static(name, ty, value, node);
        }
        if self.scopes.get_innermost(name).is_some() {
            return Err(self.skipped(&format!("`{name}` is declared twice"), node));
        }
        let copied = value.is_some_and(|value| value.kind() != Kind::InitializerList);
        let symbol = self.local_object(name, ty, VarKind::Local, copied);
        // An object's name is in scope in its own initialiser.
        self.scopes.declare(name, symbol.clone());
        match symbol {
            Symbol::Scalar { var, ty } => self.start_scalar(var, &ty, value, span),
            Symbol::Fields { fields, .. } => self.start_fields(&fields, value, span),
            Symbol::Memory { address, ty } => match value {
                Some(value) => self.initialise(address, &ty, value, span),
                None => {
                    if ty.is_aggregate() && !ty.volatile {
                        let here = self.here;
                        self.graph.concrete().blank.insert(address, here);
                    }
                    match node.field(Field::Size) {
                        Some(size) if size.kind() != Kind::Star && !self.has_effects(size) => {
                            self.note_variable_length(address, &ty, size, span)
                        }
                        _ => Ok(()),
                    }
                }
            },
            Symbol::Constant { .. } => Ok(()),
        }
    }

    /// Declares an `extern` object inside the function. All such declarations of a name mean the same object
    /// of the file.
    fn declare_extern(&mut self, name: &str, ty: &CType, node: Node<'a>) -> Lowered<()> {
        let known = self.context.globals.get(name).map_or(ty, |global| &global.ty).clone();
        let symbol = match self.scopes.get_global(name) {
            Some(symbol) => symbol.clone(),
            None => {
                let value = self.context.globals.get(name).and_then(|global| global.value);
                self.static_object(name, &known, value)
            }
        };
        let unsized_array = matches!((&symbol.ty().shape, &ty.shape),
            (Shape::Array(a, _), Shape::Array(b, None)) if a == b);
        if symbol.ty() != ty && !unsized_array {
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

    fn declare_static(
        &mut self,
        name: &str,
        ty: &CType,
        value: Option<Node<'a>>,
        node: Node<'a>,
    ) -> Lowered<()> {
        let unwritten = !self.usage.written.contains(name) || ty.constant;
        let known = match value {
            Some(value) => self.type_reader().initial(value, ty),
            None => Some(0).filter(|_| ty.as_int().is_some() || ty.is_pointer()),
        };
        let is_kept = ty.is_constant() || value.is_some() && known.is_none();
        let known = known.filter(|_| unwritten && !ty.volatile);
        let address = self.object_name(name);
        let symbol = self.static_object_at(name, address, ty, known);
        self.note_own(&symbol, is_kept);
        if let Symbol::Memory { address, .. } = &symbol {
            self.note_table((name, *address), ty, (node, value));
        }
        self.redeclare(name, symbol, node)
    }
}
