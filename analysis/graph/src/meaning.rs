//! What an expression means, said once for all domains of values.
//!
//! Numbers of a run, terms over bit-vectors, intervals and operations of a compiled form are values of different
//! domains. Which parts an expression has, what a pointer is moved by, and which operator gets which types is the same
//! for all of them, and stands here. A kind of expression that is added does not compile until every domain has said
//! what it is there.

use std::convert::Infallible;

use super::{BinaryOp, Cfg, ExprId, ExprKind, Type, UnaryOp, VarId};

/// A part of an expression with its value in a domain.
#[derive(Clone, Copy, Debug)]
pub struct Part<V> {
    /// The part.
    pub id: ExprId,
    /// The type of the part.
    pub ty: Type,
    /// The value of the part.
    pub value: V,
}

/// The index of a pointer's element, apart from its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The number of elements.
    pub expr: ExprId,
    /// Whether the pointer is moved down. The graph has `p - i` as `p + (-i)`. That negation is exact, so that an
    /// unsigned index does not wrap.
    pub is_negated: bool,
}

impl Index {
    /// Returns what an operand of pointer arithmetic stands for.
    pub fn of(cfg: &Cfg, index: ExprId) -> Self {
        match cfg.expr(index).kind.as_negation() {
            Some(inner) => Self { expr: inner, is_negated: true },
            None => Self { expr: index, is_negated: false },
        }
    }
}

/// How far a pointer into an object is from the pointer that it was derived from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// At the same place.
    Nothing,
    /// At a member, which starts after this number of bytes; `None` if the layout is not known.
    Member(Option<u64>),
    /// At an element. An element has `stride` bytes; `None` if its size is not known.
    Elements {
        /// The number of elements.
        index: Index,
        /// The size of an element, in bytes.
        stride: Option<u64>,
    },
}

/// A domain of values in which expressions have a meaning.
#[allow(clippy::missing_errors_doc, reason = "`Stop` says once for all of them why there is no value")]
pub trait Domain {
    /// The value of an expression.
    type Value: Copy;
    /// Why an expression has no value: its evaluation ends the run, or the domain cannot express it.
    type Stop;

    /// Returns the value of a part, which was evaluated before.
    fn of(&self, part: ExprId) -> Result<Self::Value, Self::Stop>;

    /// Returns a number, which is in the range of its type. NULL is 0.
    fn constant(&mut self, number: i128, ty: Type) -> Result<Self::Value, Self::Stop>;

    /// Returns the value of a scalar variable.
    fn variable(&mut self, var: VarId, ty: Type) -> Result<Self::Value, Self::Stop>;

    /// Returns the value of an expression that may be anything in the graph.
    fn any(&mut self, id: ExprId, ty: Type) -> Result<Self::Value, Self::Stop>;

    /// Returns the address of the object or function with a name, or of a string literal.
    fn object(&mut self, id: ExprId, name: &str) -> Result<Self::Value, Self::Stop>;

    /// Returns the address of a scalar variable.
    fn address_of(&mut self, id: ExprId, var: VarId) -> Result<Self::Value, Self::Stop>;

    /// Returns a pointer into the object that `base` leads to.
    fn moved(
        &mut self,
        id: ExprId,
        base: Part<Self::Value>,
        distance: Distance,
    ) -> Result<Self::Value, Self::Stop>;

    /// Returns the value in memory at a pointer. Not every domain has a value for the pointer.
    fn load(&mut self, id: ExprId, pointer: ExprId, ty: Type) -> Result<Self::Value, Self::Stop>;

    /// Returns the result of an operator with one operand.
    fn unary(&mut self, op: UnaryOp, operand: Part<Self::Value>, ty: Type)
    -> Result<Self::Value, Self::Stop>;

    /// Returns the result of an operator with two operands.
    fn binary(
        &mut self,
        op: BinaryOp,
        operands: [Part<Self::Value>; 2],
        ty: Type,
    ) -> Result<Self::Value, Self::Stop>;

    /// Returns a value converted to a type.
    fn cast(&mut self, operand: Part<Self::Value>, ty: Type) -> Result<Self::Value, Self::Stop>;

    /// Returns a value seen as another type.
    fn seen(&mut self, operand: Part<Self::Value>, _ty: Type) -> Result<Self::Value, Self::Stop> {
        Ok(operand.value)
    }
}

/// Returns the value of an expression in a domain that has the values of its parts.
///
/// # Errors
///
/// The expression has no value in the domain.
#[inline]
pub fn meaning<D: Domain>(cfg: &Cfg, id: ExprId, domain: &mut D) -> Result<D::Value, D::Stop> {
    let expr = cfg.expr(id);
    let ty = expr.ty;
    match &expr.kind {
        ExprKind::Const(number) => domain.constant(*number, ty),
        ExprKind::Var(var) => domain.variable(*var, ty),
        ExprKind::Any(_) => domain.any(id, ty),
        ExprKind::Address(name) => domain.object(id, name),
        ExprKind::AddressOf(var) => domain.address_of(id, *var),
        ExprKind::Inside { base, path, index } => {
            let distance = match index {
                None if path.is_empty() => Distance::Nothing,
                None => Distance::Member(cfg.sizes.stride(id)),
                Some(index) => {
                    Distance::Elements { index: Index::of(cfg, *index), stride: cfg.sizes.stride(id) }
                }
            };
            let base = part(cfg, *base, domain)?;
            domain.moved(id, base, distance)
        }
        ExprKind::Load(pointer) => domain.load(id, *pointer, ty),
        ExprKind::Unary(op, operand) => {
            let operand = part(cfg, *operand, domain)?;
            domain.unary(*op, operand, ty)
        }
        ExprKind::Binary(op, a, b) => {
            let operands = [part(cfg, *a, domain)?, part(cfg, *b, domain)?];
            domain.binary(*op, operands, ty)
        }
        ExprKind::Cast(operand) => {
            let operand = part(cfg, *operand, domain)?;
            domain.cast(operand, ty)
        }
        ExprKind::Seen(operand, _) => {
            let operand = part(cfg, *operand, domain)?;
            domain.seen(operand, ty)
        }
    }
}

/// Returns the value of an expression in a domain where every expression has one.
#[inline]
pub fn total_meaning<D: Domain<Stop = Infallible>>(cfg: &Cfg, id: ExprId, domain: &mut D) -> D::Value {
    match meaning(cfg, id, domain) {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

#[inline]
fn part<D: Domain>(cfg: &Cfg, id: ExprId, domain: &D) -> Result<Part<D::Value>, D::Stop> {
    Ok(Part { id, ty: cfg.expr(id).ty, value: domain.of(id)? })
}
