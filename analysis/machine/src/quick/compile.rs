//! Makes quick forms of expressions.

use super::{
    arithmetic::Range,
    expression::{Expression, Last, MOST_OPERATIONS, Operand, Operation},
    place::Row,
    slots::Variable,
};
use crate::{cells::width, code::Code};
use csieve_graph::{
    BinaryOp, Cfg, Distance, Domain, ExprId, ExprKind, Index, IntType, Meant, Part, Type, UnaryOp, VarId,
    VarKind, meaning, reaches,
};

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
        let operand = meaning(code.cfg, part, &mut compiler).ok()?;
        compiler.operands.push((part, operand));
    }
    let rows = if bytes > 0 { compiler.rows(pointer, bytes)? } else { Box::default() };
    let result = compiler.of(pointer).ok()?;
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
    let width = if is_global { width(var.ty, code.cfg.model)? as u8 } else { 0 };
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
    fn push(&mut self, operation: Operation) -> Operand {
        self.operations.push(operation);
        Operand::Register(self.operations.len() as u8 - 1)
    }

    /// Returns an operand and a number of bytes whose product is `stride` times an index.
    fn distance(&self, index: Index, stride: i128) -> Result<(Operand, i128), NotQuick> {
        Ok((self.of(index.expr)?, if index.is_negated { -stride } else { stride }))
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
            let parts =
                reach.parts.iter().map(|(index, stride)| self.distance(Index::of(cfg, *index), *stride).ok());
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

/// An expression has no quick form.
struct NotQuick;

/// The operand for an expression, if it has a quick form.
type Compiled = Result<Operand, NotQuick>;

/// The domain of quick forms: operands, and operations that give them.
impl Domain for Compiler<'_, '_> {
    type Value = Operand;
    type Stop = NotQuick;

    fn of(&self, part: ExprId) -> Compiled {
        let at = self.operands.binary_search_by_key(&part, |(known, _)| *known).map_err(|_| NotQuick)?;
        Ok(self.operands[at].1)
    }

    fn constant(&mut self, number: i128, _: Type) -> Compiled {
        Ok(Operand::Number(number))
    }

    fn variable(&mut self, var: VarId, _: Type) -> Compiled {
        variable(self.code, var).map(Operand::Variable).ok_or(NotQuick)
    }

    fn any(&mut self, id: ExprId, _: Type) -> Compiled {
        let Some(Meant::Value(value)) = self.cfg.concrete.values.get(&id) else { return Err(NotQuick) };
        self.of(*value)
    }

    fn object(&mut self, id: ExprId, _: &str) -> Compiled {
        Ok(self.push(Operation::Object(id)))
    }

    fn address_of(&mut self, _: ExprId, var: VarId) -> Compiled {
        Ok(self.push(Operation::AddressOf(var)))
    }

    fn moved(&mut self, _: ExprId, base: Part<Operand>, distance: Distance) -> Compiled {
        let base = base.value;
        let operation = match distance {
            Distance::Nothing => Operation::Member { base, bytes: 0 },
            Distance::Member(offset) => Operation::Member { base, bytes: offset.ok_or(NotQuick)?.into() },
            Distance::Elements { index, stride } => {
                let (index, bytes) = self.distance(index, stride.ok_or(NotQuick)?.into())?;
                Operation::Element { base, index, bytes }
            }
        };
        Ok(self.push(operation))
    }

    fn load(&mut self, _: ExprId, pointer: ExprId, ty: Type) -> Compiled {
        range(ty).ok_or(NotQuick)?;
        let rows =
            width(ty, self.code.cfg.model).and_then(|bytes| self.rows(pointer, bytes)).ok_or(NotQuick)?;
        let pointer = self.of(pointer)?;
        Ok(self.push(Operation::Load { pointer, ty, rows }))
    }

    fn unary(&mut self, op: UnaryOp, operand: Part<Operand>, ty: Type) -> Compiled {
        let range = Range::of(ty.as_int().ok_or(NotQuick)?);
        Ok(self.push(Operation::Unary(op, range, operand.value)))
    }

    fn binary(&mut self, op: BinaryOp, [a, b]: [Part<Operand>; 2], ty: Type) -> Compiled {
        let range = Range::of(ty.as_int().ok_or(NotQuick)?);
        Ok(self.push(Operation::Binary(op, range, ty, [a.value, b.value])))
    }

    fn cast(&mut self, operand: Part<Operand>, ty: Type) -> Compiled {
        let range = range(ty).ok_or(NotQuick)?;
        Ok(self.push(Operation::Cast(ty, range, operand.value)))
    }
}
