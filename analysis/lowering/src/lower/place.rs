//! Places: what can be read, written, or have its address taken.

use super::{
    Lowering,
    convert::Value,
    ctype::{CType, Shape},
};
use csieve_base::text::Span;
use csieve_graph::{Access, Action, BinaryOp, ExprId, ExprKind, MisuseKind, Type, VarId};

/// An object of the program.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A variable of the graph.
    Var { var: VarId, ty: CType },
    /// Memory at a pointer.
    Memory {
        pointer: ExprId,
        ty: CType,
        /// Its value is not followed: `volatile`, a bit-field, a member of a union.
        hidden: bool,
        /// The expression that denotes it.
        span: Span,
    },
    /// Something that only has a value.
    Value(Value),
}

impl Place {
    pub(super) fn ty(&self) -> &CType {
        match self {
            Self::Var { ty, .. } | Self::Memory { ty, .. } => ty,
            Self::Value(value) => &value.ty,
        }
    }
}

impl Lowering<'_> {
    /// The value of a place; dereferences what has to be.
    pub(super) fn read(&mut self, place: &Place) -> Value {
        self.access(place, Access::Read);
        self.current(place)
    }

    /// The value of a place that has been accessed already.
    pub(super) fn current(&mut self, place: &Place) -> Value {
        match place {
            Place::Var { var, ty } => {
                let graph_type = self.graph.var_info(*var).ty;
                let expr = self.graph.exprs().var(*var, graph_type);
                Value { expr, ty: ty.unqualified() }
            }
            Place::Memory { pointer, ty, hidden, .. } => match &ty.shape {
                Shape::Array(..) | Shape::Function(_) => {
                    self.note_array(*pointer, ty);
                    Value { expr: *pointer, ty: ty.decayed() }
                }
                Shape::Record(_) => self.any(ty),
                _ if *hidden || ty.volatile => self.any(ty),
                _ => Value {
                    expr: self.graph.exprs().add(ExprKind::Load(*pointer), ty.ty()),
                    ty: ty.unqualified(),
                },
            },
            Place::Value(value) => value.clone(),
        }
    }

    /// Writes a converted value to a place that has been accessed already.
    pub(super) fn store(&mut self, place: &Place, value: &Value, span: Span) {
        let action = match place {
            Place::Var { var, .. } => Action::Assign { var: *var, value: value.expr },
            Place::Memory { pointer, .. } => Action::Store { pointer: *pointer, value: value.expr },
            // An unknown name may stand for any object in sight.
            Place::Value(_) => Action::Opaque { vars: self.scopes.visible_vars() },
        };
        self.step(action, span);
    }

    /// The dereference that an access to a place makes.
    pub(super) fn access(&mut self, place: &Place, access: Access) {
        if let Place::Memory { pointer, ty, span, .. } = place
            && !matches!(ty.shape, Shape::Array(..) | Shape::Function(_))
        {
            self.dereference(*pointer, access, *span);
            self.note_access(*pointer, ty, *span);
        }
    }

    /// Memory behind a pointer is accessed: the run ends here if the pointer is NULL.
    pub(super) fn dereference(&mut self, pointer: ExprId, access: Access, span: Span) {
        let root = self.root(pointer);
        match self.graph.exprs_ref().get(root).kind {
            ExprKind::Address(_) | ExprKind::AddressOf(_) => return,
            ExprKind::Const(value) if value != 0 => return,
            // Nothing in the function says that it can be NULL.
            ExprKind::Any(_) => {}
            _ => self.dead_end(Action::Misuse { kind: MisuseKind::NullDereference, operand: root }, span),
        }
        self.step(Action::Deref { pointer: root, access }, span);
    }

    /// The expression without notes about the type it is seen as.
    pub(super) fn unseen(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Seen(inner, _) = self.graph.exprs_ref().get(expr).kind {
            expr = inner;
        }
        expr
    }

    /// The pointer that a member, an element or a sum was derived from.
    pub(super) fn root(&self, mut pointer: ExprId) -> ExprId {
        let exprs = self.graph.exprs_ref();
        loop {
            let expr = exprs.get(pointer);
            pointer = match expr.kind {
                ExprKind::Inside { base, .. } | ExprKind::Seen(base, _) => base,
                ExprKind::Cast(inner) if expr.ty == Type::Pointer && exprs.get(inner).ty == Type::Pointer => {
                    inner
                }
                // Arithmetic on what must be a pointer, although its type is not known.
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, _)
                    if expr.ty == Type::Unknown && exprs.get(left).ty == Type::Unknown =>
                {
                    left
                }
                _ => return pointer,
            };
        }
    }

    /// `&place`
    pub(super) fn address_of(&mut self, place: &Place) -> Value {
        let expr = match place {
            Place::Var { var, .. } => {
                self.graph.expose(*var);
                self.graph.exprs().add(ExprKind::AddressOf(*var), Type::Pointer)
            }
            Place::Memory { pointer, .. } => *pointer,
            Place::Value(value) => {
                return Value { expr: self.any(&CType::VOID.pointer()).expr, ty: value.ty.clone().pointer() };
            }
        };
        Value { expr, ty: place.ty().clone().pointer() }
    }

    /// The object a pointer value leads to.
    pub(super) fn target(&mut self, pointer: &Value, span: Span) -> Place {
        let ty = pointer.ty.target().cloned().unwrap_or(CType::UNKNOWN);
        // `&x` spelled out again: the variable itself, unless it is seen through another type.
        let object = self.unseen(pointer.expr);
        if let ExprKind::AddressOf(var) = self.graph.exprs_ref().get(object).kind
            && ty.ty() == self.graph.var_info(var).ty
            && !ty.volatile
        {
            return Place::Var { var, ty };
        }
        let hidden = ty.volatile;
        Place::Memory { pointer: pointer.expr, ty, hidden, span }
    }
}
