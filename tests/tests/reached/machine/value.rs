//! What expressions are worth.

use csieve_analysis::{
    cfg::{BinaryOp, ExprId, ExprKind, IntType, Type, UnaryOp},
    checks::Rule,
};

use super::{Machine, Object, Stop};

impl Machine<'_> {
    /// The value of an expression; reading a variable without a value is a misuse.
    pub(super) fn value(&mut self, expr: ExprId) -> Result<i128, Stop> {
        let node = self.cfg.expr(expr).clone();
        Ok(match node.kind {
            ExprKind::Const(value) => value,
            ExprKind::Var(var) if self.indeterminate[var.index()] => {
                return Err(Stop::Misuse(Rule::UninitializedRead));
            }
            ExprKind::Var(var) => self.vars[var.index()],
            ExprKind::Any(_) => self.any(node.ty),
            ExprKind::Address(name) => self.address((Object::Named(name), Vec::new(), 0)),
            ExprKind::AddressOf(var) => self.address((Object::Var(var), Vec::new(), 0)),
            ExprKind::Seen(inner, _) => self.value(inner)?,
            ExprKind::Inside { base, path, index } => {
                let base = self.value(base)?;
                let index = index.map_or(Ok(0), |index| self.value(index))?;
                match self.place(base).cloned() {
                    Some((object, mut steps, element)) if path.is_empty() => {
                        self.address((object, std::mem::take(&mut steps), element + index))
                    }
                    Some((object, mut steps, element)) => {
                        steps.push(format!("{element}.{path}"));
                        self.address((object, steps, 0))
                    }
                    None => base,
                }
            }
            ExprKind::Load(pointer) => {
                let pointer = self.value(pointer)?;
                self.load(pointer, node.ty)?
            }
            ExprKind::Unary(op, operand) => {
                let value = self.value(operand)?;
                let result = match op {
                    UnaryOp::Neg => -value,
                    UnaryOp::BitNot => !value,
                    UnaryOp::Not => i128::from(value == 0),
                };
                in_type(result, node.ty, op == UnaryOp::Neg)?
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let overflows = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
                in_type(binary(op, a, b, node.ty).ok_or(Stop::Silent)?, node.ty, overflows)?
            }
            ExprKind::Cast(inner) => converted(self.value(inner)?, node.ty),
        })
    }
}

/// A result in its type: signed overflow is undefined, other results wrap.
fn in_type(value: i128, ty: Type, overflows: bool) -> Result<i128, Stop> {
    match ty {
        Type::Int(int) if overflows && int.signed && (value < int.min() || value > int.max()) => {
            Err(Stop::Silent)
        }
        _ => Ok(converted(value, ty)),
    }
}

/// A value converted to a type; types that are not known hold all that 64 bits do.
pub(super) fn converted(value: i128, ty: Type) -> i128 {
    let int = match ty {
        Type::Int(IntType::BOOL) => return i128::from(value != 0),
        Type::Int(int) => int,
        Type::Pointer => IntType::ULONG,
        _ => IntType::LONG,
    };
    let low = value.rem_euclid(1 << int.bits);
    if low > int.max() { low - (1 << int.bits) } else { low }
}

fn binary(op: BinaryOp, a: i128, b: i128, ty: Type) -> Option<i128> {
    let shift = || u32::try_from(b).ok().filter(|by| *by < ty.as_int().map_or(64, |int| u32::from(int.bits)));
    Some(match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Shl => a.checked_shl(shift()?)?,
        BinaryOp::Shr => a >> shift()?,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Eq => i128::from(a == b),
        BinaryOp::Ne => i128::from(a != b),
        BinaryOp::Lt => i128::from(a < b),
        BinaryOp::Le => i128::from(a <= b),
        BinaryOp::Gt => i128::from(a > b),
        BinaryOp::Ge => i128::from(a >= b),
    })
}
