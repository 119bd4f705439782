//! The order on sets of elements, and their normal form without included elements (antichains).

use super::super::{Constraint, Domain};

/// Returns whether each of `others` is included in one of `elements`.
pub(super) fn covers<D: Domain>(elements: &[D], others: &[D]) -> bool {
    others.iter().all(|other| elements.iter().any(|element| element.includes(other)))
}

/// Returns whether each of `elements` includes one of `others`. Together with [`covers`], this is the order
/// of Egli and Milner.
pub(super) fn extends<D: Domain>(elements: &[D], others: &[D]) -> bool {
    elements.iter().all(|element| others.iter().any(|other| element.includes(other)))
}

/// Returns the elements that are neither empty nor included in others, each once, sorted by their
/// constraints.
pub(super) fn maximal<D: Domain>(elements: Vec<D>) -> Vec<D> {
    let mut kept: Vec<D> = Vec::with_capacity(elements.len());
    for element in elements {
        if !element.is_bottom() && !kept.iter().any(|other| other.includes(&element)) {
            kept.retain(|other| !element.includes(other));
            kept.push(element);
        }
    }
    kept.sort_by_cached_key(D::constraints);
    kept
}

/// Joins the two elements that differ least until at most `limit` elements are left; a limit of 0 counts as
/// 1.
pub(super) fn merge<D: Domain>(elements: &mut Vec<D>, limit: usize) {
    while elements.len() > limit.max(1) {
        let constraints: Vec<Vec<Constraint>> = elements.iter().map(D::constraints).collect();
        // The number of constraints of one of two elements that do not hold in the other.
        let lost = |one: usize, other: usize| {
            constraints[one].iter().filter(|constraint| !elements[other].entails(constraint)).count()
        };
        let pairs = (1..elements.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        let (earlier, later) =
            pairs.min_by_key(|&(one, other)| lost(one, other) + lost(other, one)).unwrap_or((0, 1));
        let removed = elements.remove(later);
        elements[earlier] = elements[earlier].join(&removed);
        *elements = maximal(std::mem::take(elements));
    }
}
