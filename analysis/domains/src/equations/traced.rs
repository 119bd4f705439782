//! The interval operators, with a trace of the linear piece that gave the result of each.
//!
//! Between two lists of operands with the same trace, the bounds of the result are the same linear function
//! of the bounds of the operands, provided that the operands only grow in between. The reason is that every
//! recorded choice is a comparison of bounds, and a linear comparison that holds at both ends of a segment
//! holds on all of it.

use csieve_graph::IntType;

use crate::interval::Interval;

use super::Trace;

/// Returns a code that says which bounds of an interval are infinite, and whether the interval is empty.
#[inline]
fn shape(value: Interval) -> u64 {
    match value.bounds() {
        None => 0,
        Some((low, high)) => {
            1 | u64::from(low == Interval::NEG_INFINITY) << 1 | u64::from(high == Interval::POS_INFINITY) << 2
        }
    }
}

/// Returns the smallest interval that contains both intervals, and records from which of them each bound
/// comes.
pub fn hull(a: Interval, b: Interval, trace: &mut (impl Trace + ?Sized)) -> Interval {
    choice(a, b, trace);
    a.hull(b)
}

/// Returns the integers that are in both intervals, and records from which of them each bound comes.
pub fn meet(a: Interval, b: Interval, trace: &mut (impl Trace + ?Sized)) -> Interval {
    choice(a, b, trace);
    let result = a.meet(b);
    trace.note(shape(result));
    result
}

/// Records how the bounds of two intervals compare.
fn choice(a: Interval, b: Interval, trace: &mut (impl Trace + ?Sized)) {
    let order = match (a.bounds(), b.bounds()) {
        (Some((low_a, high_a)), Some((low_b, high_b))) => {
            8 | u64::from(low_a <= low_b) | u64::from(high_a <= high_b) << 1
        }
        _ => 0,
    };
    trace.note(order << 6 | shape(a) << 3 | shape(b));
}

/// Returns an interval of all sums of two integers of the operands, and records which bounds are infinite.
pub fn add(a: Interval, b: Interval, trace: &mut (impl Trace + ?Sized)) -> Interval {
    trace.note(shape(a) << 3 | shape(b));
    a.add(b)
}

/// Returns an interval of all differences of two integers of the operands, and records which bounds are
/// infinite.
pub fn sub(a: Interval, b: Interval, trace: &mut (impl Trace + ?Sized)) -> Interval {
    trace.note(shape(a) << 3 | shape(b));
    a.sub(b)
}

/// Returns an interval of all products with the constant `factor`, and records which bounds are infinite.
pub fn mul_const(a: Interval, factor: i128, trace: &mut (impl Trace + ?Sized)) -> Interval {
    trace.note(shape(a));
    a.mul_const(factor)
}

/// Returns an interval of all products of two integers of the operands. If one operand is a single integer,
/// the product is linear in the other operand, and that integer is recorded. Otherwise the product is
/// [`opaque`].
pub fn mul(a: Interval, b: Interval, trace: &mut (impl Trace + ?Sized)) -> Interval {
    match (a.as_point(), b.as_point()) {
        (Some(factor), _) => {
            number(factor, trace);
            mul_const(b, factor, trace)
        }
        (_, Some(factor)) => {
            number(factor, trace);
            mul_const(a, factor, trace)
        }
        _ => opaque(a.mul(b), &[a, b], trace),
    }
}

/// Returns an interval converted to an integer type, and records by which multiple of `2^bits` the conversion
/// moves its integers.
pub fn wrap(a: Interval, ty: IntType, trace: &mut (impl Trace + ?Sized)) -> Interval {
    if ty == IntType::BOOL {
        return opaque(a.wrap(ty), &[a], trace);
    }
    trace.note(shape(a));
    match a.window(ty) {
        Some(window) => number(window, trace),
        None => trace.note(u64::MAX),
    }
    a.wrap(ty)
}

/// Removes the integers `excluded`, given in ascending order, from the ends of an interval. Records which
/// were removed.
pub fn trim(a: Interval, excluded: &[i128], trace: &mut (impl Trace + ?Sized)) -> Interval {
    let result = a.trim(excluded);
    if let Some((low, high)) = a.bounds() {
        let below = |bound: i128| excluded.partition_point(|value| *value < bound) as u64;
        trace.note(below(low));
        trace.note(below(high));
        let (kept_low, kept_high) = result.bounds().unwrap_or((low, high));
        trace.note(u64::from(kept_low == low) | u64::from(kept_high == high) << 1);
    }
    trace.note(shape(result));
    result
}

/// Returns the integers whose product with `factor` is in the interval. This operator is linear only for the
/// factors 1 and -1; otherwise it is [`opaque`].
pub fn divide_inward(a: Interval, factor: i128, trace: &mut (impl Trace + ?Sized)) -> Interval {
    let result = a.divide_inward(factor);
    if factor.abs() == 1 {
        trace.note(shape(a));
        result
    } else {
        opaque(result, &[a], trace)
    }
}

/// Returns a result that is not a linear function of its operands. The bounds of the operands are recorded,
/// so that only equal operands give the same trace.
pub fn opaque(result: Interval, operands: &[Interval], trace: &mut (impl Trace + ?Sized)) -> Interval {
    for operand in operands {
        if let Some((low, high)) = operand.bounds() {
            number(low, trace);
            number(high, trace);
        }
    }
    trace.note(shape(result));
    result
}

fn number(value: i128, trace: &mut (impl Trace + ?Sized)) {
    trace.note(value as u64);
    trace.note((value >> 64) as u64);
}
