//! Operators on numbers, without the reasons why a run ends.

use csieve_graph::{BinaryOp, IntType, UnaryOp};

/// An integer type with its smallest and its largest value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    low: i128,
    high: i128,
    int: IntType,
}

impl Range {
    /// Returns the range of a type.
    pub(crate) fn of(int: IntType) -> Self {
        Self { low: int.min(), high: int.max(), int }
    }

    fn has(&self, number: i128) -> bool {
        self.low <= number && number <= self.high
    }

    /// Returns a number converted to the type.
    pub(crate) fn converted(&self, number: i128) -> i128 {
        if self.has(number) || self.int == IntType::WIDE { number } else { self.int.wrapped(number) }
    }

    /// Returns the result of an operator in the type; `None` if it overflows.
    fn fitted(&self, result: i128, wrapv: bool) -> Option<i128> {
        if self.has(result) {
            Some(result)
        } else if !self.int.signed || wrapv && self.int != IntType::WIDE {
            Some(self.int.wrapped(result))
        } else {
            None
        }
    }
}

/// Returns the result of an operator; `None` if it is undefined or not known.
pub(crate) fn unary(op: UnaryOp, number: i128, range: &Range, wrapv: bool) -> Option<i128> {
    match op {
        UnaryOp::Neg => range.fitted(-number, wrapv),
        UnaryOp::BitNot => Some(range.int.wrapped(!number)),
        UnaryOp::Not => Some(i128::from(number == 0)),
    }
}

/// Returns the result of an operator on two numbers; `None` if it is undefined or not known.
#[inline]
pub(crate) fn binary(op: BinaryOp, a: i128, b: i128, range: &Range, wrapv: bool) -> Option<i128> {
    let truth = |holds: bool| Some(i128::from(holds));
    match op {
        BinaryOp::Add => range.fitted(a.checked_add(b)?, wrapv),
        BinaryOp::Sub => range.fitted(a.checked_sub(b)?, wrapv),
        BinaryOp::Mul => range.fitted(multiplied(a, b, range)?, wrapv),
        BinaryOp::Div | BinaryOp::Rem => divided(op, a, b, range),
        BinaryOp::Shl | BinaryOp::Shr => shifted(op, a, b, range, wrapv),
        BinaryOp::BitAnd => Some(range.int_of(a & b)),
        BinaryOp::BitOr => Some(range.int_of(a | b)),
        BinaryOp::BitXor => Some(range.int_of(a ^ b)),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
    }
}

impl Range {
    fn int_of(&self, bits: i128) -> i128 {
        if self.has(bits) { bits } else { self.int.wrapped(bits) }
    }
}

/// Multiplies two numbers; those of at most 64 bits are multiplied with one instruction. The low bits of a product of unsigned
/// numbers are right also where it does not fit into 128 bits.
fn multiplied(a: i128, b: i128, range: &Range) -> Option<i128> {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => Some(i128::from(a) * i128::from(b)),
        _ if !range.int.signed => Some(a.wrapping_mul(b)),
        _ => a.checked_mul(b),
    }
}

fn divided(op: BinaryOp, a: i128, b: i128, range: &Range) -> Option<i128> {
    let (a, b) = (i64::try_from(a).ok()?, i64::try_from(b).ok()?);
    // Quotients with these divisors may be undefined.
    if matches!(b, 0 | -1) {
        return None;
    }
    let quotient = i128::from(a / b);
    // The remainder is undefined too if the quotient overflows.
    if !range.has(quotient) {
        return None;
    }
    Some(if op == BinaryOp::Div { quotient } else { i128::from(a % b) })
}

fn shifted(op: BinaryOp, a: i128, b: i128, range: &Range, wrapv: bool) -> Option<i128> {
    let int = range.int;
    if b < 0 || b >= i128::from(int.bits) || int == IntType::WIDE {
        return None;
    }
    if op == BinaryOp::Shr {
        return Some(a >> b);
    }
    if int.signed && a < 0 && !wrapv {
        return None;
    }
    range.fitted(a << b, wrapv)
}

#[cfg(test)]
mod tests {
    use super::{BinaryOp, IntType, Range, UnaryOp, binary, unary};
    use crate::number;
    use csieve_graph::Type;

    const OPS: [BinaryOp; 16] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
    ];

    /// Returns numbers at and near the ends of the range of a type.
    fn interesting(int: IntType) -> Vec<i128> {
        let near = |number: i128| (-2..=2).map(move |by| number + by);
        let all = near(int.min()).chain(near(int.max())).chain(near(0)).chain([5, 31, 32, 63, 64, 1000]);
        all.filter(|number| (int.min()..=int.max()).contains(number)).collect()
    }

    #[test]
    fn quick_operators_agree_with_the_general_ones() {
        for bits in [1, 8, 16, 32, 64, 120] {
            for (signed, wrapv) in [(true, false), (false, false), (true, true)] {
                let int = IntType { bits, signed: signed && bits != 1 };
                let range = Range::of(int);
                for a in interesting(int) {
                    for op in [UnaryOp::Neg, UnaryOp::Not, UnaryOp::BitNot] {
                        let general = number::unary(op, a, Type::Int(int), wrapv).ok().flatten();
                        assert_eq!(unary(op, a, &range, wrapv), general, "{op:?} {a} {int:?}");
                    }
                    for b in interesting(int) {
                        for op in OPS {
                            let general = number::binary(op, [a, b], Type::Int(int), wrapv).ok().flatten();
                            let quick = binary(op, a, b, &range, wrapv);
                            let may_give_up = matches!(op, BinaryOp::Div | BinaryOp::Rem);
                            let is_same = quick == general || may_give_up && quick.is_none();
                            assert!(is_same, "{a} {op:?} {b} {int:?}: {quick:?}, not {general:?}");
                        }
                    }
                }
            }
        }
    }
}
