//! Tests of powersets.

use super::points::{DIMENSIONS, all_of, just};
use super::{Constraint, Domain, Integer, Linear, Polyhedron, Powerset};

type Polyhedra = Powerset<Polyhedron, 4>;

const X: u32 = 0;
const M: u32 = 1;
const N: u32 = 2;

fn at_most(left: &Linear, right: &Linear) -> Constraint {
    Constraint::at_most(left, right)
}

/// Returns the polyhedron `x <= n`, `x = m + by`, `m >= 0`.
fn found(by: i64) -> Polyhedron {
    let [x, m, n] = [X, M, N].map(Linear::variable);
    all_of(&[at_most(&x, &n), Constraint::equal(&x, &m.plus(&by.into())), at_most(&Linear::default(), &m)])
}

/// Tests the example of [GR], section 3 and figure 1(b): the new case is joined with the case that it
/// extends, and only this case is widened. (Here `m <= n` follows in the first case, too.)
#[test]
fn the_connector_finds_the_disjunctive_invariant() {
    let [x, m, n] = [X, M, N].map(Linear::variable);
    let zero = Linear::default();
    let start: Polyhedron = all_of(&[at_most(&zero, &x), Constraint::equal(&m, &zero)]);
    let old = Polyhedra::of(DIMENSIONS, [start.clone(), found(1)]);
    let new = Polyhedra::of(DIMENSIONS, [found(2)]);

    let apart = [at_most(&m.plus(&1.into()), &x), at_most(&x, &m.plus(&2.into())), at_most(&x, &n)];
    let joined: Polyhedron = all_of(apart.iter().chain(&[at_most(&zero, &m)]));
    assert_eq!(old.connect(&new), Polyhedra::of(DIMENSIONS, [start.clone(), joined]));

    let ahead = [at_most(&m.plus(&1.into()), &x), at_most(&x, &n), at_most(&zero, &m)];
    let widened = old.widen(&new);
    assert_eq!(widened, Polyhedra::of(DIMENSIONS, [start, all_of(&ahead)]));

    let mut wrong = widened;
    wrong.meet(&at_most(&n, &m));
    wrong.meet(&at_most(&n, &x));
    wrong.meet(&at_most(&Linear::constant(1), &n));
    assert!(wrong.elements().iter().all(|case| case.entails(&Constraint::equal(&m, &zero))));
}

#[test]
fn the_most_similar_elements_are_joined_above_the_limit() {
    let points = [[0, 0, 0], [1, 0, 0], [0, 3, 3]].map(|point| just::<Polyhedron>(&point));
    let two = Powerset::<_, 2>::of(DIMENSIONS, points.clone());
    assert_eq!(two, Powerset::of(DIMENSIONS, [points[0].join(&points[1]), points[2].clone()]));
    let one = Powerset::<_, 1>::of(DIMENSIONS, points.clone());
    assert_eq!(one.elements(), [one.hull()]);
}

#[test]
fn a_union_keeps_the_gap() {
    let x = Linear::variable(X);
    let ends = Polyhedra::of(DIMENSIONS, [[0, 0, 0], [5, 0, 0]].map(|point| just(&point)));
    assert_eq!(ends.bounds(&x), (Some(Integer::ZERO), Some(Integer::from(5))));
    let mut middle = ends.clone();
    middle.meet(&at_most(&Linear::constant(1), &x));
    middle.meet(&at_most(&x, &Linear::constant(4)));
    assert!(middle.is_bottom());
    assert!(!ends.entails(&Constraint::equal(&x, &Linear::constant(5))));
}
