//! Conditions as updates: the restrictions of `a`, `b` and `a - b` that follow from `a > b` ([PR], section
//! 5.1).

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, Cfg, Comparator, ExprId, ExprKind, Type, UnaryOp};

use super::{
    Dependencies, Linear, Op, Program, Quantities, Quantity, QuantityId, kept_sums::KeptSums,
    restrict::at_relation,
};

/// A restriction of a quantity: the interval expression for its new, smaller interval.
pub(super) type Restriction = (QuantityId, Program);

/// The bound on a linear sum of quantities that a condition states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The terms of the sum: quantities with coprime coefficients, of which the first is positive.
    pub terms: Vec<(QuantityId, i128)>,
    /// The interval in which the sum lies.
    pub allowed: Interval,
    /// A value that the sum does not have.
    pub excluded: Option<i128>,
    /// Whether the condition reads no quantity and always holds, as `0 < 1` does.
    pub is_certain: bool,
}

/// Turns conditions into restrictions of quantities. Names new quantities if a condition needs them.
pub struct Constrainer<'a> {
    /// The graph of the function.
    pub cfg: &'a Cfg,
    /// The dependencies of the expressions of the function, indexed by [`ExprId`].
    pub dependencies: &'a [Dependencies],
    /// The quantities named so far.
    pub quantities: Quantities,
    /// Whether signed overflow wraps (`-fwrapv`).
    pub wrapv: bool,
    /// The kept sums: sums such as `y - 3*b` that an assignment (`y = 3*b + 1`) makes constant, by the
    /// quantities in them.
    pub kept: KeptSums,
}

