//! The interval operators with notes on which linear piece gave the result.
//!
//! Between two points with the same notes the bounds of the result are the same linear function of the
//! operands' bounds, provided that operands only grow on the way: every note is a comparison of bounds, and what
//! holds at both ends of a segment for a linear comparison holds between them.

use csieve_graph::IntType;

use crate::interval::Interval;

use super::Trace;

/// Which bounds are infinite, and whether there are any.
fn shape(value: Interval) -> u64 {
    match value.bounds() {
        None => 0,
        Some((low, high)) => {
            1 | u64::from(low == Interval::NEG_INFINITY) << 1 | u64::from(high == Interval::POS_INFINITY) << 2
        }
    }
}

/// The smallest interval that holds both.
pub fn hull(a: Interval, b: Interval, trace: &mut dyn Trace) -> Interval {
    choice(a, b, trace);
    a.hull(b)
}

/// What both hold.
pub fn meet(a: Interval, b: Interval, trace: &mut dyn Trace) -> Interval {
    choice(a, b, trace);
    let result = a.meet(b);
    trace.note(shape(result));
    result
}

/// Which of two intervals has the smaller bounds.
fn choice(a: Interval, b: Interval, trace: &mut dyn Trace) {
    let order = match (a.bounds(), b.bounds()) {
        (Some((low_a, high_a)), Some((low_b, high_b))) => {
            8 | u64::from(low_a <= low_b) | u64::from(high_a <= high_b) << 1
        }
        _ => 0,
    };
    trace.note(order << 6 | shape(a) << 3 | shape(b));
}

/// All sums.
pub fn add(a: Interval, b: Interval, trace: &mut dyn Trace) -> Interval {
    trace.note(shape(a) << 3 | shape(b));
    a.add(b)
}

/// All differences.
pub fn sub(a: Interval, b: Interval, trace: &mut dyn Trace) -> Interval {
    trace.note(shape(a) << 3 | shape(b));
    a.sub(b)
}

/// All products with a constant.
pub fn mul_const(a: Interval, factor: i128, trace: &mut dyn Trace) -> Interval {
    trace.note(shape(a));
    a.mul_const(factor)
}

/// All products; linear only if one operand is a single integer.
pub fn mul(a: Interval, b: Interval, trace: &mut dyn Trace) -> Interval {
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

/// Conversion to a type.
pub fn wrap(a: Interval, ty: IntType, trace: &mut dyn Trace) -> Interval {
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

/// Without some integers (ascending) at its ends.
pub fn trim(a: Interval, excluded: &[i128], trace: &mut dyn Trace) -> Interval {
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

/// The integers whose product with a constant is in the interval.
pub fn divide_inward(a: Interval, factor: i128, trace: &mut dyn Trace) -> Interval {
    let result = a.divide_inward(factor);
    if factor.abs() == 1 {
        trace.note(shape(a));
        result
    } else {
        opaque(result, &[a], trace)
    }
}

/// A result that is no linear function of its operands: it holds for just these.
pub fn opaque(result: Interval, operands: &[Interval], trace: &mut dyn Trace) -> Interval {
    for operand in operands {
        if let Some((low, high)) = operand.bounds() {
            number(low, trace);
            number(high, trace);
        }
    }
    trace.note(shape(result));
    result
}

fn number(value: i128, trace: &mut dyn Trace) {
    trace.note(value as u64);
    trace.note((value >> 64) as u64);
}
