//! Values that say their bounds themselves: `a[i % 7]` asks for the elements 0 to 6.
//!
//! A mask says less: `kinds[word & 15]` takes a field out of a word, and all values of such a field are hardly
//! ever in use.

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, ExprKind};

use super::statement::Terms;
use crate::automaton::{Constrainer, Quantity};

/// Returns whether a question is about a remainder whose constant divisor lets through values of the sum
/// `terms` that are too large. `bad` are those for which the misuse happens. A negative remainder is no reason:
/// most programs have no negative dividend.
pub(super) fn lets_through(constrainer: &Constrainer, terms: &Terms, bad: Interval) -> bool {
    let [(quantity, factor)] = terms.as_slice() else { return false };
    let Quantity::Value(value) = *constrainer.quantities.get(*quantity) else { return false };
    let exprs = &constrainer.cfg.exprs;
    let plain = |expr| &exprs.get(exprs.strip_casts(expr)).kind;
    let ExprKind::Binary(BinaryOp::Rem, _, divisor) = *plain(value) else { return false };
    match *plain(divisor) {
        ExprKind::Const(divisor) if divisor > 1 && *factor > 0 => {
            bad.contains((divisor - 1).saturating_mul(*factor))
        }
        _ => false,
    }
}
