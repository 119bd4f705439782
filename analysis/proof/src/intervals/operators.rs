//! The operators in certificates over intervals.

use super::{
    bitwise::Bitwise,
    range::{Bound::At, Range},
};

/// An integer type by its name: `i32`, `u8`.
#[derive(Clone, Copy, Debug)]
struct Type {
    bits: u32,
    is_signed: bool,
}

impl Type {
    fn named(name: &str) -> Option<Self> {
        let is_signed = match name.get(..1)? {
            "i" => true,
            "u" => false,
            _ => return None,
        };
        let bits: u32 = name[1..].parse().ok()?;
        // Each type has a single spelling, so `i08` is none.
        ((1..=64).contains(&bits) && name[1..] == bits.to_string()).then_some(Self { bits, is_signed })
    }

    fn least(self) -> i128 {
        if self.is_signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    fn range(self) -> Range {
        Range::between(self.least(), self.least() + (1 << self.bits) - 1)
    }

    /// Returns the range `of` after conversion to the type. The result is exact if conversion moves all
    /// integers of `of` by the same distance, and otherwise the whole range of the type.
    fn converted(self, of: Range) -> Range {
        let moved = |value: i128| value.checked_sub(self.least()).map(|above| above >> self.bits);
        match (of.low(), of.high()) {
            _ if of.is_empty() => of,
            (At(low), At(high)) if moved(low).is_some() && moved(low) == moved(high) => {
                let by = moved(low).unwrap_or(0) << self.bits;
                Range::between(low - by, high - by)
            }
            _ => self.range(),
        }
    }
}

/// Returns the range of an operator's results. The error says why the operator cannot be applied.
pub(crate) fn apply(name: &str, operands: &[Range]) -> Result<Range, String> {
    let found = match operands {
        [a] => unary(name, *a),
        [a, b] => binary(name, *a, *b)?,
        [a, by, bits] if name == "<<" || name == ">>" => Some(shift(name, *a, *by, number(*bits)?)),
        _ => None,
    };
    match found {
        Some(result) => Ok(result),
        None if name == "without" => without(operands),
        None => Err(format!("`{name}` with {} operands is no operator", operands.len())),
    }
}

fn unary(name: &str, of: Range) -> Option<Range> {
    Some(match name {
        "~" => of.negated().minus(Range::point(1)),
        "bool" => truth(of, of == Range::point(0), !of.contains(0)),
        "inside" => match of.contains(0) {
            _ if of.is_empty() => of,
            true => POINTERS.range(),
            false => POINTERS.range().without(&[0]),
        },
        "any" if of.is_empty() || of == Range::point(0) => of,
        "any" => Range::ALL,
        _ => Type::named(name)?.converted(of),
    })
}

/// The type of pointers as numbers. NULL is 0.
const POINTERS: Type = Type { bits: 64, is_signed: false };

fn binary(name: &str, a: Range, b: Range) -> Result<Option<Range>, String> {
    Ok(Some(match name {
        "+" => a.plus(b),
        "-" => a.minus(b),
        "*" => a.times(b),
        "/" => a.over(b),
        "%" => a.rest(b),
        "<<" => a.shifted_left(b),
        ">>" => a.shifted_right(b),
        "&" => Bitwise::And.results(a, b),
        "|" => Bitwise::Or.results(a, b),
        "^" => Bitwise::Xor.results(a, b),
        "meet" => a.meet(b),
        "inward" => match number(b)? {
            0 => return Err("the factor of `inward` is 0".to_owned()),
            factor => a.divided_inward(factor),
        },
        _ => match name.strip_prefix("within-") {
            Some(ty) => {
                let ty = Type::named(ty).ok_or_else(|| format!("`{ty}` is no type"))?;
                // Conversion to a type changes no value that the type can hold.
                if a.is_within(ty.range()) { a.meet(b) } else { a }
            }
            None => return Ok(comparison(name, a, b)),
        },
    }))
}

fn comparison(name: &str, a: Range, b: Range) -> Option<Range> {
    let (is_less, is_above) = (a.high() < b.low(), a.low() > b.high());
    let (is_at_most, is_at_least) = (a.high() <= b.low(), a.low() >= b.high());
    let is_same = a == b && a.as_point().is_some();
    let is_apart = is_less || is_above;
    let (never, always) = match name {
        "==" => (is_apart, is_same),
        "!=" => (is_same, is_apart),
        "<" => (is_at_least, is_less),
        "<=" => (is_above, is_at_most),
        ">" => (is_at_most, is_above),
        ">=" => (is_less, is_at_least),
        _ => return None,
    };
    Some(a.with(b, |_, _| truth(Range::TRUTH, never, always)))
}

/// Returns the possible truth values of a comparison: 0, 1 or both, and the empty range for an empty `of`.
fn truth(of: Range, never: bool, always: bool) -> Range {
    match (never, always) {
        _ if of.is_empty() => of,
        (true, _) => Range::point(0),
        (_, true) => Range::point(1),
        _ => Range::TRUTH,
    }
}

/// Returns the range of a shift in a type of this many bits. A count that may be negative or too large gives
/// any value.
fn shift(name: &str, of: Range, by: Range, bits: i128) -> Range {
    of.with(by, |of, by| match by.is_within(Range::between(0, bits.saturating_sub(1))) {
        false => Range::ALL,
        true if name == "<<" => of.shifted_left(by),
        true => of.shifted_right(by),
    })
}

fn without(operands: &[Range]) -> Result<Range, String> {
    let [of, excluded @ ..] = operands else { return Err("`without` needs an operand".to_owned()) };
    let excluded: Vec<i128> = excluded.iter().map(|value| number(*value)).collect::<Result<_, _>>()?;
    Ok(of.without(&excluded))
}

fn number(of: Range) -> Result<i128, String> {
    of.as_point().ok_or_else(|| "a number is missing".to_owned())
}
