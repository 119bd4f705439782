//! Tests that the solver of interval equations finds the least solution, and in few steps.

use csieve_base::budget::Steps;
use csieve_domains::{
    equations::{Silent, System, Trace, least_solution, traced},
    interval::Interval,
};
use proptest::prelude::*;

/// One term of the right-hand side of an equation. The right-hand side is the union of its terms.
#[derive(Clone, Debug)]
enum Term {
    Constant(i128, i128),
    /// The term `(x ⊓ [low, high]) · factor + step`.
    Step {
        from: usize,
        low: i128,
        high: i128,
        factor: i128,
        step: i128,
    },
    /// The term `x + y`.
    Sum(usize, usize),
    /// The term `x`, without one integer if that is an end of `x`, converted to a signed byte.
    Byte(usize, i128),
    /// The term `x / factor`, rounded inwards.
    Part(usize, i128),
}

#[derive(Debug)]
struct Equations(Vec<Vec<Term>>);

impl System for Equations {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn evaluate(&self, index: usize, values: &[Interval], trace: &mut dyn Trace) -> Interval {
        let mut union = Interval::EMPTY;
        for term in &self.0[index] {
            let value = match *term {
                Term::Constant(low, high) => Interval::new(low, high),
                Term::Step { from, low, high, factor, step } => {
                    let met = traced::meet(values[from], Interval::new(low, high), trace);
                    let scaled = traced::mul_const(met, factor, trace);
                    traced::add(scaled, Interval::point(step), trace)
                }
                Term::Sum(a, b) => traced::add(values[a], values[b], trace),
                Term::Byte(from, excluded) => {
                    let trimmed = traced::trim(values[from], &[excluded], trace);
                    traced::wrap(trimmed, csieve_graph::IntType { bits: 8, signed: true }, trace)
                }
                Term::Part(from, factor) => traced::divide_inward(values[from], factor, trace),
            };
            union = traced::hull(union, value, trace);
        }
        union
    }
}

fn term(count: usize) -> impl Strategy<Value = Term> {
    let step = (0..count, -60_i128..40, 0_i128..90, prop::sample::select(vec![1, 1, 1, -1, 2]), -5_i128..6);
    prop_oneof![
        (-20_i128..20, 0_i128..5).prop_map(|(low, length)| Term::Constant(low, low + length)),
        step.prop_map(|(from, low, length, factor, step)| Term::Step {
            from,
            low,
            high: low + length,
            factor,
            step
        }),
        (0..count, 0..count).prop_map(|(a, b)| Term::Sum(a, b)),
        (0..count, -10_i128..10).prop_map(|(from, excluded)| Term::Byte(from, excluded)),
        (0..count, 1_i128..4).prop_map(|(from, factor)| Term::Part(from, factor)),
    ]
}

fn systems() -> impl Strategy<Value = Equations> {
    (1_usize..6).prop_flat_map(|count| {
        prop::collection::vec(prop::collection::vec(term(count), 1..4), count).prop_map(Equations)
    })
}

/// Returns the solution of Kleene iteration without jumps, if it ends within 3000 evaluations of all
/// equations.
fn kleene(system: &Equations) -> Option<Vec<Interval>> {
    let mut values = vec![Interval::EMPTY; system.len()];
    for _ in 0..3000 {
        let before = values.clone();
        for index in 0..system.len() {
            values[index] = values[index].hull(system.evaluate(index, &values, &mut Silent));
        }
        if values == before {
            return Some(values);
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_result_is_a_solution_and_the_least(system in systems()) {
        let Some(solution) = least_solution(&system, &mut Steps::new(20_000)) else {
            return Ok(());
        };
        for index in 0..system.len() {
            let value = system.evaluate(index, &solution.values, &mut Silent);
            prop_assert_eq!(value, solution.values[index], "equation {}", index);
        }
        if let Some(expected) = kleene(&system) {
            prop_assert_eq!(solution.values, expected);
        }
    }
}

/// Returns the right-hand side of `x = 0 ⊔ ((x ⊓ [-∞, high]) + step)`.
fn counter(high: i128, step: i128) -> Vec<Term> {
    vec![Term::Constant(0, 0), Term::Step { from: 0, low: Interval::NEG_INFINITY, high, factor: 1, step }]
}

fn solved(system: &Equations) -> (Vec<Interval>, u32) {
    let mut budget = Steps::new(20_000);
    let solution = least_solution(system, &mut budget).expect("it is solved within the budget");
    (solution.values, 20_000 - budget.left())
}

#[test]
fn big_counters_take_few_steps() {
    let (values, steps) = solved(&Equations(vec![counter(999_999, 1)]));
    assert_eq!(values, [Interval::new(0, 1_000_000)]);
    assert!(steps < 200, "{steps}");
    let (values, _) = solved(&Equations(vec![counter(1_000_000, 3)]));
    assert_eq!(values, [Interval::new(0, 1_000_003)]);
}

#[test]
fn unbounded_counters_are_infinite() {
    let (values, steps) = solved(&Equations(vec![counter(Interval::POS_INFINITY, 7)]));
    assert_eq!(values, [Interval::at_least(0)]);
    assert!(steps < 1000, "{steps}");
}

#[test]
fn nested_loops_take_few_steps() {
    let inner = vec![
        Term::Constant(0, 0),
        Term::Step { from: 1, low: Interval::NEG_INFINITY, high: 4999, factor: 1, step: 1 },
    ];
    let sum = vec![Term::Sum(0, 1)];
    let (values, steps) = solved(&Equations(vec![counter(99_999, 1), inner, sum]));
    assert_eq!(values, [Interval::new(0, 100_000), Interval::new(0, 5000), Interval::new(0, 105_000)]);
    assert!(steps < 1000, "{steps}");
}
