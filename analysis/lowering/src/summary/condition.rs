//! What held of a value when a function was called: `mode != 6`, `(options & 8) == 0`, `p->state != 0`.

use csieve_domains::interval::type_range;
use csieve_graph::{BinaryOp, ExprArena, ExprId, ExprKind, IntType, Type};

use super::ParamPath;

/// A condition that callers may be able to decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Where the value is found: an argument, or memory that one leads to.
    pub path: ParamPath,
    /// What is done to it before it is compared, in order.
    pub through: Vec<Through>,
    /// What it is compared with.
    pub constant: i128,
    /// Whether it is that; else it is not.
    pub is_equal: bool,
}

/// What is done to a value before it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Through {
    /// It is converted.
    Cast(IntType),
    /// These of its bits are kept, in this type.
    Bits(i128, IntType),
}

impl Condition {
    /// Whether it is about an argument, and not about memory.
    pub fn is_of_argument(&self) -> bool {
        self.path.steps.is_empty()
    }

    /// The condition over a value that is found at a call, as an expression that is 1 where it holds; none if nothing can be
    /// said of it, or it holds anyway.
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
