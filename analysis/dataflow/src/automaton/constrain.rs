//! Conditions as updates: the restrictions of `a`, `b` and `a - b` that follow from `a > b` ([PR], section
//! 5.1).

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, Cfg, ExprId, ExprKind, IntType, Type, UnaryOp, VarId};

use super::{
    Dependencies, Linear, Op, Program, Quantities, Quantity, QuantityId, compile::Compiler, program::Slot,
    type_range,
};

/// A restriction of a quantity: the interval expression for its new, smaller interval.
pub(super) type Restriction = (QuantityId, Program);

/// The meaning of a condition as a bound on a linear sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The terms of the sum, with coprime coefficients, the first positive.
    pub terms: Vec<(QuantityId, i128)>,
    /// The interval in which the sum lies.
    pub allowed: Interval,
    /// A value that the sum does not have.
    pub excluded: Option<i128>,
    /// Whether the condition always holds, without any sum.
    pub is_certain: bool,
}

/// Turns conditions into restrictions of quantities. Quantities that a condition needs are added.
pub struct Constrainer<'a> {
    /// The graph of the function.
    pub cfg: &'a Cfg,
    /// The dependencies of the expressions of the function, indexed by [`ExprId`].
    pub dependencies: &'a [Dependencies],
    /// The quantities named so far.
    pub quantities: Quantities,
    /// Whether signed overflow wraps (`-fwrapv`).
    pub wrapv: bool,
    /// The sums that assignments keep constant, by the quantities in them.
    pub kept: KeptSums,
}

/// The sums that assignments of linear combinations make constant: `y - 3*b` after `y = 3*b + 1`. A later
/// condition on `y` then restricts `b` as well, until one of the two is written.
#[derive(Clone, Debug, Default)]
pub struct KeptSums {
    by_quantity: FxHashMap<QuantityId, Vec<QuantityId>>,
}

/// The most kept sums in which one quantity takes part.
const MAX_KEPT: usize = 4;

impl KeptSums {
    fn of(&self, quantity: QuantityId) -> &[QuantityId] {
        self.by_quantity.get(&quantity).map_or(&[], Vec::as_slice)
    }

    fn has_room(&self, terms: &[(QuantityId, i128)]) -> bool {
        terms.iter().all(|term| self.of(term.0).len() < MAX_KEPT)
    }

    fn add(&mut self, whole: QuantityId, terms: &[(QuantityId, i128)]) {
        for (quantity, _) in terms {
            let sums = self.by_quantity.entry(*quantity).or_default();
            if !sums.contains(&whole) {
                sums.push(whole);
            }
        }
    }
}

