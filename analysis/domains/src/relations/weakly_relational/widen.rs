//! The widening of weakly relational domains.

use super::super::domain::Rank;
use super::super::{Constraint, Domain, Relation};
use super::{Bound, Shape, WeaklyRelational};

/// Widens: keeps the bounds of `element` that `next` does not exceed. If the result of the widening of
/// [Mine06] is closed, chains may grow for ever, but elements here are always closed. So that result is used
/// only if its rank is lower than the rank of `element`. Otherwise only bounds of a minimal description are
/// kept ([BHMZ]), of which every step drops some.
pub(super) fn widen<S: Shape>(
    element: &WeaklyRelational<S>,
    next: &WeaklyRelational<S>,
) -> WeaklyRelational<S> {
    let (Some(old), Some(new)) = (&element.matrix, &next.matrix) else { return element.join(next) };
    if old.covers(new) {
        return element.clone();
    }
    let minimal = element.constraints();
    let less = |result: &WeaklyRelational<S>| rank(&result.constraints()) < rank(&minimal);
    let stable = old.zip(new, |old, new| if old >= new { old } else { Bound::NONE });
    let stable = WeaklyRelational::closure(element.dimensions, stable);
    if less(&stable) {
        return stable;
    }
    let mut kept: Vec<_> = minimal.iter().flat_map(Constraint::inequalities).collect();
    kept.retain(|constraint| next.entails(constraint));
    loop {
        let result = WeaklyRelational::of(element.dimensions, &kept);
        if less(&result) || kept.pop().is_none() {
            return result;
        }
    }
}

fn rank(constraints: &[Constraint]) -> Rank {
    let equations = constraints.iter().filter(|constraint| constraint.relation() == Relation::Zero).count();
    (equations, constraints.len() - equations)
}
