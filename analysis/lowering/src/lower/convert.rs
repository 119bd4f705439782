//! Values, and the conversions between C's types.

use super::{
    Lowering,
    constant::Constant,
    ctype::{CType, Shape, common, promoted},
};
use csieve_graph::{BinaryOp, ExprId, ExprKind, IntType, Type};

/// An expression without side effects, with its C type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub expr: ExprId,
    pub ty: CType,
}

impl Lowering<'_> {
    /// Returns the type `int`.
    pub(super) fn int(&self) -> CType {
        CType::int(IntType::int_of(self.context.model))
    }

    /// Returns the type `long`.
    pub(super) fn long(&self) -> CType {
        CType::int(IntType::long_of(self.context.model))
    }

    /// Returns the type `size_t`.
    pub(super) fn size(&self) -> CType {
        CType::int(IntType::size_of(self.context.model))
    }

    /// Returns the type `ptrdiff_t`.
    pub(super) fn difference(&self) -> CType {
        CType::int(IntType::difference_of(self.context.model))
    }

    /// Returns a number that is passed as a `size_t` as a number of bytes, in a type in which products of sizes are exact.
    pub(super) fn as_bytes(&mut self, number: &Value) -> Value {
        let size = self.converted(number, &self.size());
        self.converted(&size, &CType::BYTES)
    }

    /// Returns an unknown value of a type.
    pub(super) fn any(&mut self, ty: &CType) -> Value {
        let graph_type = if ty.is_aggregate() { Type::Unknown } else { ty.ty() };
        Value { expr: self.graph.exprs().any(graph_type), ty: ty.decayed() }
    }

    /// Returns the value of an integer constant.
    pub(super) fn constant(&mut self, constant: Constant) -> Value {
        let expr = self.graph.exprs().constant(constant.value, constant.ty);
        Value { expr, ty: CType::int(constant.ty) }
    }

    /// Returns the integer constant that a value is, if it is one.
    pub(super) fn as_constant(&self, value: &Value) -> Option<Constant> {
        let expr = self.graph.exprs_ref().get(value.expr);
        match (&expr.kind, expr.ty) {
            (ExprKind::Const(value), Type::Int(ty)) => Some(Constant { value: *value, ty }),
            _ => None,
        }
    }

    /// Returns whether a value is true (not 0), if that is known: the value is a constant or the address of
    /// an object.
    pub(super) fn as_truth(&self, value: &Value) -> Option<bool> {
        match self.graph.exprs_ref().get(value.expr).kind {
            ExprKind::Const(value) => Some(value != 0),
            ExprKind::Address(_) | ExprKind::AddressOf(_) => Some(true),
            _ => None,
        }
    }

    /// Converts a value as an assignment to an object of type `to` does.
    pub(super) fn converted(&mut self, value: &Value, to: &CType) -> Value {
        self.convert(value, to, false)
    }

    /// Converts a value as a cast to type `to` does.
    pub(super) fn cast(&mut self, value: &Value, to: &CType) -> Value {
        self.convert(value, to, true)
    }

    fn convert(&mut self, value: &Value, to: &CType, explicit: bool) -> Value {
        let to = to.unqualified();
        let from = self.graph.exprs_ref().get(value.expr).ty;
        if let ExprKind::Any(_) = self.graph.exprs_ref().get(value.expr).kind {
            return self.converted_any(value, &to);
        }
        let expr = match (from, to.ty()) {
            (Type::Int(a), Type::Int(b)) if a == b => value.expr,
            (_, Type::Int(IntType::BOOL)) => self.truth_of(value.expr),
            (Type::Int(_) | Type::Pointer, Type::Int(int)) => match self.constant_of(value.expr) {
                Some(constant) => self.graph.exprs().constant(int.wrapped(constant), int),
                None => self.graph.exprs().add(ExprKind::Cast(value.expr), Type::Int(int)),
            },
            (Type::Int(_), Type::Pointer) => match self.constant_of(value.expr) {
                Some(constant) => {
                    let address = IntType::address_of(self.context.model).wrapped(constant);
                    self.graph.exprs().add(ExprKind::Const(address), Type::Pointer)
                }
                None => {
                    let number = self.as_address(value.expr);
                    let address = self.graph.exprs().add(ExprKind::Cast(number), Type::Pointer);
                    self.seen_as(address, &to)
                }
            },
            (Type::Pointer, Type::Pointer) if explicit && value.ty.target() != to.target() => {
                self.seen_as(value.expr, &to)
            }
            (Type::Pointer, Type::Pointer) => value.expr,
            (_, Type::Float(_)) if explicit => return self.cast_to_float(value, &to),
            (Type::Float(from), Type::Float(to)) if from == to => value.expr,
            (Type::Float(_), Type::Float(_)) => self.graph.exprs().add(ExprKind::Cast(value.expr), to.ty()),
            // Without a cast only a pointer converts to a pointer, so the unknown type must be a pointer
            // type.
            (Type::Unknown, Type::Pointer) | (Type::Pointer, Type::Unknown) if !explicit => value.expr,
            (Type::Unknown, Type::Unknown) if value.ty == to && to.shape != Shape::Unknown => value.expr,
            (Type::Unknown, Type::Unknown) => {
                // Two unknown types may differ in width. Zero is the only value that surely stays the same.
                let through = self.graph.exprs().add(ExprKind::Cast(value.expr), Type::Pointer);
                let through = self.seen_as(through, &to);
                self.graph.exprs().add(ExprKind::Cast(through), Type::Unknown)
            }
            (_, Type::Void) => value.expr,
            (_, Type::Pointer) => {
                let pointer = self.graph.exprs().add(ExprKind::Cast(value.expr), Type::Pointer);
                self.seen_as(pointer, &to)
            }
            (_, graph_type) => {
                let value = self.seen_as(value.expr, &to);
                self.graph.exprs().add(ExprKind::Cast(value), graph_type)
            }
        };
        Value { expr, ty: to }
    }

    /// Returns a number as wide as an address, as a conversion to a pointer makes it. The graph takes addresses for numbers of
    /// 64 bits.
    fn as_address(&mut self, number: ExprId) -> ExprId {
        let address = IntType::address_of(self.context.model);
        let is_whole = address.bits == 64 || self.graph.exprs_ref().get(number).ty == Type::Int(address);
        if is_whole { number } else { self.graph.exprs().add(ExprKind::Cast(number), Type::Int(address)) }
    }

    /// Marks a value with the type that it is cast to. The mark keeps apart members of two structures at the
    /// same pointer, and conversions to two unknown types. Constants are returned without a mark.
    fn seen_as(&mut self, expr: ExprId, to: &CType) -> ExprId {
        let inner = self.unseen(expr);
        if self.constant_of(inner).is_some() {
            return inner;
        }
        let ty = self.graph.exprs_ref().get(inner).ty;
        self.graph.exprs().add(ExprKind::Seen(inner, to.target().unwrap_or(to).outline()), ty)
    }

    fn constant_of(&self, expr: ExprId) -> Option<i128> {
        match self.graph.exprs_ref().get(expr).kind {
            ExprKind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Converts a value to `_Bool` by comparing it with zero.
    fn truth_of(&mut self, expr: ExprId) -> ExprId {
        if let Some(value) = self.constant_of(expr) {
            return self.graph.exprs().constant(i128::from(value != 0), IntType::BOOL);
        }
        let truth = self.is_set(expr);
        self.graph.exprs().add(ExprKind::Cast(truth), Type::Int(IntType::BOOL))
    }

    /// Returns the comparison `expr != 0` of type `int`.
    pub(super) fn is_set(&mut self, expr: ExprId) -> ExprId {
        let zero = self.zero(self.graph.exprs_ref().get(expr).ty);
        self.graph.exprs().binary(BinaryOp::Ne, expr, zero, Type::INT)
    }

    /// Returns the constant 0, or NULL, of a type.
    pub(super) fn zero(&mut self, ty: Type) -> ExprId {
        match ty {
            Type::Int(int) => self.graph.exprs().constant(0, int),
            Type::Pointer => self.graph.exprs().null(),
            _ => self.graph.exprs().constant(0, IntType::INT),
        }
    }

    /// Applies the integer promotions to a value.
    pub(super) fn promote(&mut self, value: &Value) -> Value {
        match value.ty.as_int() {
            Some(int) => self.converted(value, &CType::int(promoted(int, self.context.model))),
            None => value.clone(),
        }
    }

    /// Returns the common type of two arithmetic operands, or the unknown type if an operand is not
    /// arithmetic.
    pub(super) fn common_type(&self, left: &Value, right: &Value) -> CType {
        match (&left.ty.shape, &right.ty.shape) {
            (Shape::Int(a), Shape::Int(b)) => CType::int(common(*a, *b, self.context.model)),
            (Shape::Float(a), Shape::Float(b)) => CType::plain(Shape::Float(*a.max(b))),
            (Shape::Float(_), Shape::Int(_)) => left.ty.unqualified(),
            (Shape::Int(_), Shape::Float(_)) => right.ty.unqualified(),
            _ => CType::UNKNOWN,
        }
    }
}
