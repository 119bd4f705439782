//! The operators of C with two operands, on bit-vectors.

use super::{Meaning, is_signed, is_zero, width};
use csieve_graph::{BinaryOp, IntType, Type};

use crate::bits::{BinaryOp as BitOp, Comparison, TermId, Terms};

/// Returns the result of an operator with operands of these types, or None if the types are not supported.
/// `wrapv` says that signed overflow wraps. Arithmetic in [`IntType::WIDE`] must not need more bits than that
/// type has.
pub fn binary(
    terms: &mut Terms,
    op: BinaryOp,
    operands: [(TermId, Type); 2],
    ty: Type,
    wrapv: bool,
) -> Option<Meaning> {
    let own = width(ty)?;
    let [(x, type_x), (y, type_y)] = operands;
    if op.is_comparison() {
        if terms.width(x) != terms.width(y) {
            return None;
        }
        let truth = comparison(terms, op, [x, y], is_signed(type_x) && is_signed(type_y));
        return Some(Meaning::of(terms.extend(truth, own, false)));
    }
    let int = ty.as_int()?;
    if type_x.as_int().is_none() || type_y.as_int().is_none() || terms.width(x) != own {
        return None;
    }
    if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        return Some(shift(terms, op, [x, y], int));
    }
    if terms.width(y) != own {
        return None;
    }
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => Some(sum(terms, op, [x, y], int, wrapv)),
        BinaryOp::Div | BinaryOp::Rem if int == IntType::WIDE => None,
        BinaryOp::Div | BinaryOp::Rem => {
            let value = terms.binary(bit_operator(op, int.signed), x, y);
            let zero = is_zero(terms, y);
            Some(Meaning { value, requires: None, defined: Some(terms.not(zero)) })
        }
        _ => Some(Meaning::of(terms.binary(bit_operator(op, int.signed), x, y))),
    }
}

fn comparison(terms: &mut Terms, op: BinaryOp, [x, y]: [TermId; 2], signed: bool) -> TermId {
    let (less, at_most) =
        if signed { (Comparison::Slt, Comparison::Sle) } else { (Comparison::Ult, Comparison::Ule) };
    match op {
        BinaryOp::Lt => terms.compare(less, x, y),
        BinaryOp::Le => terms.compare(at_most, x, y),
        BinaryOp::Gt => terms.compare(less, y, x),
        BinaryOp::Ge => terms.compare(at_most, y, x),
        BinaryOp::Ne => {
            let equal = terms.compare(Comparison::Eq, x, y);
            terms.not(equal)
        }
        _ => terms.compare(Comparison::Eq, x, y),
    }
}

/// Returns a sum, difference or product. Signed overflow is undefined, so no run goes on after it.
fn sum(terms: &mut Terms, op: BinaryOp, [x, y]: [TermId; 2], int: IntType, wrapv: bool) -> Meaning {
    let bits = bit_operator(op, int.signed);
    let value = terms.binary(bits, x, y);
    let may_overflow = int.signed && !wrapv && int != IntType::WIDE;
    let requires = may_overflow.then(|| {
        let wide = if op == BinaryOp::Mul { 2 * int.bits } else { int.bits + 1 };
        let (x, y) = (terms.extend(x, wide, true), terms.extend(y, wide, true));
        let (exact, kept) = (terms.binary(bits, x, y), terms.extend(value, wide, true));
        terms.compare(Comparison::Eq, exact, kept)
    });
    Meaning { value, requires, defined: None }
}

/// Returns a shift. Its result may be any value if the count is negative or not below the width. Bits that
/// are shifted out are lost, also in signed types: C leaves that undefined, but compilers do not.
fn shift(terms: &mut Terms, op: BinaryOp, [x, by]: [TermId; 2], int: IntType) -> Meaning {
    let counted = terms.width(by);
    // A count with too few bits to represent the width is never too large.
    let is_few =
        (u128::from(int.bits) < 1_u128.checked_shl(u32::from(counted)).unwrap_or(u128::MAX)).then(|| {
            let bits = terms.constant(counted, u128::from(int.bits));
            terms.compare(Comparison::Ult, by, bits)
        });
    let by = terms.resize(by, int.bits, false);
    let value = terms.binary(bit_operator(op, int.signed), x, by);
    Meaning { value, requires: None, defined: is_few }
}

fn bit_operator(op: BinaryOp, signed: bool) -> BitOp {
    match op {
        BinaryOp::Add => BitOp::Add,
        BinaryOp::Sub => BitOp::Sub,
        BinaryOp::Mul => BitOp::Mul,
        BinaryOp::Div if signed => BitOp::Sdiv,
        BinaryOp::Div => BitOp::Udiv,
        BinaryOp::Rem if signed => BitOp::Srem,
        BinaryOp::Rem => BitOp::Urem,
        BinaryOp::Shl => BitOp::Shl,
        BinaryOp::Shr if signed => BitOp::Ashr,
        BinaryOp::Shr => BitOp::Lshr,
        BinaryOp::BitAnd => BitOp::And,
        BinaryOp::BitOr => BitOp::Or,
        _ => BitOp::Xor,
    }
}
