//! Pure, typed expressions. The lowering makes an edge of everything with an effect (calls, assignments,
//! `++`), so evaluating an expression changes nothing.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::{IntType, Type, VarId};

/// The index of an expression in its [`ExprArena`]. Equal ids denote equal expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Arithmetic negation, `-x`.
    Neg,
    /// Bitwise complement, `~x`.
    BitNot,
    /// Logical negation `!x`, which gives 0 or 1.
    Not,
}

/// Operators with two operands. Both operands have been converted to the operation's type; the operands of a
/// shift were promoted separately. Comparisons give 0 or 1 of type `int`.
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

/// The operators that compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Comparator {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Returns whether the operator is a comparison.
    pub fn is_comparison(self) -> bool {
        self.comparator().is_some()
    }

    /// Returns which comparison the operator is; `None` for arithmetic.
    pub fn comparator(self) -> Option<Comparator> {
        match self {
            Self::Eq => Some(Comparator::Eq),
            Self::Ne => Some(Comparator::Ne),
            Self::Lt => Some(Comparator::Lt),
            Self::Le => Some(Comparator::Le),
            Self::Gt => Some(Comparator::Gt),
            Self::Ge => Some(Comparator::Ge),
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem => None,
            Self::Shl | Self::Shr | Self::BitAnd | Self::BitOr | Self::BitXor => None,
        }
    }

    /// Returns 1 for `+` and -1 for `-`, by which the right operand counts in a sum; `None` for other operators.
    pub fn sign(self) -> Option<i128> {
        if self == Self::Add { Some(1) } else { (self == Self::Sub).then_some(-1) }
    }

    /// Returns the comparison that is true exactly where `self` is false. Operators other than comparisons
    /// are returned unchanged.
    #[must_use]
    pub fn negated(self) -> Self {
        match self.comparator() {
            Some(Comparator::Eq) => Self::Ne,
            Some(Comparator::Ne) => Self::Eq,
            Some(Comparator::Lt) => Self::Ge,
            Some(Comparator::Ge) => Self::Lt,
            Some(Comparator::Gt) => Self::Le,
            Some(Comparator::Le) => Self::Gt,
            None => self,
        }
    }

    /// Returns the comparison that gives the same result with exchanged operands: `>` for `<`. Operators
    /// other than comparisons are returned unchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self.comparator() {
            Some(Comparator::Lt) => Self::Gt,
            Some(Comparator::Gt) => Self::Lt,
            Some(Comparator::Le) => Self::Ge,
            Some(Comparator::Ge) => Self::Le,
            Some(Comparator::Eq | Comparator::Ne) | None => self,
        }
    }
}

/// An expression without its type: a leaf, or an operator with the ids of its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// An integer constant, already in the range of its type. NULL is a pointer-typed 0.
    Const(i128),
    /// The value of a scalar variable.
    Var(VarId),
    /// Any value of the type, chosen anew at every evaluation. The number makes each such expression
    /// distinct.
    Any(u32),
    /// The address of an object or a function, or a string literal; never NULL. The string is its name for
    /// the reader.
    Address(String),
    /// The address of a scalar variable; never NULL.
    AddressOf(VarId),
    /// A pointer into the same object as `base`: to a member, to an element, or `base + i`. It is NULL only
    /// if `base` is NULL.
    Inside {
        /// The pointer that this one was derived from.
        base: ExprId,
        /// The name of the member; empty for an element and for pointer arithmetic.
        path: String,
        /// The index of the element, or the number of elements added to the pointer; `None` for a member.
        index: Option<ExprId>,
    },
    /// The value in memory at a pointer. Equal loads have equal values until memory is written.
    Load(ExprId),
    /// An operator with one operand.
    Unary(UnaryOp, ExprId),
    /// An operator with two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// A conversion to the expression's type, with C's truncation.
    Cast(ExprId),
    /// The operand's value, seen as a type with this name. The name keeps expressions apart that differ only
    /// in their type: one pointer cast to two structure types, or conversions to two types of which only the
    /// names are known.
    Seen(ExprId, String),
}

impl ExprKind {
    /// Returns the number, if the expression is a constant.
    pub fn as_const(&self) -> Option<i128> {
        if let Self::Const(value) = *self { Some(value) } else { None }
    }

    /// Returns the variable, if the expression is the value of one.
    pub fn as_var(&self) -> Option<VarId> {
        if let Self::Var(var) = *self { Some(var) } else { None }
    }

    /// Returns the variable, if the expression is the address of one.
    pub fn as_address_of(&self) -> Option<VarId> {
        if let Self::AddressOf(var) = *self { Some(var) } else { None }
    }

    /// Returns the address, if the expression is the value in memory.
    pub fn as_load(&self) -> Option<ExprId> {
        if let Self::Load(address) = *self { Some(address) } else { None }
    }

    /// Returns the pointer that was derived from, if the expression is one into the same object.
    pub fn as_inside(&self) -> Option<ExprId> {
        if let Self::Inside { base, .. } = *self { Some(base) } else { None }
    }

    /// Returns the operand, if the expression is a conversion of it.
    pub fn as_conversion(&self) -> Option<ExprId> {
        if let Self::Cast(inner) | Self::Seen(inner, _) = *self { Some(inner) } else { None }
    }

    /// Returns operator, left and right side, if the expression is a comparison.
    pub fn as_comparison(&self) -> Option<(BinaryOp, ExprId, ExprId)> {
        if let Self::Binary(op, a, b) = *self { op.is_comparison().then_some((op, a, b)) } else { None }
    }

