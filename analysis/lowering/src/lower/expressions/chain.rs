//! Chains of binary operators such as `a + b + c + ...`, lowered without recursion over their length.

use super::super::{
    Lowered, Lowering,
    convert::Value,
    types::binary_op,
    usage::{identifiers, inner},
};
use csieve_base::text::Span;
use csieve_frontend::syntax::{Field, Kind, Node};

/// Returns whether a node is an expression with `&&` or `||`.
pub(super) fn is_logical(node: Node<'_>) -> bool {
    node.kind() == Kind::BinaryExpression
        && matches!(node.operator(), Kind::AmpersandAmpersand | Kind::BarBar)
}

impl<'a> Lowering<'a> {
    pub(super) fn binary(&mut self, node: Node<'a>) -> Lowered<Value> {
        if is_logical(node) {
            return self.truth(node);
        }
        let mut spine = vec![node];
        let mut left = inner(self.field(node, Field::Left)?);
        while left.kind() == Kind::BinaryExpression && !is_logical(left) {
            spine.push(left);
            left = inner(self.field(left, Field::Left)?);
        }
        if !spine.iter().any(|node| self.may_be_cast(*node)) {
            let rights = spine.iter().rev().filter_map(|node| node.field(Field::Right));
            let operands: Vec<_> = std::iter::once(left).chain(rights).collect();
            self.in_any_order(&operands)?;
        }
        let mut value = self.value(left)?;
        while let Some(node) = spine.pop() {
            let right = self.field(node, Field::Right)?;
            if self.may_be_cast(node) {
                let names = identifiers(right, self.text);
                self.opaque(&names, self.span(node));
                value = self.unknown_value();
                continue;
            }
            let operator = node.operator();
            let op = binary_op(operator)
                .ok_or_else(|| self.skipped("an operator that is not understood", node))?;
            let span: Span = self.span(node);
            let before = self.span(self.field(node, Field::Left)?);
            let early = self.early();
            value = self.protect(value, right, before);
            let right = self.value(right)?;
            self.settle(early);
            value = self.combine(op, &value, &right, span);
        }
        Ok(value)
    }
}
