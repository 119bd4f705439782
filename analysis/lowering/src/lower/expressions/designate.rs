//! Expressions that designate an object: `x`, `*p`, `p->f`, `a[i]`.

use super::super::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
    place::Lvalue,
    scope::Symbol,
    statements::{label_address, label_operand},
    types::Record,
    usage::{inner, is_postfix},
};
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{ExprKind, Type};

impl<'a> Lowering<'a> {
    /// Lowers an expression to the place that it designates.
    pub(in crate::lower) fn place(&mut self, node: Node<'a>) -> Lowered<Lvalue> {
        let node = inner(node);
        self.enter(node)?;
        let place = match node.kind() {
            Kind::Identifier => self.named(node),
            Kind::FieldExpression => self.member(node)?,
            Kind::SubscriptExpression => self.element(node)?,
            Kind::PointerExpression if node.operator() == Kind::Star => {
                let argument = self.field(node, Field::Argument)?;
                let pointer = self.value(argument)?;
                match pointer.ty.target() {
                    // Dereferencing a function pointer gives the function, which decays to the same pointer
                    // again.
                    Some(CType { shape: Shape::Function(_), .. }) => Lvalue::Value(pointer),
                    _ => self.target(&pointer, self.span(node)),
                }
            }
            Kind::ExtensionExpression if node.named_child_count() == 1 => match node.named_child(0) {
                Some(child) => self.place(child)?,
                None => return Err(self.skipped("an expression that is not understood", node)),
            },
            Kind::CompoundLiteralExpression => {
                let value = self.compound_literal(node)?;
                self.target(&value, self.span(node))
            }
            _ => Lvalue::Value(self.value(node)?),
        };
        self.leave();
        self.note_place(node, &place);
        Ok(place)
    }

    fn member(&mut self, node: Node<'a>) -> Lowered<Lvalue> {
        let argument = inner(self.field(node, Field::Argument)?);
        let name_node = self.field(node, Field::Field)?;
        let name = self.source(name_node);
        let span = self.span(node);
        if node.operator() == Kind::Arrow {
            let pointer = self.value(argument)?;
            let record = pointer.ty.target().cloned().unwrap_or(CType::UNKNOWN);
            return Ok(self.member_place(&pointer, &record, name, span));
        }
        if argument.kind() == Kind::Identifier
            && let Some(Symbol::Fields { fields, .. }) = self.scopes.get(self.source(argument))
            && let Some((_, var, ty)) = fields.iter().find(|field| field.0 == name)
        {
            return Ok(Lvalue::Var { var: *var, ty: ty.clone() });
        }
        match self.place(argument)? {
            Lvalue::Memory { pointer, ty, hidden: outer, .. } => {
                let base = Value { expr: pointer, ty: ty.clone().pointer() };
                let mut place = self.member_place(&base, &ty, name, span);
                if let Lvalue::Memory { hidden, .. } = &mut place {
                    *hidden |= outer;
                }
                Ok(place)
            }
            Lvalue::Value(record) => Ok(Lvalue::Value(self.member_value(&record, name, span))),
            other @ Lvalue::Var { .. } => {
                let ty = self.member_type(other.ty(), name).0;
                Ok(Lvalue::Value(self.any(&ty)))
            }
        }
    }

    /// Returns the place of a member of the record that a pointer points to.
    pub(in crate::lower) fn member_place(
        &mut self,
        pointer: &Value,
        record: &CType,
        name: &str,
        span: Span,
    ) -> Lvalue {
        let (mut ty, hidden) = self.member_type(record, name);
        ty.volatile |= record.volatile;
        let path = name.to_owned();
        let pointer =
            self.graph.exprs().add(ExprKind::Inside { base: pointer.expr, path, index: None }, Type::Pointer);
        self.note_member(pointer, record, name);
        Lvalue::Memory { pointer, ty, hidden, span }
    }

    /// Returns the type of a member of a record, and whether the value of the member is not tracked.
    pub(in crate::lower) fn member_type(&mut self, record: &CType, name: &str) -> (CType, bool) {
        if self.record(record).is_none() {
            return (CType::UNKNOWN, false);
        }
        match self.type_reader().env.member(record, name) {
            Some(member) => (member.ty, member.hidden),
            None => (CType::UNKNOWN, true),
        }
    }

