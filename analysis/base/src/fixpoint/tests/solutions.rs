//! Tests of the results of the recursive strategy.

use super::super::{Limits, NEVER, Order, Plan, Stop, solve};
use super::interval::{FAR, Program, Step};
use crate::budget::Steps;

const PLAN: Plan = Plan { delay: 2, narrowing: 0 };
const NARROWED: Plan = Plan { narrowing: 1, ..PLAN };

/// The program `x = 0; while (x <= 9) x++;`. Node 1 is the loop head, node 3 comes after the loop.
fn counting() -> Program {
    let edges =
        [(0, 1, Step::Set(0)), (1, 2, Step::AtMost(9)), (2, 1, Step::Add(1)), (1, 3, Step::AtLeast(10))];
    Program::new(4, &edges)
}

#[test]
fn both_sides_of_a_diamond_are_joined() {
    let edges = [(0, 1, Step::Set(1)), (0, 2, Step::Set(5)), (1, 3, Step::Add(1)), (2, 3, Step::Keep)];
    let ranges = Program::new(4, &edges).solved(PLAN);
    assert_eq!(ranges[3], Some((2, 5)));
}

#[test]
fn a_bound_that_moves_is_given_up() {
    let program = counting();
    let ranges = program.solved(PLAN);
    assert_eq!(ranges[1], Some((0, FAR)));
    assert!(program.is_solved_by(&ranges));
}

#[test]
fn narrowing_recovers_the_bound() {
    let program = counting();
    let ranges = program.solved(NARROWED);
    assert_eq!((ranges[1], ranges[2], ranges[3]), (Some((0, 10)), Some((0, 9)), Some((10, 10))));
    assert!(program.is_solved_by(&ranges));
}

#[test]
fn thresholds_keep_the_bound() {
    let program = Program { thresholds: vec![-1, 10, 99], ..counting() };
    let ranges = program.solved(PLAN);
    assert_eq!((ranges[1], ranges[3]), (Some((0, 10)), Some((10, 10))));
    assert!(program.is_solved_by(&ranges));
}

#[test]
fn a_long_delay_needs_no_widening() {
    let ranges = counting().solved(Plan { delay: 20, narrowing: 0 });
    assert_eq!(ranges[1], Some((0, 10)));
}

#[test]
fn an_inner_loop_is_stable_before_the_outer_one_goes_on() {
    // x = 0; while (x <= 9) { while (x <= 4) x++; x++; }
    let edges = [
        (0, 1, Step::Set(0)),
        (1, 2, Step::AtMost(9)),
        (2, 3, Step::AtMost(4)),
        (3, 2, Step::Add(1)),
        (2, 4, Step::AtLeast(5)),
        (4, 1, Step::Add(1)),
        (1, 5, Step::AtLeast(10)),
    ];
    let program = Program::new(6, &edges);
    let exact = program.solved(Plan { delay: 20, narrowing: 0 });
    assert_eq!(exact[1..], [(0, 10), (0, 9), (0, 4), (5, 9), (10, 10)].map(Some));
    let ranges = program.solved(Plan { delay: 2, narrowing: 2 });
    assert_eq!(ranges, exact);
}

#[test]
fn a_loop_with_two_entries_is_solved() {
    let edges = [(0, 1, Step::Set(0)), (0, 2, Step::Set(7)), (1, 2, Step::Add(1)), (2, 1, Step::AtMost(20))];
    let program = Program::new(3, &edges);
    let ranges = program.solved(NARROWED);
    assert!(program.is_solved_by(&ranges));
    assert_eq!(ranges[2], Some((1, 21)));
}

#[test]
fn what_no_run_reaches_has_no_state() {
    let edges = [(0, 1, Step::Set(3)), (1, 2, Step::AtLeast(4)), (2, 3, Step::Keep)];
    assert_eq!(Program::new(4, &edges).solved(NARROWED)[2..], [None, None]);
}

#[test]
fn steps_that_run_out_leave_no_result() {
    let program = counting();
    assert_eq!(program.within(NARROWED, 12), Err(Stop::Exhausted));
    assert!(program.within(NARROWED, 100).is_ok());
}

#[test]
fn a_cancelled_iteration_leaves_no_result() {
    let program = counting();
    let (graph, mut steps) = (program.graph(), Steps::new(100));
    let order = Order::weak(&graph, [0]);
    let asked = std::cell::Cell::new(0);
    let cancel = || asked.replace(asked.get() + 1) == 3;
    let mut limits = Limits { steps: &mut steps, cancel: &cancel };
    let plan = Plan { delay: NEVER, narrowing: 0 };
    assert_eq!(solve((&graph, &order), plan, &mut &program, [0], &mut limits), Err(Stop::Cancelled));
}
