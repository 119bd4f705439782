//! The connector and the widening of powersets ([GR], section 3).

use super::super::{Constraint, Domain};
use super::order::{covers, extends, maximal, merge};

/// Returns the connector of two sets: their union, in which the elements that include no element of `old` are
/// joined with one element that does. This one element is chosen so that the result is minimal; of several
/// minimal results, the first is returned.
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

/// Computes the connector, then widens every element from an element of `old` that it includes. So every
/// element of the result is one of `old` or widened from one, even if two were joined because of the limit.
/// The elements form a tree of widenings, which is finite because its branches are ([BHZ-powerset]).
pub(super) fn widen<D: Domain>(old: &[D], next: &[D], limit: usize, thresholds: &[Constraint]) -> Vec<D> {
    let Some(first) = old.first() else { return next.to_vec() };
    if covers(old, next) {
        return old.to_vec();
    }
    let mut elements = connect(old, next);
    merge(&mut elements, limit);
    elements.iter().map(|element| extrapolate(old, first, element, thresholds)).collect()
}

/// Returns `element` widened from an element of `old` that it includes, chosen so that the result is minimal.
/// If `element` is not known to include one, it is widened from `first`.
fn extrapolate<D: Domain>(old: &[D], first: &D, element: &D, thresholds: &[Constraint]) -> D {
    let inside = old.iter().filter(|other| element.includes(other));
    let widened = inside.map(|other| other.widen_up_to(element, thresholds));
    let smaller = |least: D, other: D| if least.includes(&other) { other } else { least };
    widened.reduce(smaller).unwrap_or_else(|| first.widen_up_to(element, thresholds))
}
