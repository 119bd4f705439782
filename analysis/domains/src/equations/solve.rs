//! Exact least solutions without widening, by Kleene iteration. A round of the iteration evaluates every
//! equation once. Certified jumps skip rounds whose effect is known.
//!
//! Let `N` rounds lead from a state `X` of the iteration to `X + d`, with a trace `T` of the linear pieces
//! that they evaluate. If `N` rounds from `X + m·d` have the same trace and add `d` as well, then so do `N`
//! rounds from all states in between: the states with trace `T` on that segment form an interval, and the map
//! is affine there. So the iteration itself would visit `X + m·d`, and a jump there does not change its
//! limit. If this holds beyond every bound of C, the limit is infinite.

use csieve_base::budget::Steps;

use crate::interval::Interval;

use super::{Path, Silent, System};

/// The number of rounds of the iteration before each attempt to jump.
const PLAIN_ROUNDS: usize = 4;

/// The numbers of rounds that are tried as the period `N` of a jump.
const PERIODS: [usize; 3] = [1, 2, 4];

/// The growth of a bound that counts as infinite. The integers of C end at 2^64; their products, up to 2^128,
/// are out of reach.
const HORIZON: i128 = 1 << 100;

/// The least solution of an equation system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The interval of the variable of every equation.
    pub values: Vec<Interval>,
}

/// The growth of every value over one period: by how much its lower bound falls and its upper bound rises.
type Growth = Vec<(i128, i128)>;

/// Returns the least solution, or None if the budget ends before it is found. One step is one round, an
/// evaluation of every equation.
pub fn least_solution(system: &dyn System, budget: &mut Steps) -> Option<Solution> {
    let mut values = vec![Interval::EMPTY; system.len()];
    loop {
        for _ in 0..PLAIN_ROUNDS {
            if !budget.take() {
                return None;
            }
            if !round(system, &mut values, &mut Silent) {
                return Some(Solution { values });
            }
        }
        for period in PERIODS {
            if jump(system, &mut values, period, budget)? {
                break;
            }
        }
    }
}

/// Evaluates every equation once, in order. Returns whether a value grew.
fn round(system: &dyn System, values: &mut [Interval], trace: &mut dyn super::Trace) -> bool {
    let mut grew = false;
    for index in 0..system.len() {
        let value = values[index].hull(system.evaluate(index, values, trace));
        grew |= value != values[index];
        values[index] = value;
    }
    grew
}

fn rounds(
    system: &dyn System,
    from: &[Interval],
    period: usize,
    budget: &mut Steps,
) -> Option<(Vec<Interval>, u64)> {
    let mut values = from.to_vec();
    let mut path = Path::default();
    for _ in 0..period {
        if !budget.take() {
            return None;
        }
        round(system, &mut values, &mut path);
    }
    Some((values, path.finish()))
}

/// Jumps: moves the values by a certified multiple of their growth over `period` rounds. Returns whether they
/// moved, or None if the budget ends first.
fn jump(system: &dyn System, values: &mut Vec<Interval>, period: usize, budget: &mut Steps) -> Option<bool> {
    let (next, path) = rounds(system, values, period, budget)?;
    let Some(growth) = growth(values, &next) else { return Some(false) };
    let holds = |factor: i128, budget: &mut Steps| -> Option<bool> {
        let Some(from) = moved(values, &growth, factor) else { return Some(false) };
        let (to, other) = rounds(system, &from, period, budget)?;
        Some(other == path && moved(values, &growth, factor + 1).is_some_and(|expected| expected == to))
    };
    let mut good = 0;
    let mut step = 1;
    while holds(good + step, budget)? {
        good += step;
        if good > HORIZON {
            *values = limit(values, &growth);
            return Some(true);
        }
        step *= 2;
    }
    while step > 1 {
        step /= 2;
        if holds(good + step, budget)? {
            good += step;
        }
    }
    if good > 0
        && let Some(target) = moved(values, &growth, good)
    {
        *values = target;
    }
    Some(good > 0)
}

/// Returns the growth of every bound. None if no bound grew, an empty value got integers, or the growth is
/// too large or infinite.
fn growth(from: &[Interval], to: &[Interval]) -> Option<Growth> {
    let mut growth = Vec::with_capacity(from.len());
    for (from, to) in from.iter().zip(to) {
        growth.push(match (from.bounds(), to.bounds()) {
            (None, None) => (0, 0),
            (Some((low, high)), Some((new_low, new_high))) => {
                (low.checked_sub(new_low)?, new_high.checked_sub(high)?)
            }
            _ => return None,
        });
    }
    let fits = growth.iter().all(|(low, high)| *low < HORIZON && *high < HORIZON);
    (fits && growth.iter().any(|step| *step != (0, 0))).then_some(growth)
}

/// Returns the values after `factor` times the growth; None if a bound overflows.
fn moved(values: &[Interval], growth: &Growth, factor: i128) -> Option<Vec<Interval>> {
    let bound = |bound: i128, by: i128| -> Option<i128> {
        if by == 0 { Some(bound) } else { bound.checked_add(by.checked_mul(factor)?) }
    };
    let pairs = values.iter().zip(growth);
    let all = pairs.map(|(value, (down, up))| match value.bounds() {
        None => Some(*value),
        Some((low, high)) => Some(Interval::new(bound(low, -down)?, bound(high, *up)?)),
    });
    all.collect()
}

/// Returns the values with every bound that grows replaced by infinity.
fn limit(values: &[Interval], growth: &Growth) -> Vec<Interval> {
    let pairs = values.iter().zip(growth);
    let all = pairs.map(|(value, (down, up))| match value.bounds() {
        None => *value,
        Some((low, high)) => Interval::new(
            if *down == 0 { low } else { Interval::NEG_INFINITY },
            if *up == 0 { high } else { Interval::POS_INFINITY },
        ),
    });
    all.collect()
}
