//! Operators that keep sums linear.

use csieve_domains::relations::Linear;
use csieve_graph::BinaryOp;

/// Returns whether an operator may give a linear sum.
pub(super) fn is_linear(op: BinaryOp) -> bool {
    op.sign().is_some() || op == BinaryOp::Mul
}

/// Returns what an operator gives for two sums. `None` if that is no linear sum.
pub(super) fn combined(op: BinaryOp, a: &Linear, b: &Linear) -> Option<Linear> {
    if op == BinaryOp::Mul {
        return a
            .as_constant()
            .map(|factor| b.scale(factor))
            .or_else(|| b.as_constant().map(|factor| a.scale(factor)));
    }
    Some(if op.sign()? > 0 { a + b } else { a - b })
}
