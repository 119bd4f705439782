//! Benchmarks of the costly operations on octagons and polyhedra.

use csieve_domains::relations::{Constraint, Domain, Linear, Octagon, Polyhedron};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Returns a generator of pseudo-random numbers from `-size` to `size`.
fn numbers(mut seed: u64, size: i64) -> impl FnMut() -> i64 {
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) as i64).rem_euclid(2 * size + 1) - size
    }
}

/// Returns a pseudo-random polyhedron that contains a pseudo-random integer point.
fn polyhedron(seed: u64, variables: u32, constraints: usize) -> Polyhedron {
    let mut number = numbers(seed, 2);
    let point: Vec<_> = (0..variables).map(|_| number()).collect();
    let mut element = Polyhedron::top(variables as usize);
    while element.constraints().len() < constraints {
        let expr = (0..variables).fold(Linear::default(), |sum, name| {
            let coefficient = if number() > 0 { number() } else { 0 };
            &sum + &Linear::term(coefficient, name)
        });
        let at = expr.evaluate(|name| point[name as usize].into());
        element.meet(&Constraint::at_most(&expr, &Linear::constant(at).plus(&number().abs().into())));
    }
    element
}

#[divan::bench]
fn octagon_meet_with_closure_at_20_variables(bencher: Bencher) {
    let mut number = numbers(7, 9);
    let mut element = Octagon::top(20);
    for name in 0..20 {
        let sum = &Linear::variable(name) + &Linear::term(if number() > 0 { 1 } else { -1 }, (name + 7) % 20);
        element.meet(&Constraint::at_most(&sum, &Linear::constant(20 + number())));
        element.meet(&Constraint::at_most(&Linear::term(-1, name), &Linear::constant(20 + number())));
    }
    let more = Constraint::at_most(&(&Linear::variable(3) + &Linear::variable(11)), &Linear::constant(5));
    bencher.with_inputs(|| element.clone()).bench_local_values(|mut element| {
        element.meet(black_box(&more));
        element
    });
}

#[divan::bench]
fn octagon_constraints_at_20_variables(bencher: Bencher) {
    let mut element = Octagon::top(20);
    for name in 0..20 {
        let sum = &Linear::variable(name) + &Linear::variable((name + 7) % 20);
        element.meet(&Constraint::at_most(&sum, &Linear::constant(20)));
        element.meet(&Constraint::at_most(&Linear::term(-1, name), &Linear::constant(i64::from(name))));
    }
    bencher.bench_local(|| black_box(&element).constraints());
}

#[divan::bench(args = [1, 2, 3, 4, 5, 6])]
fn hull_of_6_variables_with_10_constraints(bencher: Bencher, seed: u64) {
    let [one, other] = [seed, seed + 100].map(|seed| polyhedron(seed, 6, 10));
    bencher.bench_local(|| black_box(&one).join(black_box(&other)));
}

#[divan::bench(args = [1, 2, 3])]
fn hull_of_4_variables_with_6_constraints(bencher: Bencher, seed: u64) {
    let [one, other] = [seed, seed + 100].map(|seed| polyhedron(seed, 4, 6));
    bencher.bench_local(|| black_box(&one).join(black_box(&other)));
}

/// Measures the hull of two boxes. In each box, every second upper bound is larger by one.
#[divan::bench]
fn hull_of_boxes_of_8_variables(bencher: Bencher) {
    let cube = |from: i64, to: i64| {
        let mut element = Polyhedron::top(8);
        for name in 0..8 {
            let moved = i64::from(name % 2);
            element.meet(&Constraint::at_most(&Linear::constant(from), &Linear::variable(name)));
            element.meet(&Constraint::at_most(&Linear::variable(name), &Linear::constant(to + moved)));
        }
        element
    };
    let [one, other] = [cube(0, 3), cube(1, 4)];
    bencher.bench_local(|| black_box(&one).join(black_box(&other)));
}
