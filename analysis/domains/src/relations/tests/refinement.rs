//! Tests of iterations with hints of refinement: the examples of [GR], and random loops against all points of
//! a small cube.

use std::collections::BTreeSet;

use fixedbitset::FixedBitSet;
use proptest::prelude::*;

use super::super::{
    Hint, Instead, Loss, Plan, Refined, Statement, Transition, Transitions, iterate, refined, weakest,
};
use super::points::{DIMENSIONS, Point, at, constraint, cube, inside, linear, value, with};
use super::{Constraint, Domain, Linear, Octagon, Polyhedron, Powerset};
use csieve_base::budget::Steps;

type Polyhedra = Powerset<Polyhedron, 4>;

const X: u32 = 0;
const Y: u32 = 1;
const N: u32 = 2;

/// Returns a system with a start, a loop that executes one of several bodies, and an end. Node 1 is the head
/// of the loop.
fn a_loop(start: Vec<Statement>, bodies: Vec<Vec<Statement>>, last: Vec<Statement>) -> Transitions {
    let body = bodies.into_iter().map(|statements| Transition { from: 1, to: 1, statements });
    let mut heads = FixedBitSet::with_capacity(2);
    heads.insert(1);
    Transitions {
        dimensions: DIMENSIONS,
        ways: std::iter::once(Transition { from: 0, to: 1, statements: start }).chain(body).collect(),
        order: vec![0, 1],
        heads,
        end: 1,
        last,
    }
}

fn assume(left: &Linear, right: &Linear) -> Statement {
    Statement::Assume(Constraint::at_most(left, right))
}

fn is(variable: u32, number: i64) -> Statement {
    Statement::Assume(Constraint::equal(&Linear::variable(variable), &Linear::constant(number)))
}

/// Returns figure 1(a) of [GR]: from a square, both coordinates grow by 2 in every round of a loop.
/// `x == 4 && y == 0` is never reached.
fn stairs() -> Transitions {
    let [x, y] = [X, Y].map(Linear::variable);
    let (zero, two) = (Linear::constant(0), Linear::constant(2));
    let start = [&x, &y].map(|side| [assume(&zero, side), assume(side, &two)]).concat();
    let grow = vec![Statement::Assign(X, &x + &two), Statement::Assign(Y, &y + &two)];
    a_loop(start, vec![grow], vec![is(X, 4), is(Y, 0)])
}

#[test]
fn a_counterexample_names_the_step_that_widened_too_early() {
    let mut budget = Steps::new(100_000);
    let run = iterate::<Polyhedron>(&stairs(), &[], None, &mut budget).expect("ends");
    assert!(!run.excludes_end(&stairs()));
    let hint = Hint { head: 1, step: 2, instead: Instead::Union };
    assert_eq!(weakest(&stairs(), &[], &run), Loss::Widened(hint));
    let better = iterate(&stairs(), &[hint], Some(&run), &mut budget).expect("ends");
    assert!(better.excludes_end(&stairs()));
}

/// Tests figure 1(b) of [GR]: `m` is the last index `x` below `n` at which a search found something.
#[test]
fn sets_of_polyhedra_exclude_what_a_polyhedron_does_not() {
    let [x, m, n] = [X, Y, N].map(Linear::variable);
    let one = Linear::constant(1);
    let next = || vec![assume(&(&x + &one), &n), Statement::Assign(X, &x + &one)];
    let found =
        vec![assume(&(&x + &one), &n), Statement::Assign(Y, x.clone()), Statement::Assign(X, &x + &one)];
    let last = vec![assume(&n, &x), assume(&one, &n), assume(&n, &m)];
    let search = a_loop(vec![is(X, 0), is(Y, 0)], vec![next(), found], last);
    let mut budget = Steps::new(100_000);
    let run = iterate::<Polyhedron>(&search, &[], None, &mut budget).expect("ends");
    assert!(!run.excludes_end(&search));
    assert_eq!(weakest(&search, &[], &run), Loss::Joined);
    let plan = Plan { hints: 3, alternatives: 3, steps: 20_000 };
    let hints = refined::<Polyhedra, _>(&search, plan, &mut budget, |_, hints, _| Some(hints.to_vec()));
    assert!(matches!(hints, Refined::Excluded(_)), "{hints:?}");
}

#[test]
fn what_runs_reach_is_not_refined() {
    let reached = Transitions { last: vec![is(X, 4), is(Y, 4)], ..stairs() };
    let plan = Plan { hints: 3, alternatives: 3, steps: 20_000 };
    let said = refined::<Polyhedron, ()>(&reached, plan, &mut Steps::new(100_000), |_, _, _| None);
    assert!(matches!(said, Refined::Reached), "{said:?}");
}