impl Constrainer<'_> {
    /// Returns the restrictions that hold where `cond` is true (`holds`) or false.
    pub fn condition(&mut self, cond: ExprId, holds: bool) -> Vec<Restriction> {
        let (cond, holds) = self.strip_negations(cond, holds);
        if let Some((op, a, b)) = self.cfg.expr(cond).kind.as_comparison() {
            self.comparison(op, a, b, holds)
        } else {
            let op = if holds { BinaryOp::Ne } else { BinaryOp::Eq };
            self.linear(cond).map_or_else(Vec::new, |sum| self.relation(&sum, op))
        }
    }

    /// Returns the restrictions that hold where a value lies between two bounds, both inclusive.
    pub fn within(&mut self, value: ExprId, low: i128, high: i128) -> Vec<Restriction> {
        let mut restrictions = Vec::new();
        for (bound, op) in [(low, BinaryOp::Ge), (high, BinaryOp::Le)] {
            let bound = Linear::constant(Interval::point(bound));
            if let Some(sum) = self.linear(value).and_then(|sum| sum.plus(-1, &bound)) {
                restrictions.extend(self.relation(&sum, op));
            }
        }
        restrictions
    }

    /// Returns the restrictions that hold where an integer is 0 or more.
    pub fn not_negative(&mut self, value: ExprId) -> Vec<Restriction> {
        if !self.is_integer(value) {
            return Vec::new();
        }
        self.linear(value).map_or_else(Vec::new, |sum| self.relation(&sum, BinaryOp::Ge))
    }

    /// Returns the restrictions that hold where an integer is none of the values `cases` (ascending).
    pub fn none_of(&mut self, value: ExprId, cases: &[i128]) -> Vec<Restriction> {
        let mut restrictions: Vec<Restriction> = Vec::new();
        for &case in cases {
            let Some(sum) =
                self.linear(value).and_then(|sum| sum.plus(-1, &Linear::constant(Interval::point(case))))
            else {
                continue;
            };
            restrictions.extend(self.relation(&sum, BinaryOp::Ne));
        }
        // Trimming removes values only at the ends of an interval, so trimming the cases one by one depends
        // on their order. Therefore all cases are also trimmed together.
        if let Some(&(quantity, 1)) =
            self.linear(value).filter(|sum| sum.offset == Interval::ZERO).as_ref().and_then(|sum| {
                match sum.terms.as_slice() {
                    [term] => Some(term),
                    _ => None,
                }
            })
        {
            let mut program = Program::default();
            let known = program.push(Op::Read(quantity));
            program.push(Op::Trim(known, cases.to_vec()));
            restrictions.push((quantity, program));
        }
        restrictions
    }

    /// Returns the bound on a sum that `cond` states where it is true (`holds`) or false. None if `cond`
    /// tests no integers, or compares with an unknown value.
    pub fn stated(&mut self, cond: ExprId, holds: bool) -> Option<Statement> {
        let (cond, holds) = self.strip_negations(cond, holds);
        let (sum, op) = if let Some((op, a, b)) = self.cfg.expr(cond).kind.as_comparison() {
            if !(self.is_integer(a) && self.is_integer(b)) {
                return None;
            }
            let (left, right) = (self.linear(a)?, self.linear(b)?);
            (left.plus(-1, &right)?, if holds { op } else { op.negated() })
        } else if self.is_integer(cond) {
            (self.linear(cond)?, if holds { BinaryOp::Ne } else { BinaryOp::Eq })
        } else {
            return None;
        };
        let opposite = sum.offset.neg();
        if sum.terms.is_empty() {
            let truth = Interval::compare(op, sum.offset, Interval::ZERO);
            let allowed = if truth == Interval::ZERO { Interval::EMPTY } else { Interval::TOP };
            let is_certain = truth == Interval::ONE;
            return Some(Statement { terms: Vec::new(), allowed, excluded: None, is_certain });
        }
        // A comparison with an unknown value states no bound.
        opposite.as_point()?;
        let (terms, divisor) = sum.primitive_terms();
        let allowed = at_relation(op, opposite).divide_inward(divisor);
        let excluded = match (op, opposite.as_point()) {
            (BinaryOp::Ne, Some(value)) if value % divisor == 0 => Some(value / divisor),
            _ => None,
        };
        Some(Statement { terms, allowed, excluded, is_certain: false })
    }

    fn strip_negations(&self, mut cond: ExprId, mut holds: bool) -> (ExprId, bool) {
        loop {
            match self.cfg.expr(cond).kind {
                ExprKind::Unary(UnaryOp::Not, inner) => (cond, holds) = (inner, !holds),
                ExprKind::Binary(BinaryOp::Eq, inner, zero) if self.is_truth(inner) && self.is_zero(zero) => {
                    (cond, holds) = (inner, !holds);
                }
                ExprKind::Binary(BinaryOp::Ne, inner, zero) if self.is_truth(inner) && self.is_zero(zero) => {
                    cond = inner;
                }
                ExprKind::Cast(inner) if self.is_truth(inner) => cond = inner,
                ExprKind::Seen(inner, _) => cond = inner,
                ExprKind::Const(_)
                | ExprKind::Var(_)
                | ExprKind::Any(_)
                | ExprKind::Address(_)
                | ExprKind::AddressOf(_)
                | ExprKind::Inside { .. }
                | ExprKind::Load(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cast(_) => return (cond, holds),
            }
        }
    }

    /// Returns whether an expression can only be 0 or 1, so that comparing it with 0 is a negation.
    fn is_truth(&self, expr: ExprId) -> bool {
        self.cfg.expr(expr).kind.is_truth()
    }

    fn is_zero(&self, expr: ExprId) -> bool {
        matches!(self.cfg.expr(self.cfg.exprs.strip_casts(expr)).kind, ExprKind::Const(0))
    }

    fn comparison(&mut self, op: BinaryOp, a: ExprId, b: ExprId, holds: bool) -> Vec<Restriction> {
        let zero_test = matches!(op, BinaryOp::Eq | BinaryOp::Ne) && (self.is_zero(a) || self.is_zero(b));
        let integers = self.is_integer(a) && self.is_integer(b);
        if !zero_test && !integers {
            return self.truth(op, a, b, holds);
        }
        let effective = if holds { op } else { op.negated() };
        let difference = match (self.linear(a), self.linear(b)) {
            (Some(left), Some(right)) => left.plus(-1, &right),
            _ => None,
        };
        let mut out = difference.map_or_else(Vec::new, |difference| self.relation(&difference, effective));
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && is_address(self.cfg, a) != is_address(self.cfg, b) {
            out.extend(self.truth(op, a, b, holds));
        }
        out
    }

    pub(super) fn is_integer(&self, expr: ExprId) -> bool {
        matches!(self.cfg.expr(expr).ty, Type::Int(_) | Type::Pointer)
    }

    /// Restricts the truth value of a comparison of floats, of unknown values, or with the address of an
    /// object. All that is known of such a comparison is that it gives the same result when it is repeated.
    fn truth(&mut self, op: BinaryOp, a: ExprId, b: ExprId, holds: bool) -> Vec<Restriction> {
        if self.is_unstable(a) || self.is_unstable(b) {
            return Vec::new();
        }
        let (op, a, b, holds) = match op.comparator() {
            Some(Comparator::Ne) => (BinaryOp::Eq, a, b, !holds),
            Some(Comparator::Gt) => (BinaryOp::Lt, b, a, holds),
            Some(Comparator::Ge) => (BinaryOp::Le, b, a, holds),
            Some(Comparator::Eq | Comparator::Lt | Comparator::Le) | None => (op, a, b, holds),
        };
        let truth = self.quantities.add(Quantity::Truth(op, a, b));
        let mut program = Program::default();
        let known = program.push(Op::Read(truth));
        let side = program.push(Op::Const(Interval::point(i128::from(holds))));
        program.push(Op::Meet(known, side));
        vec![(truth, program)]
    }

    pub(super) fn is_unstable(&self, expr: ExprId) -> bool {
        self.dependencies[expr.0 as usize].unstable
    }
}

/// Returns whether a pointer is the address of a named object or function, conversions aside.
pub(super) fn is_address(cfg: &Cfg, pointer: ExprId) -> bool {
    matches!(cfg.expr(unconverted(cfg, pointer)).kind, ExprKind::Address(_) | ExprKind::AddressOf(_))
}

/// Returns a pointer without its conversions to other pointer types.
pub(super) fn unconverted(cfg: &Cfg, mut pointer: ExprId) -> ExprId {
    loop {
        let outer = cfg.expr(pointer);
        let Some(inner) = outer.kind.as_conversion() else { return pointer };
        let is_kept = outer.ty == Type::Pointer && cfg.expr(inner).ty == Type::Pointer;
        if !is_kept && matches!(outer.kind, ExprKind::Cast(_)) {
            return pointer;
        }
        pointer = inner;
    }
}
