//! Values that say their bounds themselves: `a[i % 7]` asks for the elements 0 to 6.
//!
//! A mask says less: `kinds[word & 15]` takes a field out of a word, and all values of such a field are hardly
//! ever in use. Only an array whose size is a power of two is meant to fit the mask: `a[i & 7]` for four
//! elements.

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, ExprKind};

use super::statement::Terms;
use crate::automaton::{Constrainer, Quantity};

/// Returns whether the number of indices that are not too large is a power of two.
fn is_for_a_mask(bad: Interval, factor: i128) -> bool {
    let count = bad.bounds().and_then(|(low, _)| low.checked_div(factor));
    count.and_then(|count| u64::try_from(count).ok()).is_some_and(u64::is_power_of_two)
}

/// Returns whether a question is about a remainder or a mask whose constant lets through values of the sum
/// `terms` that are too large. `bad` are those for which the misuse happens. A negative remainder is no reason:
/// most programs have no negative dividend.
pub(super) fn lets_through(constrainer: &Constrainer, terms: &Terms, bad: Interval) -> bool {
    let [(quantity, factor)] = terms.as_slice() else { return false };
    let Quantity::Value(value) = *constrainer.quantities.get(*quantity) else { return false };
    let exprs = &constrainer.cfg.exprs;
    let plain = |expr| &exprs.get(exprs.strip_casts(expr)).kind;
    let most = match *plain(value) {
        ExprKind::Binary(BinaryOp::Rem, _, divisor) => match plain(divisor).as_const() {
            Some(divisor) if divisor > 1 => divisor - 1,
            Some(_) | None => return false,
        },
        ExprKind::Binary(BinaryOp::BitAnd, masked, mask) => match (plain(masked), plain(mask)) {
            (ExprKind::Var(_), ExprKind::Const(mask)) if *mask > 0 && is_for_a_mask(bad, *factor) => *mask,
            _ => return false,
        },
        ExprKind::Const(_)
        | ExprKind::Var(_)
        | ExprKind::Any(_)
        | ExprKind::Address(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Inside { .. }
        | ExprKind::Load(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Seen(..) => return false,
    };
    *factor > 0 && bad.contains(most.saturating_mul(*factor))
}