    /// Returns the layout of a structure or union, if it is known.
    pub(in crate::lower) fn record(&self, ty: &CType) -> Option<&Record> {
        let Shape::Record(key) = &ty.shape else { return None };
        let record = self.scopes.records.get(key).or_else(|| self.context.types.records.get(key));
        record.map(|record| &**record)
    }

    fn element(&mut self, node: Node<'a>) -> Lowered<Lvalue> {
        let (argument, index) = (self.field(node, Field::Argument)?, self.field(node, Field::Index)?);
        let span = self.span(node);
        self.in_any_order(&[argument, index])?;
        let array = self.value(argument)?;
        let early = self.early();
        let array = self.protect(array, index, span);
        let index = self.value(index)?;
        self.settle(early);
        let (array, index) = if array.ty.as_int().is_some() && index.ty.is_pointer() {
            (index, array)
        } else {
            (array, index)
        };
        let pointer = self.offset(&array, Some(&index));
        Ok(self.target(&pointer, span))
    }

    /// Returns the pointer `base + index`.
    pub(in crate::lower) fn offset(&mut self, base: &Value, index: Option<&Value>) -> Value {
        let index = index.map(|index| index.expr);
        let kind = ExprKind::Inside { base: base.expr, path: String::new(), index };
        let expr = self.graph.exprs().add(kind, Type::Pointer);
        self.note_element(expr, &base.ty);
        Value { expr, ty: base.ty.clone() }
    }

    /// Lowers `*p++`. C leaves open whether the read or the increment comes first. The read is lowered first,
    /// so that its value is the same expression `*p` as elsewhere.
    fn read_and_move(&mut self, node: Node<'a>, moved: Node<'a>) -> Lowered<Value> {
        let pointer = self.value(self.field(moved, Field::Argument)?)?;
        let span = self.span(node);
        let object = self.target(&pointer, span);
        let read = self.read(&object);
        let name = format!("*{}", self.source(moved));
        let kept = self.save_as(&read, name, span);
        self.discard(moved)?;
        Ok(kept)
    }

    /// Lowers `&x`, `&&label` and `*p` as values.
    pub(super) fn pointer_expression(&mut self, node: Node<'a>) -> Lowered<Value> {
        if node.operator() == Kind::Star {
            if let Some(moved) = moved_pointer(node) {
                return self.read_and_move(node, moved);
            }
            let place = self.place(node)?;
            return Ok(self.read(&place));
        }
        if let Some(label) = label_operand(node) {
            let label = label_address(self.source(label));
            let expr = self.graph.exprs().add(label, Type::Pointer);
            return Ok(Value { expr, ty: CType::VOID.pointer() });
        }
        let argument = inner(self.field(node, Field::Argument)?);
        if argument.kind() == Kind::PointerExpression && argument.operator() == Kind::Star {
            // `&*p` equals `p` and accesses nothing.
            return self.value(self.field(argument, Field::Argument)?);
        }
        if let Some(known) = self.type_reader().constant_address(node) {
            let expr = self.graph.exprs().add(ExprKind::Const(known.value), Type::Pointer);
            return Ok(Value { expr, ty: self.type_reader().type_of(node) });
        }
        let place = self.place(argument)?;
        let address = self.address_of(&place);
        // In `&((struct s *)0)->m`, the value is the offset of `m`, which is not known here.
        match self.graph.exprs_ref().get(self.root(address.expr)).kind {
            ExprKind::Const(_) => Ok(self.any(&address.ty)),
            _ => Ok(address),
        }
    }
}

/// Returns `p++` for an expression `*p++` with a variable `p`.
fn moved_pointer(node: Node<'_>) -> Option<Node<'_>> {
    let moved = inner(node.field(Field::Argument)?);
    let pointer = inner(moved.field(Field::Argument)?);
    let is_moved = moved.kind() == Kind::UpdateExpression && is_postfix(moved);
    (is_moved && pointer.kind() == Kind::Identifier).then_some(moved)
}