/// Tests that the value of the first variable is forgotten after it is read for the last time.
#[test]
fn what_nothing_reads_is_forgotten() {
    let [x, y] = [X, Y].map(Linear::variable);
    let body = vec![Statement::Assign(X, y.clone()), Statement::Assign(Y, &y + &Linear::constant(1))];
    let system = a_loop(vec![is(X, 0), Statement::Assign(Y, x)], vec![body], vec![is(Y, -1)]);
    let run = |system: &Transitions| iterate::<Polyhedron>(system, &[], None, &mut Steps::new(10_000));
    let (whole, live) = (system.clone(), system.forgetting_dead());
    assert_eq!(live.ways[0].statements.last(), Some(&Statement::Forget(X)));
    assert_eq!(live.ways[1].statements[0], Statement::Forget(X));
    let constraints = |system: &Transitions| run(system).expect("ends").result[1].constraints().len();
    assert_eq!((constraints(&whole), constraints(&live)), (3, 1));
    assert!(run(&live).expect("ends").excludes_end(&live));
}

fn statement() -> impl Strategy<Value = Statement> {
    prop_oneof![
        3 => constraint().prop_map(Statement::Assume),
        1 => linear().prop_map(Statement::AssumeNot),
        4 => (0..3_u32, linear()).prop_map(|(variable, value)| Statement::Assign(variable, value)),
    ]
}

fn loops() -> impl Strategy<Value = Transitions> {
    let statements = |most| prop::collection::vec(statement(), 0..most);
    (statements(4), prop::collection::vec(statements(4), 1..3), statements(3))
        .prop_map(|(start, bodies, last)| a_loop(start, bodies, last))
}

fn hints() -> impl Strategy<Value = Vec<Hint>> {
    let instead = prop_oneof![Just(Instead::Union), Just(Instead::Connector)];
    let hint = (1..4_usize, instead).prop_map(|(step, instead)| Hint { head: 1, step, instead });
    prop::collection::vec(hint, 0..3)
}

/// Returns the point after some statements, or None if an assumption stops the run.
fn after(point: &Point, statements: &[Statement]) -> Option<Point> {
    statements.iter().try_fold(*point, |point, statement| match statement {
        Statement::Assume(constraint) => constraint.holds(at(&point)).then_some(point),
        Statement::AssumeNot(sum) => (value(sum, &point) != 0).then_some(point),
        Statement::Assign(variable, sum) => Some(with(&point, *variable, value(sum, &point))),
        Statement::Forget(_) => Some(point),
    })
}

/// Returns the points (values of the variables) with which runs from a small cube come to the head of the
/// loop in its first rounds.
fn seen(system: &Transitions) -> BTreeSet<Point> {
    let mut seen: BTreeSet<Point> =
        cube(3).filter_map(|point| after(&point, &system.ways[0].statements)).collect();
    for _ in 0..3 {
        let next: Vec<Point> = seen
            .iter()
            .flat_map(|point| system.ways[1..].iter().filter_map(|way| after(point, &way.statements)))
            .filter(|point| point.iter().all(|side| side.abs() < 1000))
            .collect();
        seen.extend(next);
    }
    seen
}

/// Tests that no run which ends in a system is excluded after dead values were forgotten.
fn keeps_what_ends<D: Domain>(system: &Transitions) {
    let live = system.clone().forgetting_dead();
    let run = iterate::<D>(&live, &[], None, &mut Steps::new(1_000_000)).expect("widening ends");
    let ends = seen(system).iter().any(|point| after(point, &system.last).is_some());
    assert!(!ends || !run.excludes_end(&live));
}

fn holds_what_is_seen<D: Domain>(system: &Transitions, hints: &[Hint]) {
    let mut budget = Steps::new(1_000_000);
    let first = iterate::<D>(system, &[], None, &mut budget).expect("widening ends");
    let second = iterate(system, hints, Some(&first), &mut budget);
    let seen = seen(system);
    for run in std::iter::once(&first).chain(&second) {
        let cases = run.result[1].cases();
        assert!(seen.iter().all(|point| inside(&cases, point)), "{cases:?}");
        let is_end = |point: &Point| after(point, &system.last).is_some();
        assert!(!run.excludes_end(system) || !seen.iter().any(is_end));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn runs_stay_inside(system in loops(), hints in hints()) {
        holds_what_is_seen::<Octagon>(&system, &hints);
        holds_what_is_seen::<Polyhedron>(&system, &hints);
        holds_what_is_seen::<Polyhedra>(&system, &hints);
        keeps_what_ends::<Polyhedron>(&system);
    }
}
