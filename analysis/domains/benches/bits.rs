//! Benchmarks of conditions on bit-vectors. They are conditions of paths of assignments to 32-bit variables,
//! with one condition after every second assignment.

use csieve_base::budget::Steps;
use csieve_domains::bits::{Answer, BinaryOp, Comparison, Model, TermId, Terms, minimal_core, solve};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const LENGTHS: [usize; 3] = [10, 50, 200];
const STEPS: u32 = 20_000;

/// The assignments of a path: an operator with its right operand, a constant or, if None, another variable.
const ASSIGNMENTS: [(BinaryOp, Option<u128>); 10] = [
    (BinaryOp::Add, Some(1)),
    (BinaryOp::Sub, None),
    (BinaryOp::And, Some(0xff)),
    (BinaryOp::Add, None),
    (BinaryOp::Mul, Some(12)),
    (BinaryOp::Ashr, Some(3)),
    (BinaryOp::Or, None),
    (BinaryOp::Sdiv, Some(10)),
    (BinaryOp::Xor, None),
    (BinaryOp::Shl, Some(2)),
];

/// Returns the conditions of a path and the values of the variables at its end.
fn path(length: usize) -> (Terms, Vec<TermId>, [TermId; 5]) {
    let mut terms = Terms::default();
    let mut variables = [32; 5].map(|width| terms.symbol(width).1);
    let mut conditions = Vec::new();
    for step in 0..length {
        let (to, from, other) = (step % 5, (step * 3 + 1) % 5, (step * 7 + 3) % 5);
        let (op, constant) = ASSIGNMENTS[step * 7 % 10];
        let operand = constant.map_or(variables[other], |value| terms.constant(32, value));
        variables[to] = terms.binary(op, variables[from], operand);
        if step % 2 == 1 {
            let bound = terms.constant(32, step as u128 * 1000);
            let condition = match step % 3 {
                0 => terms.compare(Comparison::Slt, variables[to], variables[other]),
                1 => terms.compare(Comparison::Ule, variables[from], bound),
                _ => terms.compare(Comparison::Eq, variables[to], bound),
            };
            // The path takes the branch that a run with the values below takes, so that it is feasible.
            let mut run = Model::default();
            for symbol in terms.symbols_of(&[condition]) {
                run.set(symbol, 4321 * u128::from(symbol.0 + 1));
            }
            let taken = run.evaluate(&terms, condition) == 1;
            conditions.push(if taken { condition } else { terms.not(condition) });
        }
    }
    (terms, conditions, variables)
}

/// Returns the conditions of a path whose last three conditions contradict each other.
fn infeasible(length: usize) -> (Terms, Vec<TermId>) {
    let (mut terms, mut conditions, [x, y, z, ..]) = path(length);
    for (left, right) in [(x, y), (y, z), (z, x)] {
        conditions.push(terms.compare(Comparison::Slt, left, right));
    }
    (terms, conditions)
}

#[divan::bench(args = LENGTHS, sample_count = 20)]
fn make(bencher: Bencher<'_, '_>, length: usize) {
    bencher.bench(|| path(black_box(length)));
}

#[divan::bench(args = LENGTHS, sample_count = 20)]
fn find_values(bencher: Bencher<'_, '_>, length: usize) {
    let (terms, conditions, _) = path(length);
    bencher.bench(|| {
        let answer = solve(black_box(&terms), &conditions, &mut Steps::new(STEPS));
        assert!(matches!(answer, Answer::Sat(_)), "a run takes this path");
    });
}

#[divan::bench(args = LENGTHS, sample_count = 20)]
fn refute(bencher: Bencher<'_, '_>, length: usize) {
    let (terms, conditions) = infeasible(length);
    bencher.bench(|| {
        let answer = solve(black_box(&terms), &conditions, &mut Steps::new(STEPS));
        assert!(matches!(answer, Answer::Unsat(_)), "no run takes this path");
    });
}

/// Measures the reduction of all conditions of a path to the three that contradict each other.
#[divan::bench(args = LENGTHS, sample_count = 20)]
fn minimise(bencher: Bencher<'_, '_>, length: usize) {
    let (terms, conditions) = infeasible(length);
    let all: Vec<usize> = (0..conditions.len()).collect();
    bencher.bench(|| minimal_core(black_box(&terms), &conditions, all.clone(), &mut Steps::new(STEPS)));
}
