//! Sets of elements as antichains.

use super::super::Domain;

/// Whether each of the other elements is inside one of these.
pub(super) fn covers<D: Domain>(elements: &[D], others: &[D]) -> bool {
    others.iter().all(|other| elements.iter().any(|element| element.includes(other)))
}

/// Whether each of the elements contains one of the others: with [`covers`], the order of Egli and Milner.
pub(super) fn extends<D: Domain>(elements: &[D], others: &[D]) -> bool {
    elements.iter().all(|element| others.iter().any(|other| element.includes(other)))
}

/// The elements that are not empty and not inside others, once each, by their constraints.
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

/// Joins the two elements that differ least until there are at most so many, and at least one.
pub(super) fn merge<D: Domain>(elements: &mut Vec<D>, limit: usize) {
    while elements.len() > limit.max(1) {
        let pairs = (1..elements.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        let (earlier, later) =
            pairs.min_by_key(|pair| lost(&elements[pair.0], &elements[pair.1])).unwrap_or((0, 1));
        let removed = elements.remove(later);
        elements[earlier] = elements[earlier].join(&removed);
        *elements = maximal(std::mem::take(elements));
    }
}

/// How many constraints of each do not hold in the other.
fn lost<D: Domain>(one: &D, other: &D) -> usize {
    let lost =
        |one: &D, other: &D| one.constraints().iter().filter(|constraint| !other.entails(constraint)).count();
    lost(one, other) + lost(other, one)
}
