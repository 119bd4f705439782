//! Makes quick forms of expressions.

use super::{
    arithmetic::Range,
    expression::{Expression, Last, MOST_OPERATIONS, Operand, Operation},
    place::Row,
    slots::Variable,
};
use crate::{cells::width, code::Code};
use csieve_graph::{Cfg, ExprId, ExprKind, IntType, Meant, Type, UnaryOp, VarId, VarKind, reaches};

/// The operations for an expression so far.
struct Compiler<'c, 'g> {
    code: &'c Code<'g>,
    cfg: &'c Cfg,
    operations: Vec<Operation>,
    /// The operands for the parts of the expression, ascending by part.
    operands: Vec<(ExprId, Operand)>,
}

/// Returns the quick form of an expression; `None` if it has none.
pub(crate) fn expression(code: &Code<'_>, expr: ExprId) -> Option<Expression> {
    access(code, expr, 0).map(|(expression, _)| expression)
}

/// Returns the quick form of a pointer at which `bytes` bytes are accessed, with what the access must stay
/// inside of.
pub(crate) fn access(code: &Code<'_>, pointer: ExprId, bytes: i128) -> Option<(Expression, Box<[Row]>)> {
    let parts = code.parts(pointer);
    if parts.len() > MOST_OPERATIONS {
        return None;
    }
    let mut compiler = Compiler { code, cfg: code.cfg, operations: Vec::new(), operands: Vec::new() };
    for &part in parts {
        let operand = compiler.part(part)?;
        compiler.operands.push((part, operand));
    }
    let rows = if bytes > 0 { compiler.rows(pointer, bytes)? } else { Box::default() };
    let result = compiler.of(pointer)?;
    let mut operations = compiler.operations;
    let is_last = matches!(result, Operand::Register(index) if usize::from(index) + 1 == operations.len());
    let last = match if is_last { operations.pop() } else { None } {
        Some(operation) => Last::Operation(operation),
        None => Last::Operand(result),
    };
    Some((Expression { first: operations.into(), last }, rows))
}

/// Returns a variable if its values may be words.
pub(crate) fn variable(code: &Code<'_>, id: VarId) -> Option<Variable> {
    let var = code.cfg.var(id);
    range(var.ty)?;
    let is_global = var.kind == VarKind::Global;
    // Another function may know a global variable with another type.
    let width = if is_global { width(var.ty)? as u8 } else { 0 };
    let has_slot = !is_global && !code.addressed.contains(id.index());
    Some(Variable { id, ty: var.ty, width, has_slot })
}

/// Returns the range of a type whose values may be words.
pub(crate) fn range(ty: Type) -> Option<Range> {
    match ty {
        Type::Int(int) => Some(Range::of(int)),
        Type::Pointer => Some(Range::of(IntType::ULONG)),
        Type::Float(_) | Type::Unknown | Type::Void => None,
    }
}

impl Compiler<'_, '_> {
    fn of(&self, part: ExprId) -> Option<Operand> {
        let at = self.operands.binary_search_by_key(&part, |(known, _)| *known).ok()?;
        Some(self.operands[at].1)
    }

    fn push(&mut self, operation: Operation) -> Operand {
        self.operations.push(operation);
        Operand::Register(self.operations.len() as u8 - 1)
    }

    fn part(&mut self, id: ExprId) -> Option<Operand> {
        let cfg = self.cfg;
        let expr = cfg.expr(id);
        let operation = match &expr.kind {
            ExprKind::Const(number) => return Some(Operand::Number(*number)),
            ExprKind::Var(var) => return variable(self.code, *var).map(Operand::Variable),
            ExprKind::Seen(inner, _) => return self.of(*inner),
            ExprKind::Any(_) => match cfg.concrete.values.get(&id) {
                Some(Meant::Value(value)) => return self.of(*value),
                _ => return None,
            },
            ExprKind::Address(_) => Operation::Object(id),
            ExprKind::AddressOf(var) => Operation::AddressOf(*var),
            ExprKind::Inside { base, path, index } => return self.inside(id, *base, path, *index),
            ExprKind::Load(pointer) => {
                range(expr.ty)?;
                let rows = self.rows(*pointer, width(expr.ty)?)?;
                Operation::Load { pointer: self.of(*pointer)?, ty: expr.ty, rows }
            }
            ExprKind::Unary(op, a) => Operation::Unary(*op, Range::of(expr.ty.as_int()?), self.of(*a)?),
            ExprKind::Binary(op, a, b) => {
                let operands = [self.of(*a)?, self.of(*b)?];
                Operation::Binary(*op, Range::of(expr.ty.as_int()?), expr.ty, operands)
            }
            ExprKind::Cast(inner) => Operation::Cast(expr.ty, range(expr.ty)?, self.of(*inner)?),
        };
        Some(self.push(operation))
    }

    fn inside(&mut self, id: ExprId, base: ExprId, path: &str, index: Option<ExprId>) -> Option<Operand> {
        let (stride, base) = (self.cfg.sizes.stride(id).map(i128::from), self.of(base)?);
        let operation = match (path, index) {
            ("", None) => Operation::Member { base, bytes: 0 },
            ("", Some(index)) => {
                let (index, bytes) = self.distance(index, stride?)?;
                Operation::Element { base, index, bytes }
            }
            (_, None) => Operation::Member { base, bytes: stride? },
            (_, Some(_)) => return None,
        };
        Some(self.push(operation))
    }

    /// Returns an operand and a number of bytes whose product is `stride` times an index. The lowering writes
    /// `p - i` as `p + (-i)`; the negation is exact here, so that an unsigned index does not wrap.
    fn distance(&self, index: ExprId, stride: i128) -> Option<(Operand, i128)> {
        match self.cfg.expr(index).kind {
            ExprKind::Unary(UnaryOp::Neg, inner) => Some((self.of(inner)?, -stride)),
            _ => Some((self.of(index)?, stride)),
        }
    }

    /// Returns what an access of `bytes` bytes at a pointer must stay inside of.
    fn rows(&self, pointer: ExprId, bytes: i128) -> Option<Box<[Row]>> {
        let cfg = self.cfg;
        if !matches!(cfg.expr(pointer).kind, ExprKind::Inside { .. } | ExprKind::Seen(..) | ExprKind::Cast(_))
        {
            return Some(Box::default());
        }
        let reaches = reaches(&cfg.exprs, &cfg.sizes, pointer, bytes as u64).into_iter();
        let limited = reaches.filter_map(|reach| reach.extent.map(|extent| (extent, reach)));
        let rows = limited.map(|(extent, reach)| {
            let parts = reach.parts.iter().map(|(index, stride)| self.distance(*index, *stride));
            Some(Row {
                extent: extent.into(),
                constant: reach.constant,
                width: reach.width.into(),
                parts: parts.collect::<Option<_>>()?,
            })
        });
        rows.collect()
    }
}
