//! Pure, typed expressions. Whatever has an effect (calls, assignments, `++`) has become an edge
//! before an expression reaches this form, so evaluating one changes nothing.

use rustc_hash::FxHashMap;

use super::{IntType, Type, VarId};

/// Index of an expression in its [`ExprArena`]. Equal ids denote equal expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `~x`
    BitNot,
    /// `!x`, giving 0 or 1
    Not,
}

/// Operators with two operands. Both operands have been converted to the operation's type (shifts:
/// each promoted on its own); comparisons give `int` 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether it compares.
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// The comparison that is true where this one is false; another operator is itself.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
            Self::Le => Self::Gt,
            other => other,
        }
    }

    /// The comparison with its operands exchanged; another operator is itself.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Lt => Self::Gt,
            Self::Gt => Self::Lt,
            Self::Le => Self::Ge,
            Self::Ge => Self::Le,
            other => other,
        }
    }
}

/// The shape of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// An integer constant, already in the range of its type. NULL is a pointer-typed 0.
    Const(i128),
    /// The value of a scalar variable.
    Var(VarId),
    /// Any value of the type, chosen anew at every evaluation; the number keeps two of them apart.
    Any(u32),
    /// The address of an object or a function, or a string literal: never NULL. Named for the reader.
    Address(String),
    /// The address of a scalar variable: never NULL.
    AddressOf(VarId),
    /// A pointer into the same object as `base` (member, element, `base + i`), NULL only if `base` is.
    /// `path` is empty for plain arithmetic, or the member's name; `index` is the element, if any.
    Inside {
        /// The pointer it was derived from.
        base: ExprId,
        /// Member name, or empty.
        path: String,
        /// Element index, or what is added to the pointer.
        index: Option<ExprId>,
    },
    /// The value in memory at a pointer. Equal loads are equal until memory is written.
    Load(ExprId),
    /// An operator with one operand.
    Unary(UnaryOp, ExprId),
    /// An operator with two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// A conversion to the expression's type, truncating as C says.
    Cast(ExprId),
    /// The value itself, on its way to a type by that name. It tells apart what is equal but for the type:
    /// two structures seen at one pointer, conversions to two types of which nothing but the name is known.
    Seen(ExprId, String),
}

/// An expression with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// Its shape.
    pub kind: ExprKind,
    /// Its type after C's conversions.
    pub ty: Type,
}

/// All expressions of a function; equal expressions share one id (value numbering by structure).
#[derive(Clone, Debug, Default)]
pub struct ExprArena {
    exprs: Vec<Expr>,
    ids: FxHashMap<Expr, ExprId>,
    fresh: u32,
}

impl ExprArena {
    /// The expression with this id.
    pub fn get(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// Number of distinct expressions.
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// The id of an expression, added if it is new.
    pub fn add(&mut self, kind: ExprKind, ty: Type) -> ExprId {
        let expr = Expr { kind, ty };
        if let Some(&id) = self.ids.get(&expr) {
            return id;
        }
        let id = ExprId(self.exprs.len() as u32);
        self.exprs.push(expr.clone());
        self.ids.insert(expr, id);
        id
    }

    /// A constant of an integer type.
    pub fn constant(&mut self, value: i128, ty: IntType) -> ExprId {
        self.add(ExprKind::Const(value), Type::Int(ty))
    }

    /// The null pointer.
    pub fn null(&mut self) -> ExprId {
        self.add(ExprKind::Const(0), Type::Pointer)
    }

    /// A variable's value.
    pub fn var(&mut self, var: VarId, ty: Type) -> ExprId {
        self.add(ExprKind::Var(var), ty)
    }

    /// A fresh "any value" of a type.
    pub fn any(&mut self, ty: Type) -> ExprId {
        self.fresh += 1;
        self.add(ExprKind::Any(self.fresh), ty)
    }

    /// An operation with two operands.
    pub fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, ty: Type) -> ExprId {
        self.add(ExprKind::Binary(op, left, right), ty)
    }

    /// The direct operands of an expression, left to right.
    pub fn operands(&self, id: ExprId) -> impl Iterator<Item = ExprId> + use<> {
        let (first, second) = match self.get(id).kind {
            ExprKind::Const(_)
            | ExprKind::Var(_)
            | ExprKind::Any(_)
            | ExprKind::Address(_)
            | ExprKind::AddressOf(_) => (None, None),
            ExprKind::Load(a) | ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Seen(a, _) => {
                (Some(a), None)
            }
            ExprKind::Inside { base, index, .. } => (Some(base), index),
            ExprKind::Binary(_, a, b) => (Some(a), Some(b)),
        };
        first.into_iter().chain(second)
    }

    /// Calls `visit` for the expression and everything below it, each occurrence once.
    /// Iterative, so that the depth of the input does not matter.
    pub fn walk(&self, id: ExprId, mut visit: impl FnMut(ExprId, &Expr)) {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            visit(id, self.get(id));
            stack.extend(self.operands(id));
        }
    }

    /// The expression below all conversions.
    pub fn strip_casts(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Cast(inner) | ExprKind::Seen(inner, _) = &self.get(id).kind {
            id = *inner;
        }
        id
    }
}
