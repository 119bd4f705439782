//! Conditions that held when a function was called: `mode != 6`, `(options & 8) == 0`, `p->state != 0`.

use borsh::{BorshDeserialize, BorshSerialize};

use csieve_domains::interval::type_range;
use csieve_graph::{BinaryOp, ExprArena, ExprId, ExprKind, IntType, Type};

use super::ParamPath;

/// A condition of a summary case that callers may be able to decide: a value compared with a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Condition {
    /// The path to the compared value: an argument, or memory that is reached from an argument.
    pub path: ParamPath,
    /// The conversions applied to the value before it is compared, in order.
    pub through: Vec<Through>,
    /// The constant that the value is compared with.
    pub constant: i128,
    /// Whether the value equals the constant; otherwise it differs from the constant.
    pub is_equal: bool,
}

/// A conversion of a value before it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum Through {
    /// A conversion to an integer type.
    Cast(IntType),
    /// A bitwise AND with this mask, in this type.
    Bits(i128, IntType),
}

impl Condition {
    /// Returns whether the condition is about an argument itself, not about memory.
    pub fn is_of_argument(&self) -> bool {
        self.path.steps.is_empty()
    }

    /// Makes an expression that is 1 if the condition holds at a call, where `value` is the compared value.
    /// Returns `None` if `value` is any value, has an unexpected type, or is a constant that satisfies the
    /// condition.
    pub fn over(&self, exprs: &mut ExprArena, value: ExprId) -> Option<ExprId> {
        let mut known = match exprs.get(value).kind {
            ExprKind::Const(known) => Some(known),
            ExprKind::Any(_) => return None,
            _ => None,
        };
        let mut at = value;
        for through in &self.through {
            let Type::Int(_) = exprs.get(at).ty else { return None };
            known = known.map(|known| through.of(known));
            at = match *through {
                Through::Cast(to) => exprs.add(ExprKind::Cast(at), Type::Int(to)),
                Through::Bits(bits, ty) => {
                    let mask = exprs.constant(bits, ty);
                    exprs.binary(BinaryOp::BitAnd, at, mask, Type::Int(ty))
                }
            };
        }
        if known.is_some_and(|known| (known == self.constant) == self.is_equal) {
            return None;
        }
        let ty = exprs.get(at).ty;
        let constant = match ty {
            Type::Int(int) if type_range(ty).contains(self.constant) => exprs.constant(self.constant, int),
            Type::Pointer if self.constant == 0 => exprs.null(),
            _ => return None,
        };
        let op = if self.is_equal { BinaryOp::Eq } else { BinaryOp::Ne };
        Some(exprs.binary(op, at, constant, Type::INT))
    }
}

impl Through {
    fn of(self, value: i128) -> i128 {
        match self {
            Self::Cast(to) => to.wrapped(value),
            Self::Bits(bits, _) => value & bits,
        }
    }
}