    /// Returns the operand that is negated, if the expression is `-x`.
    pub fn as_negation(&self) -> Option<ExprId> {
        if let Self::Unary(UnaryOp::Neg, inner) = *self { Some(inner) } else { None }
    }

    /// Returns whether the expression is a comparison or `!x`, which is 0 or 1.
    pub fn is_truth(&self) -> bool {
        matches!(self, Self::Unary(UnaryOp::Not, _)) || self.as_comparison().is_some()
    }
}

/// An expression with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// The operator or leaf, without the type.
    pub kind: ExprKind,
    /// The expression's type after C's conversions.
    pub ty: Type,
}

/// All expressions of a function. Equal expressions have one id, so the arena is a structural value
/// numbering.
#[derive(Clone, Debug, Default)]
pub struct ExprArena {
    exprs: Vec<Expr>,
    /// The ids by the hashes of their expressions.
    ids: HashTable<ExprId>,
    fresh: u32,
}

impl ExprArena {
    /// Returns the expression with this id.
    pub fn get(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// Gives addresses other names where `renamed` returns one. Different names must stay different.
    pub(crate) fn rename_addresses(&mut self, renamed: impl Fn(ExprId, &str) -> Option<String>) {
        for index in 0..self.exprs.len() {
            let id = ExprId(index as u32);
            if let ExprKind::Address(name) = &self.exprs[index].kind
                && let Some(name) = renamed(id, name)
            {
                if let Ok(known) = self.ids.find_entry(hash(&self.exprs[index]), |known| *known == id) {
                    known.remove();
                }
                self.exprs[index].kind = ExprKind::Address(name);
                self.note(id);
            }
        }
    }

    /// Returns the number of distinct expressions.
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    /// Returns whether the arena has no expressions.
    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    /// Returns the id of an expression, and adds the expression if it is new.
    pub fn add(&mut self, kind: ExprKind, ty: Type) -> ExprId {
        let expr = Expr { kind, ty };
        if let Some(id) = self.id(&expr) {
            return id;
        }
        let id = ExprId(self.exprs.len() as u32);
        self.exprs.push(expr);
        self.note(id);
        id
    }

    /// Makes an expression known by its hash.
    fn note(&mut self, id: ExprId) {
        let exprs = &self.exprs;
        let hash_of = |id: &ExprId| hash(&exprs[id.0 as usize]);
        self.ids.insert_unique(hash_of(&id), id, hash_of);
    }

    fn id(&self, expr: &Expr) -> Option<ExprId> {
        self.ids.find(hash(expr), |id| self.get(*id) == expr).copied()
    }

    /// Gives back the room that was kept for more expressions.
    pub(crate) fn shrink(&mut self) {
        let exprs = &mut self.exprs;
        exprs.shrink_to_fit();
        self.ids.shrink_to_fit(|id| hash(&exprs[id.0 as usize]));
    }

    /// Returns the id of an expression, if the arena has it.
    pub fn find(&self, kind: ExprKind, ty: Type) -> Option<ExprId> {
        self.id(&Expr { kind, ty })
    }

    /// Returns the pointer to the whole object into which a pointer leads, conversions aside.
    pub fn root(&self, mut pointer: ExprId) -> ExprId {
        while let ExprKind::Inside { base: outer, .. } | ExprKind::Cast(outer) | ExprKind::Seen(outer, _) =
            self.get(pointer).kind
        {
            pointer = outer;
        }
        pointer
    }

    /// Returns the value of an expression that is a constant, conversions aside; `None` for other expressions.
    pub fn as_constant(&self, expr: ExprId) -> Option<i128> {
        self.get(self.strip_casts(expr)).kind.as_const()
    }

    /// Returns a constant of an integer type. The value must be in the range of the type.
    pub fn constant(&mut self, value: i128, ty: IntType) -> ExprId {
        self.add(ExprKind::Const(value), Type::Int(ty))
    }

    /// Returns the null pointer, a constant 0 of pointer type.
    pub fn null(&mut self) -> ExprId {
        self.add(ExprKind::Const(0), Type::Pointer)
    }

    /// Returns the expression for a variable's value.
    pub fn var(&mut self, var: VarId, ty: Type) -> ExprId {
        self.add(ExprKind::Var(var), ty)
    }

    /// Returns a new "any value" of a type, different from all earlier ones.
    pub fn any(&mut self, ty: Type) -> ExprId {
        self.fresh += 1;
        self.add(ExprKind::Any(self.fresh), ty)
    }

    /// Returns an operation with two operands. `ty` is the type of its result.
    pub fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, ty: Type) -> ExprId {
        self.add(ExprKind::Binary(op, left, right), ty)
    }

    /// Returns the direct operands of an expression, left to right.
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

    /// Calls `visit` for an expression and for all its subexpressions, once for each occurrence. The walk is
    /// iterative, so that deep expressions cannot overflow the stack.
    pub fn walk(&self, id: ExprId, mut visit: impl FnMut(ExprId, &Expr)) {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            visit(id, self.get(id));
            stack.extend(self.operands(id));
        }
    }

    /// Returns whether a variable occurs in an expression.
    pub fn mentions(&self, id: ExprId, var: VarId) -> bool {
        let mut found = false;
        self.walk(id, |_, expr| found |= expr.kind == ExprKind::Var(var));
        found
    }

    /// Returns the operand below all conversions of an expression.
    pub fn strip_casts(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Cast(inner) | ExprKind::Seen(inner, _) = &self.get(id).kind {
            id = *inner;
        }
        id
    }
}

fn hash(expr: &Expr) -> u64 {
    FxBuildHasher.hash_one(expr)
}
