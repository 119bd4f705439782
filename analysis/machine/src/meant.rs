//! Values of expressions that stand for any value in the graph, but of which it is known what they mean.

use super::{
    bits::bit_field,
    evaluate::{Values, among},
    inputs::Host,
    outcome::Followed,
    state::Machine,
    value::{Known, Value},
};
use csieve_graph::{BinaryOp, ExprId, IntType, Meant};

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the value of an expression that stands for any value in the graph.
    pub(crate) fn meant(&mut self, id: ExprId, values: &Values<H::Shadow>) -> Followed<Value<H::Shadow>> {
        let Some(meant) = self.cfg().concrete.values.get(&id) else { return Ok(Value::unknown()) };
        let of = |id: ExprId| among(values, id).known;
        Ok(match meant {
            Meant::Value(value) => among(values, *value),
            Meant::Bits(pointer) => match bit_field(self.cfg(), *pointer) {
                Some((record, bits)) => self.read_bits(of(record), bits)?,
                None => Value::unknown(),
            },
            Meant::Real(bits) => Value::plain(Known::Real(*bits)),
            Meant::Result(call) => self.returned_by(*call),
            Meant::Argument(edge) => self.fetched(*edge),
            Meant::Object { .. } => Value::unknown(),
            Meant::Elements { bytes, size } => counted(of(*bytes), i128::from(*size)),
            Meant::Exact { op, operands: [a, b], ty, overflows } => {
                exact(*op, [of(*a), of(*b)], *ty, *overflows).map_or_else(Value::unknown, Value::number)
            }
        })
    }
}

/// Returns how many elements of `size` bytes lie between two pointers. Unknown if the distance is no multiple
/// of the size: C leaves that undefined.
fn counted<S: Default>(bytes: Known, size: i128) -> Value<S> {
    match bytes.as_number() {
        Some(bytes) if bytes % size == 0 => Value::number(bytes / size),
        _ => Value::unknown(),
    }
}

/// Returns the exact result of an operator wrapped to a type, or whether it overflows the type.
fn exact(op: BinaryOp, [a, b]: [Known; 2], ty: IntType, overflows: bool) -> Option<i128> {
    let (Known::Number(a), Known::Number(b)) = (a, b) else { return None };
    // What does not fit into 128 bits fits into no type, and its lowest bits are right nevertheless.
    let (result, is_cut) = match op {
        BinaryOp::Add => a.overflowing_add(b),
        BinaryOp::Sub => a.overflowing_sub(b),
        BinaryOp::Mul => a.overflowing_mul(b),
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => return None,
        BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => return None,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            return None;
        }
    };
    let fits = !is_cut && (ty.min()..=ty.max()).contains(&result);
    let low = result & ((1 << ty.bits) - 1);
    Some(if overflows { i128::from(!fits) } else { ty.wrapped(low) })
}

#[cfg(test)]
mod tests {
    use super::exact;
    use crate::value::Known;
    use csieve_graph::{BinaryOp, IntType};

    #[test]
    fn results_are_exact() {
        let of = |op: BinaryOp, a: i128, b: i128, ty: IntType| {
            let operands = [Known::Number(a), Known::Number(b)];
            (exact(op, operands, ty, true), exact(op, operands, ty, false))
        };
        let (int, unsigned, long) = (IntType::INT, IntType::UINT, IntType::ULONG);
        assert_eq!(of(BinaryOp::Add, int.max(), 1, int), (Some(1), Some(int.min())));
        assert_eq!(of(BinaryOp::Sub, 1, 2, unsigned), (Some(1), Some(unsigned.max())));
        assert_eq!(of(BinaryOp::Mul, long.max(), long.max(), long), (Some(1), Some(1)));
        assert_eq!(of(BinaryOp::Mul, long.max(), 0, int), (Some(0), Some(0)));
        assert_eq!(exact(BinaryOp::Add, [Known::Nothing, Known::Number(1)], int, true), None);
    }
}
