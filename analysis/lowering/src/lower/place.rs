//! Places: designations of objects that can be read, be written, or have their address taken.

use super::{
    Lowering,
    convert::Value,
    ctype::{CType, Shape},
};
use csieve_base::text::Span;
use csieve_graph::{Access, Action, BinaryOp, ExprId, ExprKind, MisuseKind, Type, VarId};

/// A place: the result of lowering an expression that designates an object (an lvalue).
#[derive(Clone, Debug)]
pub(super) enum Lvalue {
    /// A variable of the graph.
    Var { var: VarId, ty: CType },
    /// The memory that a pointer points to.
    Memory {
        pointer: ExprId,
        ty: CType,
        /// Whether the value of the object is not tracked: the object is `volatile`, a bit-field or a member
        /// of a union.
        hidden: bool,
        /// The span of the expression that designates the object.
        span: Span,
    },
    /// A value that designates no object, such as the result of a call.
    Value(Value),
}

impl Lvalue {
    pub(super) fn ty(&self) -> &CType {
        match self {
            Self::Var { ty, .. } | Self::Memory { ty, .. } => ty,
            Self::Value(value) => &value.ty,
        }
    }
}

impl Lowering<'_> {
    /// Reads a place: adds the dereference edge that the access needs, and returns the value of the object
    /// there.
    pub(super) fn read(&mut self, place: &Lvalue) -> Value {
        self.access(place, Access::Read);
        let value = self.current(place);
        if let Lvalue::Memory { span, .. } = place {
            self.learn_listed(&value, *span);
        }
        value
    }

    /// Returns the value of the object at a place. The edge for the access must have been added already.
    pub(super) fn current(&mut self, place: &Lvalue) -> Value {
        match place {
            Lvalue::Var { var, ty } => {
                let graph_type = self.graph.var_info(*var).ty;
                let expr = self.graph.exprs().var(*var, graph_type);
                Value { expr, ty: ty.unqualified() }
            }
            Lvalue::Memory { pointer, ty, hidden, .. } => match &ty.shape {
                Shape::Array(..) | Shape::Function(_) => {
                    self.note_array(*pointer, ty);
                    Value { expr: *pointer, ty: ty.decayed() }
                }
                Shape::Record(_) => self.object_value(*pointer, ty),
                _ if *hidden || ty.volatile => self.hidden_value(*pointer, ty),
                _ => Value {
                    expr: self.graph.exprs().add(ExprKind::Load(*pointer), ty.ty()),
                    ty: ty.unqualified(),
                },
            },
            Lvalue::Value(value) => value.clone(),
        }
    }

    /// Writes a value to a place. The value must have been converted, and the edge for the access added.
    pub(super) fn store(&mut self, place: &Lvalue, value: &Value, span: Span) {
        let action = match place {
            Lvalue::Var { var, .. } => Action::Assign { var: *var, value: value.expr },
            Lvalue::Memory { pointer, .. } => Action::Store { pointer: *pointer, value: value.expr },
            // A place without an object may be that of an unknown name, which may stand for any visible
            // variable.
            Lvalue::Value(_) => Action::Opaque { vars: self.scopes.visible_vars() },
        };
        self.step(action, span);
    }

    /// Adds the dereference edge that accessing a place needs, if any.
    pub(super) fn access(&mut self, place: &Lvalue, access: Access) {
        if let Lvalue::Memory { pointer, ty, span, .. } = place
            && !matches!(ty.shape, Shape::Array(..) | Shape::Function(_))
        {
            self.dereference(*pointer, access, *span);
            self.note_access(*pointer, ty, *span);
        }
    }

    /// Adds the edges for an access to the memory at a pointer: first a misuse edge if the pointer may be
    /// NULL, then the dereference.
    pub(super) fn dereference(&mut self, pointer: ExprId, access: Access, span: Span) {
        let root = self.root(pointer);
        match self.graph.exprs_ref().get(root).kind {
            ExprKind::Address(_) | ExprKind::AddressOf(_) => return,
            ExprKind::Const(value) if value != 0 => return,
            // Nothing in the function suggests that an unknown pointer is NULL.
            ExprKind::Any(_) => {}
            _ => self.dead_end(Action::Misuse { kind: MisuseKind::NullDereference, operand: root }, span),
        }
        self.step(Action::Deref { pointer: root, access }, span);
    }

    /// Removes the marks of the types that an expression was cast to.
    pub(super) fn unseen(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Seen(inner, _) = self.graph.exprs_ref().get(expr).kind {
            expr = inner;
        }
        expr
    }

    /// Returns the pointer from which a pointer was derived by member access, indexing, casts or addition.
    pub(super) fn root(&self, mut pointer: ExprId) -> ExprId {
        let exprs = self.graph.exprs_ref();
        loop {
            let expr = exprs.get(pointer);
            pointer = match expr.kind {
                ExprKind::Inside { base, .. } | ExprKind::Seen(base, _) => base,
                ExprKind::Cast(inner) if expr.ty == Type::Pointer && exprs.get(inner).ty == Type::Pointer => {
                    inner
                }
                // The operands must be pointers, although their types are not known.
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, _)
                    if expr.ty == Type::Unknown && exprs.get(left).ty == Type::Unknown =>
                {
                    left
                }
                _ => return pointer,
            };
        }
    }

    /// Returns the address of a place: `&place`.
    pub(super) fn address_of(&mut self, place: &Lvalue) -> Value {
        let expr = match place {
            Lvalue::Var { var, .. } => {
                self.graph.expose(*var);
                self.graph.exprs().add(ExprKind::AddressOf(*var), Type::Pointer)
            }
            Lvalue::Memory { pointer, .. } => *pointer,
            Lvalue::Value(value) => {
                return Value { expr: self.any(&CType::VOID.pointer()).expr, ty: value.ty.clone().pointer() };
            }
        };
        Value { expr, ty: place.ty().clone().pointer() }
    }

    /// Returns the place that a pointer points to.
    pub(super) fn target(&mut self, pointer: &Value, span: Span) -> Lvalue {
        let ty = pointer.ty.target().cloned().unwrap_or(CType::UNKNOWN);
        // `*&x` is the variable `x` itself, unless the pointer was cast to another type.
        let object = self.unseen(pointer.expr);
        if let ExprKind::AddressOf(var) = self.graph.exprs_ref().get(object).kind
            && ty.ty() == self.graph.var_info(var).ty
            && !ty.volatile
        {
            return Lvalue::Var { var, ty };
        }
        let hidden = ty.volatile;
        Lvalue::Memory { pointer: pointer.expr, ty, hidden, span }
    }
}
