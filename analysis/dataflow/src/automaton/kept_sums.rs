//! Kept sums: sums of quantities that an assignment makes constant.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use csieve_graph::{BinaryOp, EdgeId, ExprId, ExprKind, Type, VarId};

use super::{
    Linear, Quantity, QuantityId,
    constrain::{Constrainer, Restriction, unconverted},
    restrict::from_sum,
    said::pure_call,
};

impl Constrainer<'_> {
    /// Returns the sum of quantities that the assignment `var = value` makes constant, and the constant. None
    /// if no condition can profit from the sum. `asked` are the quantities that conditions restrict (by
    /// index), `shared` the load expressions that are read more than once.
    pub fn kept_sum(
        &mut self,
        var: VarId,
        value: ExprId,
        asked: &FixedBitSet,
        shared: &FxHashSet<ExprId>,
    ) -> Option<(QuantityId, i128)> {
        let is_asked = |quantity: QuantityId| asked.contains(quantity.index());
        // For pointers only copies count: after `p = q`, a condition on one of the two holds for the other,
        // too.
        let copied = unconverted(self.cfg, value);
        let is_copy = || {
            matches!(self.cfg.expr(copied).kind, ExprKind::Var(_)) || self.is_read(var, copied, asked, shared)
        };
        match self.cfg.var(var).ty {
            _ if !is_asked(var.into()) => return None,
            Type::Int(_) => {}
            Type::Pointer if is_copy() => {}
            Type::Pointer | Type::Float(_) | Type::Unknown | Type::Void => return None,
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
        if divisor.abs() != 1 {
            return None;
        }
        Some((self.keep(&terms)?, -offset * divisor))
    }

    /// Keeps a sum. `None` if one of its quantities takes part in too many already.
    fn keep(&mut self, terms: &[(QuantityId, i128)]) -> Option<QuantityId> {
        if !self.kept.has_room(terms) {
            return None;
        }
        let whole = self.quantities.add(Quantity::Sum(terms.to_vec()));
        self.kept.add(whole, terms);
        Some(whole)
    }

    /// Returns the difference of a variable and what the pure call at `first` says, which a call that says the same makes 0.
    pub(super) fn kept_result(&mut self, var: VarId, first: EdgeId) -> Option<(QuantityId, i128)> {
        let said = self.quantities.add(Quantity::Said(first));
        let (_, args) = pure_call(self.cfg, first)?;
        let is_of_it = |arg: &ExprId| self.dependencies[arg.0 as usize].vars.contains(&var);
        if self.cfg.var(var).exposed || args.iter().any(is_of_it) {
            return None;
        }
        Some((self.keep(&[(QuantityId::from(var), 1), (said, -1)])?, 0))
    }

    /// Returns whether a quantity is a product of two variables other than `var`, at least one of them
    /// restricted by a condition. Such a product is 0 if a condition finds that a factor is 0.
    pub(super) fn is_product(&self, quantity: QuantityId, var: VarId, asked: &FixedBitSet) -> bool {
        let Quantity::Value(expr) = *self.quantities.get(quantity) else { return false };
        let ExprKind::Binary(BinaryOp::Mul, a, b) = self.cfg.expr(expr).kind else { return false };
        let factor = |of: ExprId| {
            let factor = self.cfg.expr(self.cfg.exprs.strip_casts(of)).kind.as_var()?;
            (factor != var).then(|| QuantityId::from(factor))
        };
        let factors = factor(a).zip(factor(b));
        factors.is_some_and(|(a, b)| asked.contains(a.index()) || asked.contains(b.index()))
    }

    /// Returns whether a quantity is a load for which [`Self::is_read`] holds.
    pub(super) fn is_read_of(
        &self,
        quantity: QuantityId,
        var: VarId,
        asked: &FixedBitSet,
        shared: &FxHashSet<ExprId>,
    ) -> bool {
        let Quantity::Value(read) = *self.quantities.get(quantity) else { return false };
        self.is_read(var, read, asked, shared)
    }

    /// Returns whether a value that is assigned to `var` is a load from a place in memory that is tested or
    /// read elsewhere, too. Conditions on the variable then hold for that place as well, until memory is
    /// written.
    pub(super) fn is_read(
        &self,
        var: VarId,
        read: ExprId,
        asked: &FixedBitSet,
        shared: &FxHashSet<ExprId>,
    ) -> bool {
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
    pub(super) fn add_from_kept(&self, quantity: QuantityId, out: &mut Vec<Restriction>) {
        for &whole in self.kept.of(quantity) {
            if let Quantity::Sum(terms) = self.quantities.get(whole) {
                for term in terms.iter().filter(|term| term.0 != quantity) {
                    // Perhaps no statement of the path computed this other term, so an overflow in it is no
                    // contradiction.
                    self.refresh(term.0, true, out);
                }
                let own = terms.iter().find(|term| term.0 == quantity);
                out.extend(own.map(|own| (quantity, from_sum(whole, terms, quantity, own.1))));
            }
        }
    }

    /// Adds the restrictions that a quantity imposes on the quantities that share a kept sum with it.
    pub(super) fn add_to_kept(&self, quantity: QuantityId, out: &mut Vec<Restriction>) {
        for &whole in self.kept.of(quantity) {
            if let Quantity::Sum(terms) = self.quantities.get(whole) {
                let others = terms.iter().filter(|term| term.0 != quantity);
                out.extend(others.map(|&(other, factor)| (other, from_sum(whole, terms, other, factor))));
            }
        }
    }

    /// Returns the quantities that share a kept sum with a quantity.
    pub(super) fn sharing(&self, quantity: QuantityId) -> Vec<QuantityId> {
        let sums = self.kept.of(quantity).iter().map(|whole| self.quantities.get(*whole));
        let terms = sums.filter_map(|sum| if let Quantity::Sum(terms) = sum { Some(terms) } else { None });
        terms.flatten().map(|term| term.0).filter(|other| *other != quantity).collect()
    }
}

/// The sums that assignments of linear combinations make constant: `y - 3*b` after `y = 3*b + 1`. A later
/// condition on `y` then restricts `b` as well, until one of the two is written.
#[derive(Clone, Debug, Default)]
pub struct KeptSums {
    by_quantity: FxHashMap<QuantityId, Vec<QuantityId>>,
}

/// The most kept sums in which one quantity takes part.
pub(super) const MAX_KEPT: usize = 4;

impl KeptSums {
    pub(super) fn of(&self, quantity: QuantityId) -> &[QuantityId] {
        self.by_quantity.get(&quantity).map_or(&[], Vec::as_slice)
    }

    pub(super) fn has_room(&self, terms: &[(QuantityId, i128)]) -> bool {
        terms.iter().all(|term| self.of(term.0).len() < MAX_KEPT)
    }

    pub(super) fn add(&mut self, whole: QuantityId, terms: &[(QuantityId, i128)]) {
        for (quantity, _) in terms {
            let sums = self.by_quantity.entry(*quantity).or_default();
            if !sums.contains(&whole) {
                sums.push(whole);
            }
        }
    }
}
