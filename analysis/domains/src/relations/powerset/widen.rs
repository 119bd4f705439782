//! The connector and the widening of powersets (Gulavani & Rajamani, "Counterexample Driven Refinement for Abstract
//! Interpretation", section 3).

use super::super::{Constraint, Domain};
use super::order::{covers, extends, maximal, merge};

/// The connector: the elements of the union, where those that contain no element of `old` are joined with one that does.
/// That one is chosen such that the result is minimal; of several minimal results it is the first.
pub(super) fn connect<D: Domain>(old: &[D], next: &[D]) -> Vec<D> {
    let union = maximal(old.iter().chain(next).cloned().collect());
    if old.is_empty() || extends(&union, old) {
        return union;
    }
    let (anchored, loose): (Vec<_>, Vec<_>) =
        union.into_iter().partition(|element| old.iter().any(|other| element.includes(other)));
    let Some(rest) = loose.into_iter().reduce(|rest, element| rest.join(&element)) else { return anchored };
    let joined = |index: usize| {
        let mut elements = anchored.clone();
        elements[index] = elements[index].join(&rest);
        maximal(elements)
    };
    let smaller = |least: Vec<D>, other: Vec<D>| if covers(&least, &other) { other } else { least };
    (0..anchored.len()).map(joined).reduce(smaller).unwrap_or_default()
}

/// Connects, then widens every element from one of `old` that it contains. So every element is one of `old` or widened
/// from one, also where the limit makes it join two: the elements form a tree of widenings, which is finite since its
/// branches are (Bagnara, Hill & Zaffanella, "Widening operators for powerset domains").
pub(super) fn widen<D: Domain>(old: &[D], next: &[D], limit: usize, thresholds: &[Constraint]) -> Vec<D> {
    let Some(first) = old.first() else { return next.to_vec() };
    if covers(old, next) {
        return old.to_vec();
    }
    let mut elements = connect(old, next);
    merge(&mut elements, limit);
    elements.iter().map(|element| extrapolate(old, first, element, thresholds)).collect()
}

/// The element widened from that old one inside it from which the result is smallest; from the first if none is known to
/// be inside.
fn extrapolate<D: Domain>(old: &[D], first: &D, element: &D, thresholds: &[Constraint]) -> D {
    let inside = old.iter().filter(|other| element.includes(other));
    let widened = inside.map(|other| other.widen_up_to(element, thresholds));
    let smaller = |least: D, other: D| if least.includes(&other) { other } else { least };
    widened.reduce(smaller).unwrap_or_else(|| first.widen_up_to(element, thresholds))
}
