//! Chains of binary operators, without recursion over their length: `a + b + c + ...`.

use tree_sitter::Node;

use super::super::{Lowered, Lowering, convert::Value, types::binary_op, usage::inner};
use crate::text::Span;

impl<'a> Lowering<'a> {
    /// Whether a node is `&&` or `||`.
    pub(super) fn is_logical(&self, node: Node<'_>) -> bool {
        node.kind() == "binary_expression" && matches!(self.operator(node), "&&" | "||")
    }

    pub(super) fn binary(&mut self, node: Node<'a>) -> Lowered<Value> {
        if self.is_logical(node) {
            return self.truth(node);
        }
        let mut spine = vec![node];
        let mut left = inner(self.field(node, "left")?);
        while left.kind() == "binary_expression" && !self.is_logical(left) {
            spine.push(left);
            left = inner(self.field(left, "left")?);
        }
        let mut value = self.value(left)?;
        while let Some(node) = spine.pop() {
            let right = self.field(node, "right")?;
            let operator = self.operator(node);
            let op = binary_op(operator)
                .ok_or_else(|| self.skipped("an operator that is not understood", node))?;
            let span: Span = self.span(node);
            let before = self.span(self.field(node, "left")?);
            let early = self.early();
            value = self.protect(value, right, before);
            let right = self.value(right)?;
            self.settle(early);
            value = self.combine(op, &value, &right, span);
        }
        Ok(value)
    }
}
