//! The restrictions of quantities that follow from a comparison of a linear sum with 0.

use csieve_domains::interval::Interval;
use csieve_graph::{BinaryOp, Cfg, Comparator, ExprId, ExprKind, Type};

use super::{
    Linear, Op, Program, Quantity, QuantityId,
    compile::Compiler,
    constrain::{Constrainer, Restriction},
    program::Slot,
};

impl Constrainer<'_> {
    /// Returns the restrictions that hold where `sum op 0` is true.
    pub(super) fn relation(&mut self, sum: &Linear, op: BinaryOp) -> Vec<Restriction> {
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
                // Two variables that were loaded from one place are equal to the value there, and so to each
                // other.
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
    /// the value of the expression may have wrapped.
    pub(super) fn refresh(&self, quantity: QuantityId, wrapv: bool, out: &mut Vec<Restriction>) {
        if let Quantity::Value(expr) = *self.quantities.get(quantity)
            && !matches!(self.cfg.expr(expr).kind, ExprKind::Load(_))
        {
            let compiler = Compiler { cfg: self.cfg, quantities: &self.quantities, wrapv, null_stays: false };
            out.push((quantity, compiler.program(expr)));
        }
    }

    /// Records the result of a test for equality as a quantity of its own. An interval around 5 cannot
    /// express `x != 5`, but the same test must give the same result again.
    pub(super) fn zero_test(&mut self, sum: &Linear, op: BinaryOp, out: &mut Vec<Restriction>) {
        let equal = op == BinaryOp::Eq;
        if !equal && op != BinaryOp::Ne {
            return;
        }
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
        if let [(quantity, 1)] = canonical.terms[..] {
            self.zero_test_of_said(quantity, canonical.offset, equal, out);
        }
    }

    /// Records the result of a test of a variable for what a pure call says, if the variable still has that value.
    fn zero_test_of_said(
        &mut self,
        quantity: QuantityId,
        offset: Interval,
        equal: bool,
        out: &mut Vec<Restriction>,
    ) {
        for whole in self.kept.of(quantity).to_vec() {
            let Quantity::Sum(terms) = self.quantities.get(whole) else { continue };
            let [(own, 1), (said, -1)] = terms[..] else { continue };
            if own != quantity || !matches!(self.quantities.get(said), Quantity::Said(_)) {
                continue;
            }
            let truth = self.quantities.add(Quantity::IsZero(Linear { terms: vec![(said, 1)], offset }));
            // The difference of the two is 0, or else nothing is known of it.
            let mut program = Program::quantity(whole);
            let side = program.push(Op::Const(Interval::point(i128::from(equal))));
            let side = program.push(Op::Binary(BinaryOp::Add, side, 0));
            let known = program.push(Op::Read(truth));
            program.push(Op::Meet(known, side));
            out.push((truth, program));
        }
    }

    /// Recomputes the results of earlier tests whether the sum `terms` equals a bound of `allowed`. An
    /// interval around 5 could not express `x != 5`, but once only 5 is left, `x != 5` is known to be false.
    pub(super) fn tested_before(
        &self,
        terms: &[(QuantityId, i128)],
        allowed: Interval,
        out: &mut Vec<Restriction>,
    ) {
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
    pub(super) fn other_masks(&self, quantity: QuantityId, op: BinaryOp, out: &mut Vec<Restriction>) {
        let Some((masked, own)) = mask(self.cfg, self.quantities.get(quantity)) else { return };
        for id in self.quantities.ids().filter(|id| *id != quantity) {
            let Some((other, bits)) = mask(self.cfg, self.quantities.get(id)) else { continue };
            let (allowed, excluded) = if op == BinaryOp::Eq && bits & !own == 0 {
                (Interval::ZERO, None)
            } else if op == BinaryOp::Ne && own & !bits == 0 {
                (Interval::TOP, Some(0))
            } else {
                continue;
            };
            if other == masked {
                out.push((id, restricted(id, None, allowed, excluded)));
            }
        }
    }

    /// Adds the restriction that a converted or wrapped value imposes on the value before the conversion, for
    /// the case that the type can hold the latter.
    pub(super) fn before_conversion(&mut self, quantity: QuantityId, out: &mut Vec<Restriction>) {
        let Quantity::Value(expr) = *self.quantities.get(quantity) else { return };
        let Type::Int(ty) = self.cfg.expr(expr).ty else { return };
        let kind = &self.cfg.expr(expr).kind;
        let before = if let ExprKind::Cast(inner) = *kind
            && self.is_integer(inner)
        {
            self.linear(inner)
        } else if let ExprKind::Binary(op, a, b) = *kind
            && let Some(sign) = op.sign()
            && self.is_integer(a)
            && self.is_integer(b)
        {
            self.linear(a).zip(self.linear(b)).and_then(|(left, right)| left.plus(sign, &right))
        } else {
            None
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

/// Returns the values `v` for which `v op bound` holds with some value of `bound`.
pub(super) fn at_relation(op: BinaryOp, bound: Interval) -> Interval {
    let Some((low, high)) = bound.bounds() else { return Interval::EMPTY };
    match op.comparator() {
        Some(Comparator::Eq) => bound,
        Some(Comparator::Le) => Interval::at_most(high),
        Some(Comparator::Lt) => Interval::at_most(high).add(below_infinity(high, -1)),
        Some(Comparator::Ge) => Interval::at_least(low),
        Some(Comparator::Gt) => Interval::at_least(low).add(below_infinity(low, 1)),
        Some(Comparator::Ne) | None => Interval::TOP,
    }
}

/// Returns the step from the bound of a strict comparison to the next value that satisfies it: 0 if the bound
/// is infinite.
pub(super) fn below_infinity(bound: i128, step: i128) -> Interval {
    let infinite = bound == Interval::POS_INFINITY || bound == Interval::NEG_INFINITY;
    Interval::point(if infinite { 0 } else { step })
}

/// Returns a program for `Σ coefficient · quantity (+ offset)`. The result is in its last slot.
pub(super) fn sum_program(terms: &[(QuantityId, i128)], offset: Option<i128>) -> Program {
    let mut program = Program::default();
    append_sum(&mut program, terms.iter().copied(), offset);
    program
}

pub(super) fn append_sum(
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
pub(super) fn restricted(
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

/// Returns a program for one term of a sum: the whole sum minus its other terms, met with the term's known
/// interval.
pub(super) fn from_sum(
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