impl Constrainer<'_> {
    /// Returns the sum that the assignment `var = value` makes constant, and its value. None if no condition
    /// can profit from the sum. `asked` are the quantities that conditions restrict (by index), `shared` the
    /// loads that are read more than once.
    pub fn kept_sum(
        &mut self,
        var: VarId,
        value: ExprId,
        asked: &FixedBitSet,
        shared: &FxHashSet<ExprId>,
    ) -> Option<(QuantityId, i128)> {
        let is_asked = |quantity: QuantityId| asked.contains(quantity.index());
        // For pointers only copies count: a condition on one pointer then holds for the other.
        let copied = unconverted(self.cfg, value);
        let is_copy = || {
            matches!(self.cfg.expr(copied).kind, ExprKind::Var(_)) || self.is_read(var, copied, asked, shared)
        };
        match self.cfg.var(var).ty {
            _ if !is_asked(var.into()) => return None,
            Type::Int(_) => {}
            Type::Pointer if is_copy() => {}
            _ => return None,
        }
        let linear = self.linear(value)?;
        let is_simple = linear.terms.len() <= 2
            && linear.terms.iter().all(|(quantity, factor)| {
                let is_var = matches!(self.quantities.get(*quantity), Quantity::Var(_));
                is_var && *quantity != var.into() && (is_asked(*quantity) || factor.abs() != 1)
            })
            || matches!(linear.terms.as_slice(), [(product, 1)] if self.is_product(*product, var, asked))
            || matches!(linear.terms.as_slice(), [(read, 1)] if self.is_read_of(*read, var, asked, shared));
        if linear.terms.is_empty() || !is_simple {
            return None;
        }
        let difference = Linear::quantity(var.into()).plus(-1, &linear)?;
        let offset = difference.offset.as_point()?;
        let (terms, divisor) = difference.primitive_terms();
        if divisor.abs() != 1 || !self.kept.has_room(&terms) {
            return None;
        }
        let whole = self.quantities.add(Quantity::Sum(terms.clone()));
        self.kept.add(whole, &terms);
        Some((whole, -offset * divisor))
    }

    /// Returns whether a quantity is a product of two variables other than `var`, at least one of them
    /// restricted by a condition. Such a product is 0 if a condition finds that a factor is 0.
    fn is_product(&self, quantity: QuantityId, var: VarId, asked: &FixedBitSet) -> bool {
        let Quantity::Value(expr) = *self.quantities.get(quantity) else { return false };
        let ExprKind::Binary(BinaryOp::Mul, a, b) = self.cfg.expr(expr).kind else { return false };
        let factor = |of: ExprId| match self.cfg.expr(self.cfg.exprs.strip_casts(of)).kind {
            ExprKind::Var(factor) if factor != var => Some(QuantityId::from(factor)),
            _ => None,
        };
        let factors = factor(a).zip(factor(b));
        factors.is_some_and(|(a, b)| asked.contains(a.index()) || asked.contains(b.index()))
    }

    /// Returns whether a quantity is a load for which [`Self::is_read`] holds.
    fn is_read_of(
        &self,
        quantity: QuantityId,
        var: VarId,
        asked: &FixedBitSet,
        shared: &FxHashSet<ExprId>,
    ) -> bool {
        matches!(*self.quantities.get(quantity), Quantity::Value(read) if self.is_read(var, read, asked, shared))
    }

    /// Returns whether a value that is assigned to `var` is a load from a place that is tested or read
    /// elsewhere, too. Conditions on the variable then hold for that place as well, until memory is written.
    fn is_read(&self, var: VarId, read: ExprId, asked: &FixedBitSet, shared: &FxHashSet<ExprId>) -> bool {
        let from = self.cfg.expr(read);
        let own = &self.dependencies[read.0 as usize];
        matches!(from.kind, ExprKind::Load(_))
            && from.ty == self.cfg.var(var).ty
            && !own.unstable
            && !own.vars.contains(&var)
            && !self.cfg.var(var).exposed
            && (shared.contains(&read)
                || self.quantities.find(&Quantity::Value(read)).is_some_and(|id| asked.contains(id.index())))
    }

    /// Adds the restrictions of a quantity that follow from the kept sums in which it takes part.
    fn add_from_kept(&self, quantity: QuantityId, out: &mut Vec<Restriction>) {
        for &whole in self.kept.of(quantity) {
            if let Quantity::Sum(terms) = self.quantities.get(whole) {
                for term in terms.iter().filter(|term| term.0 != quantity) {
                    // No statement of the path need have computed this value, so an overflow in it is no
                    // contradiction.
                    self.refresh(term.0, true, out);
                }
                let own = terms.iter().find(|term| term.0 == quantity);
                out.extend(own.map(|own| (quantity, from_sum(whole, terms, quantity, own.1))));
            }
        }
    }

    /// Adds the restrictions that a quantity imposes on those that share a kept sum with it.
    fn add_to_kept(&self, quantity: QuantityId, out: &mut Vec<Restriction>) {
        for &whole in self.kept.of(quantity) {
            if let Quantity::Sum(terms) = self.quantities.get(whole) {
                let others = terms.iter().filter(|term| term.0 != quantity);
                out.extend(others.map(|&(other, factor)| (other, from_sum(whole, terms, other, factor))));
            }
        }
    }

    /// Returns the quantities that share a kept sum with a quantity.
    fn sharing(&self, quantity: QuantityId) -> Vec<QuantityId> {
        let sums = self.kept.of(quantity).iter().map(|whole| self.quantities.get(*whole));
        let terms = sums.filter_map(|sum| match sum {
            Quantity::Sum(terms) => Some(terms),
            _ => None,
        });
        terms.flatten().map(|term| term.0).filter(|other| *other != quantity).collect()
    }

    /// Returns the restrictions that hold where `cond` is true (`holds`) or false.
    pub fn condition(&mut self, cond: ExprId, holds: bool) -> Vec<Restriction> {
        let (cond, holds) = self.strip_negations(cond, holds);
        match self.cfg.expr(cond).kind {
            ExprKind::Binary(op, a, b) if op.is_comparison() => self.comparison(op, a, b, holds),
            _ => {
                let op = if holds { BinaryOp::Ne } else { BinaryOp::Eq };
                self.linear(cond).map_or_else(Vec::new, |sum| self.relation(&sum, op))
            }
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

    /// Returns the restrictions that hold where an integer is none of these values (ascending).
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
        // Trimming one case at a time narrows an interval only if the cases come in a suitable order.
        // Therefore all are also trimmed together.
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

    /// Returns the bound on a sum that `cond` states where it is true (`holds`) or false. None if it is no
    /// comparison of integers.
    pub fn stated(&mut self, cond: ExprId, holds: bool) -> Option<Statement> {
        let (cond, holds) = self.strip_negations(cond, holds);
        let (sum, op) = match self.cfg.expr(cond).kind {
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                if !(self.is_integer(a) && self.is_integer(b)) {
                    return None;
                }
                let (left, right) = (self.linear(a)?, self.linear(b)?);
                (left.plus(-1, &right)?, if holds { op } else { op.negated() })
            }
            _ if !self.is_integer(cond) => return None,
            _ => (self.linear(cond)?, if holds { BinaryOp::Ne } else { BinaryOp::Eq }),
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
                _ => return (cond, holds),
            }
        }
    }

    /// Returns whether an expression can only be 0 or 1, so that comparing it with 0 is a negation.
    fn is_truth(&self, expr: ExprId) -> bool {
        match self.cfg.expr(expr).kind {
            ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Binary(op, ..) => op.is_comparison(),
            _ => false,
        }
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

    fn is_integer(&self, expr: ExprId) -> bool {
        matches!(self.cfg.expr(expr).ty, Type::Int(_) | Type::Pointer)
    }

    /// Restricts the truth of a comparison that says nothing about integers: one of floats, of unknown
    /// values, or with the address of an object. All that is known is that the same comparison gives the same
    /// result.
    fn truth(&mut self, op: BinaryOp, a: ExprId, b: ExprId, holds: bool) -> Vec<Restriction> {
        if self.is_unstable(a) || self.is_unstable(b) {
            return Vec::new();
        }
        let (op, a, b, holds) = match op {
            BinaryOp::Ne => (BinaryOp::Eq, a, b, !holds),
            BinaryOp::Gt => (BinaryOp::Lt, b, a, holds),
            BinaryOp::Ge => (BinaryOp::Le, b, a, holds),
            _ => (op, a, b, holds),
        };
        let truth = self.quantities.add(Quantity::Truth(op, a, b));
        let mut program = Program::default();
        let known = program.push(Op::Read(truth));
        let side = program.push(Op::Const(Interval::point(i128::from(holds))));
        program.push(Op::Meet(known, side));
        vec![(truth, program)]
    }

    fn is_unstable(&self, expr: ExprId) -> bool {
        self.dependencies[expr.0 as usize].unstable
    }

    /// Returns an expression as a linear combination. A part that is not linear becomes a quantity or an
    /// interval.
    pub fn linear(&mut self, root: ExprId) -> Option<Linear> {
        let mut below = Vec::new();
        self.cfg.exprs.walk(root, |id, _| below.push(id));
        below.sort_unstable();
        below.dedup();
        // Operands come before the expressions that use them, so no recursion is needed. The last expression
        // is the root.
        let mut known: Vec<(ExprId, Option<Linear>)> = Vec::with_capacity(below.len());
        for &id in &below {
            let linear = self.linear_node(id, &known);
            known.push((id, linear));
        }
        let (_, linear) = known.pop()?;
        Some(linear.unwrap_or_else(|| self.leaf(root)))
    }

    /// Returns the linear combination of one expression. None if the expression is not linear in its
    /// operands.
    fn linear_node(&mut self, id: ExprId, known: &[(ExprId, Option<Linear>)]) -> Option<Linear> {
        let expr = self.cfg.expr(id);
        let exact = expr.ty.as_int().is_none_or(|int| int.signed && !self.wrapv || int == IntType::WIDE);
        let operand = |this: &mut Self, of: ExprId| {
            let at = known.binary_search_by_key(&of, |entry| entry.0).expect("operands come first");
            known[at].1.clone().unwrap_or_else(|| this.leaf(of))
        };
        match expr.kind {
            ExprKind::Const(value) => Some(Linear::constant(Interval::point(value))),
            ExprKind::Var(var) => Some(Linear::quantity(var.into())),
            ExprKind::Cast(inner) if self.preserves(inner, expr.ty) => Some(operand(self, inner)),
            ExprKind::Seen(inner, _) => Some(operand(self, inner)),
            ExprKind::Unary(UnaryOp::Neg, inner) if exact && expr.ty.as_int().is_some() => {
                operand(self, inner).scaled(-1)
            }
            ExprKind::Binary(op, a, b) if exact && expr.ty.as_int().is_some() => {
                let factor = |of: ExprId| match self.cfg.expr(of).kind {
                    ExprKind::Const(value) => Some(value),
                    _ => None,
                };
                match (op, factor(a), factor(b)) {
                    _ if !(self.is_integer(a) && self.is_integer(b)) => None,
                    (BinaryOp::Add, ..) => operand(self, a).plus(1, &operand(self, b)),
                    (BinaryOp::Sub, ..) => operand(self, a).plus(-1, &operand(self, b)),
                    (BinaryOp::Mul, Some(value), _) => operand(self, b).scaled(value),
                    (BinaryOp::Mul, _, Some(value)) => operand(self, a).scaled(value),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns whether the conversion of an expression to a type changes no value.
    fn preserves(&self, inner: ExprId, ty: Type) -> bool {
        let from = self.cfg.expr(inner).ty;
        from == ty
            || (matches!(from, Type::Int(_) | Type::Pointer)
                && matches!(ty, Type::Int(_) | Type::Pointer)
                && type_range(from).is_subset(type_range(ty)))
    }

    /// Returns an expression as a single unknown: a quantity, or an interval if two evaluations need not
    /// agree.
    fn leaf(&mut self, expr: ExprId) -> Linear {
        if self.is_unstable(expr) {
            return Linear::constant(type_range(self.cfg.expr(expr).ty));
        }
        match self.cfg.expr(expr).kind {
            ExprKind::Address(_) | ExprKind::AddressOf(_) => Linear::constant(Interval::NON_NULL),
            _ => Linear::quantity(self.quantities.add(Quantity::Value(expr))),
        }
    }

    /// Returns the restrictions that hold where `sum op 0` is true.
    fn relation(&mut self, sum: &Linear, op: BinaryOp) -> Vec<Restriction> {
        let mut out = Vec::new();
        if sum.terms.is_empty() {
            let test = self.quantities.add(Quantity::Test);
            if Interval::compare(op, sum.offset, Interval::ZERO) == Interval::ZERO {
                out.push((test, Program::constant(Interval::EMPTY)));
            }
            return out;
        }
        for &(quantity, _) in &sum.terms {
            self.refresh(quantity, self.wrapv, &mut out);
        }
        let (terms, divisor) = sum.primitive_terms();
        let opposite = sum.offset.neg();
        let allowed = at_relation(op, opposite).divide_inward(divisor);
        let excluded = match (op, opposite.as_point()) {
            (BinaryOp::Ne, Some(value)) if value % divisor == 0 => Some(value / divisor),
            _ => None,
        };
        if let [(quantity, _)] = terms[..] {
            self.add_from_kept(quantity, &mut out);
            out.push((quantity, restricted(quantity, None, allowed, excluded)));
            self.tested_before(&terms, allowed, &mut out);
            self.add_to_kept(quantity, &mut out);
            for other in self.sharing(quantity) {
                self.tested_before(&[(other, 1)], allowed, &mut out);
                // Two variables that were read from one place are equal to it, and so to each other.
                if matches!(self.quantities.get(other), Quantity::Value(_)) {
                    self.add_to_kept(other, &mut out);
                    for third in self.sharing(other).into_iter().filter(|third| *third != quantity) {
                        self.tested_before(&[(third, 1)], allowed, &mut out);
                    }
                }
            }
            if opposite == Interval::ZERO {
                self.other_masks(quantity, op, &mut out);
            }
        } else {
            let whole = self.quantities.add(Quantity::Sum(terms.clone()));
            let parts = sum_program(&terms, None);
            out.push((whole, restricted(whole, Some(parts), allowed, excluded)));
            for &(quantity, coefficient) in &terms {
                out.push((quantity, from_sum(whole, &terms, quantity, coefficient)));
            }
        }
        self.zero_test(sum, op, &mut out);
        for &(quantity, _) in &sum.terms {
            self.before_conversion(quantity, &mut out);
        }
        out
    }

    /// Recomputes a quantity that is an expression from the known intervals of its operands. With `wrapv`,
    /// its value may have wrapped.
    fn refresh(&self, quantity: QuantityId, wrapv: bool, out: &mut Vec<Restriction>) {
        if let Quantity::Value(expr) = *self.quantities.get(quantity)
            && !matches!(self.cfg.expr(expr).kind, ExprKind::Load(_))
        {
            let compiler = Compiler { cfg: self.cfg, quantities: &self.quantities, wrapv };
            out.push((quantity, compiler.program(expr)));
        }
    }

    /// Records the result of a test for equality as a quantity of its own. An interval around 5 cannot
    /// express `x != 5`, but the same test must give the same result again.
    fn zero_test(&mut self, sum: &Linear, op: BinaryOp, out: &mut Vec<Restriction>) {
        let equal = match op {
            BinaryOp::Eq => true,
            BinaryOp::Ne => false,
            _ => return,
        };
        let (terms, divisor) = sum.primitive_terms();
        let Some(offset) = sum.offset.as_point().filter(|offset| offset % divisor == 0) else { return };
        let canonical = Linear { terms, offset: Interval::point(offset / divisor) };
        let truth = self.quantities.add(Quantity::IsZero(canonical.clone()));
        let mut program = sum_program(&canonical.terms, canonical.offset.as_point());
        let total = program.push(Op::Const(Interval::ZERO)) - 1;
        let computed = program.push(Op::Binary(BinaryOp::Eq, total, total + 1));
        let known = program.push(Op::Read(truth));
        let both = program.push(Op::Meet(known, computed));
        let side = program.push(Op::Const(Interval::point(i128::from(equal))));
        program.push(Op::Meet(both, side));
        out.push((truth, program));
    }

    /// Recomputes earlier tests for equality with a bound of `allowed`. An interval around 5 could not
    /// express `x != 5`, but once only 5 is left, `x != 5` is known to be false.
    fn tested_before(&self, terms: &[(QuantityId, i128)], allowed: Interval, out: &mut Vec<Restriction>) {
        let Some((low, high)) = allowed.bounds() else { return };
        for bound in [low, high] {
            if bound == Interval::NEG_INFINITY || bound == Interval::POS_INFINITY {
                continue;
            }
            let sum = Linear { terms: terms.to_vec(), offset: Interval::point(-bound) };
            let Some(truth) = self.quantities.find(&Quantity::IsZero(sum)) else { continue };
            let mut program = sum_program(terms, Some(-bound));
            let total = program.push(Op::Const(Interval::ZERO)) - 1;
            let computed = program.push(Op::Binary(BinaryOp::Eq, total, total + 1));
            let known = program.push(Op::Read(truth));
            program.push(Op::Meet(known, computed));
            out.push((truth, program));
        }
    }

    /// Adds the restrictions for other masks of the same value. If `x & 24` is 0, so is `x & 8`. If `x & 8`
    /// is not 0, neither is `x & 24`.
    fn other_masks(&self, quantity: QuantityId, op: BinaryOp, out: &mut Vec<Restriction>) {
        let Some((masked, own)) = mask(self.cfg, self.quantities.get(quantity)) else { return };
        for id in self.quantities.ids().filter(|id| *id != quantity) {
            let Some((other, bits)) = mask(self.cfg, self.quantities.get(id)) else { continue };
            let (allowed, excluded) = match op {
                BinaryOp::Eq if bits & !own == 0 => (Interval::ZERO, None),
                BinaryOp::Ne if own & !bits == 0 => (Interval::TOP, Some(0)),
                _ => continue,
            };
            if other == masked {
                out.push((id, restricted(id, None, allowed, excluded)));
            }
        }
    }

    /// Adds what a converted or wrapped value tells about the value before the conversion, if it fits the
    /// type.
    fn before_conversion(&mut self, quantity: QuantityId, out: &mut Vec<Restriction>) {
        let Quantity::Value(expr) = *self.quantities.get(quantity) else { return };
        let Type::Int(ty) = self.cfg.expr(expr).ty else { return };
        let before = match self.cfg.expr(expr).kind {
            ExprKind::Cast(inner) if self.is_integer(inner) => self.linear(inner),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b)
                if self.is_integer(a) && self.is_integer(b) =>
            {
                let factor = if op == BinaryOp::Add { 1 } else { -1 };
                self.linear(a).zip(self.linear(b)).and_then(|(left, right)| left.plus(factor, &right))
            }
            _ => None,
        };
        let Some(before) = before else { return };
        let ([(inner, coefficient)], Some(offset)) = (&before.terms[..], before.offset.as_point()) else {
            return;
        };
        let mut program = sum_program(&before.terms, Some(offset));
        let value = program.push(Op::Const(Interval::point(-offset))) - 1;
        let image = program.push(Op::Read(quantity));
        let within = program.push(Op::WithinType { value, ty, image });
        let shifted = program.push(Op::Binary(BinaryOp::Add, within, value + 1));
        let divided = program.push(Op::DivideInward(shifted, *coefficient));
        let known = program.push(Op::Read(*inner));
        program.push(Op::Meet(known, divided));
        out.push((*inner, program));
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
        pointer = match outer.kind {
            ExprKind::Cast(inner) if outer.ty == Type::Pointer && cfg.expr(inner).ty == Type::Pointer => {
                inner
            }
            ExprKind::Seen(inner, _) => inner,
            _ => return pointer,
        };
    }
}

/// Returns the values `v` for which `v op bound` holds with some value of `bound`.
fn at_relation(op: BinaryOp, bound: Interval) -> Interval {
    let Some((low, high)) = bound.bounds() else { return Interval::EMPTY };
    match op {
        BinaryOp::Eq => bound,
        BinaryOp::Le => Interval::at_most(high),
        BinaryOp::Lt => Interval::at_most(high).add(below_infinity(high, -1)),
        BinaryOp::Ge => Interval::at_least(low),
        BinaryOp::Gt => Interval::at_least(low).add(below_infinity(low, 1)),
        _ => Interval::TOP,
    }
}

/// Returns the step from a bound to the next value inside a strict comparison: 0 if the bound is infinite.
fn below_infinity(bound: i128, step: i128) -> Interval {
    let infinite = bound == Interval::POS_INFINITY || bound == Interval::NEG_INFINITY;
    Interval::point(if infinite { 0 } else { step })
}

/// Returns a program for `Σ coefficient · quantity (+ offset)`. The result is in its last slot.
fn sum_program(terms: &[(QuantityId, i128)], offset: Option<i128>) -> Program {
    let mut program = Program::default();
    append_sum(&mut program, terms.iter().copied(), offset);
    program
}

fn append_sum(
    program: &mut Program,
    terms: impl Iterator<Item = (QuantityId, i128)>,
    offset: Option<i128>,
) -> Slot {
    let mut total = program.push(Op::Const(Interval::point(offset.unwrap_or(0))));
    for (quantity, coefficient) in terms {
        let value = program.push(Op::Read(quantity));
        let scaled = if coefficient == 1 { value } else { program.push(Op::Scale(value, coefficient)) };
        total = program.push(Op::Binary(BinaryOp::Add, total, scaled));
    }
    total
}

/// Returns a program for `quantity ⊓ parts ⊓ allowed`, without the value `excluded` at its ends.
fn restricted(
    quantity: QuantityId,
    parts: Option<Program>,
    allowed: Interval,
    excluded: Option<i128>,
) -> Program {
    let mut program = parts.unwrap_or_default();
    let parts = program.last();
    let mut result = program.push(Op::Read(quantity));
    if let Some(parts) = parts {
        result = program.push(Op::Meet(result, parts));
    }
    if allowed != Interval::TOP {
        let allowed = program.push(Op::Const(allowed));
        result = program.push(Op::Meet(result, allowed));
    }
    if let Some(value) = excluded {
        program.push(Op::Trim(result, vec![value]));
    }
    program
}

/// Returns a program for one term of a sum: the whole sum minus its other terms, met with the known interval.
fn from_sum(
    whole: QuantityId,
    terms: &[(QuantityId, i128)],
    target: QuantityId,
    coefficient: i128,
) -> Program {
    let mut program = Program::default();
    let others = terms.iter().copied().filter(|term| term.0 != target);
    let others = append_sum(&mut program, others, None);
    let whole = program.push(Op::Read(whole));
    let rest = program.push(Op::Binary(BinaryOp::Sub, whole, others));
    let own = program.push(Op::DivideInward(rest, coefficient));
    let known = program.push(Op::Read(target));
    program.push(Op::Meet(known, own));
    program
}

/// Returns `x` and the constant `bits` of a quantity `x & bits`. None for other quantities and for negative
/// constants.
pub(super) fn mask(cfg: &Cfg, quantity: &Quantity) -> Option<(ExprId, i128)> {
    let Quantity::Value(expr) = *quantity else { return None };
    let ExprKind::Binary(BinaryOp::BitAnd, a, b) = cfg.expr(cfg.exprs.strip_casts(expr)).kind else {
        return None;
    };
    let (a, b) = (cfg.exprs.strip_casts(a), cfg.exprs.strip_casts(b));
    match (&cfg.expr(a).kind, &cfg.expr(b).kind) {
        (_, ExprKind::Const(bits)) if *bits >= 0 => Some((a, *bits)),
        (ExprKind::Const(bits), _) if *bits >= 0 => Some((b, *bits)),
        _ => None,
    }
}
