//! Assignments and increments.

use super::super::{
    Lowered, Lowering,
    constant::Constant,
    convert::Value,
    ctype::CType,
    place::Lvalue,
    types::compound_op,
    usage::{inner, is_arrow, is_postfix},
};
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Access, BinaryOp, ExprKind};

impl<'a> Lowering<'a> {
    /// Lowers `left = right` and `left += right`. `used` says whether the result of the expression is used.
    pub(super) fn assignment(&mut self, node: Node<'a>, used: bool) -> Lowered<Value> {
        let (left, right) = self.sides(node)?;
        let span = self.span(node);
        let operands: Vec<_> = place_operands(left).into_iter().chain([right]).collect();
        self.in_any_order(&operands)?;
        let place = self.place(left)?;
        let early = self.early();
        let place = self.protect_place(place, right, self.span(left));
        let operator = node.operator();
        if operator == Kind::Equal {
            if let Some(value) = self.assign_call(&place, right, span)? {
                return Ok(value);
            }
            let value = self.value(right)?;
            self.settle(early);
            return Ok(self.assign(&place, &value, span, used));
        }
        let op =
            compound_op(operator).ok_or_else(|| self.skipped("an operator that is not understood", node))?;
        let before = self.read_before(&place, right, self.span(left));
        let right = self.value(right)?;
        self.settle(early);
        Ok(self.change(&place, op, before, &right, span, used))
    }

    /// Returns the value of the place of a compound assignment if the right side may change it: C lets the
    /// place be read before or after a call there.
    fn read_before(&mut self, place: &Lvalue, right: Node<'a>, span: Span) -> Option<Value> {
        if !self.beside(right).writes {
            return None;
        }
        let old = self.current(place);
        let kept = self.protect(old.clone(), right, span);
        (kept != old).then_some(kept)
    }

    /// Lowers `place = right`. A call as `right` may write the place directly.
    pub(in crate::lower) fn assign_from(
        &mut self,
        place: &Lvalue,
        right: Node<'a>,
        span: Span,
        used: bool,
    ) -> Lowered<Value> {
        if let Some(value) = self.assign_call(place, right, span)? {
            return Ok(value);
        }
        let value = self.value(right)?;
        Ok(self.assign(place, &value, span, used))
    }

    /// Writes a value to a place and returns the value of the assignment expression.
    pub(in crate::lower) fn assign(
        &mut self,
        place: &Lvalue,
        value: &Value,
        span: Span,
        used: bool,
    ) -> Value {
        if place.ty().is_aggregate() {
            self.access(place, Access::Write);
            let same = self.same_object(place.ty(), value);
            self.store(place, &same, span);
            return same;
        }
        let mut value = self.converted(value, place.ty());
        self.access(place, Access::Write);
        if let (Lvalue::Memory { .. }, true) = (place, used)
            && self.reads_memory(&value)
        {
            value = self.save(&value, span);
        }
        self.store(place, &value, span);
        self.stored(place, value)
    }

    /// Returns the value of an assignment expression. It is unknown if the value of the object is not
    /// tracked, as for a bit-field.
    fn stored(&mut self, place: &Lvalue, value: Value) -> Value {
        match place {
            Lvalue::Var { .. } | Lvalue::Memory { hidden: true, .. } => self.current(place),
            _ => value,
        }
    }

    fn reads_memory(&self, value: &Value) -> bool {
        let mut reads = false;
        self.graph.exprs_ref().walk(value.expr, |id, expr| match expr.kind {
            ExprKind::Load(_) => reads = true,
            ExprKind::Any(_) => reads |= self.any_reads_memory(id),
            ExprKind::Var(var) => reads |= self.graph.var_info(var).exposed,
            _ => {}
        });
        reads
    }

    /// Lowers a compound assignment: `place = place op right`.
    /// `before` is the old value if it was read already.
    fn change(
        &mut self,
        place: &Lvalue,
        op: BinaryOp,
        before: Option<Value>,
        right: &Value,
        span: Span,
        used: bool,
    ) -> Value {
        self.access(place, Access::ReadWrite);
        let old = before.unwrap_or_else(|| self.current(place));
        let new = self.combine(op, &old, right, span);
        let mut new = self.converted(&new, place.ty());
        if used && matches!(place, Lvalue::Memory { .. }) {
            new = self.save(&new, span);
        }
        self.store(place, &new, span);
        self.stored(place, new)
    }

    /// Lowers `x++`, `--x` and the like.
    pub(super) fn update(&mut self, node: Node<'a>, used: bool) -> Lowered<Value> {
        let argument = self.field(node, Field::Argument)?;
        self.field(node, Field::Operator)?;
        let op = if node.operator() == Kind::PlusPlus { BinaryOp::Add } else { BinaryOp::Sub };
        let span = self.span(node);
        let place = self.place(inner(argument))?;
        let one = self.constant(Constant::int(1, self.context.model));
        if !(used && is_postfix(node)) {
            return Ok(self.change(&place, op, None, &one, span, used));
        }
        self.access(&place, Access::ReadWrite);
        let old = self.current(&place);
        let kept = self.save(&old, span);
        let new = self.combine(op, &old, &one, span);
        let new = self.converted(&new, place.ty());
        self.store(&place, &new, span);
        Ok(kept)
    }

    /// Returns an unknown value of unknown type.
    pub(in crate::lower) fn unknown_value(&mut self) -> Value {
        self.any(&CType::UNKNOWN)
    }
}

/// Returns the expressions that are evaluated to find the object that the left side of an assignment designates.
fn place_operands(left: Node<'_>) -> Vec<Node<'_>> {
    let mut place = inner(left);
    loop {
        let part = |field: Field| place.field(field).into_iter();
        match place.kind() {
            Kind::SubscriptExpression => return part(Field::Argument).chain(part(Field::Index)).collect(),
            Kind::FieldExpression if !is_arrow(place) => match place.field(Field::Argument) {
                Some(record) => place = inner(record),
                None => return Vec::new(),
            },
            Kind::FieldExpression | Kind::PointerExpression => return part(Field::Argument).collect(),
            _ => return Vec::new(),
        }
    }
}
