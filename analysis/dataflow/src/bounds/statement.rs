//! The statements of a function about values: conditions, assigned constants, and steps (`i = i + 1`).

use super::weak::Other;
use csieve_domains::interval::Interval;
use csieve_graph::{Assigns, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, Tests, VarId};

use crate::automaton::{Constrainer, Quantity, QuantityId, Statement};

/// A linear sum with coprime coefficients.
pub(super) type Terms = Vec<(QuantityId, i128)>;

/// All statements of a function about values.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// The bounds on sums that conditions state, with the edges of these conditions.
    pub conditions: Vec<(EdgeId, Statement)>,
    /// The assignments of values with a known interval: edge, variable and interval.
    pub assigned: Vec<(EdgeId, VarId, Interval)>,
    /// The assignments `v = v + c` (steps): edge, `v` and `c`.
    pub steps: Vec<(EdgeId, VarId, i128)>,
    /// The conditions that state more about variables than bounds of sums, such as `x & 1`.
    pub others: Vec<Other>,
}

impl Said {
    /// Collects the statements of all edges.
    pub(super) fn of(constrainer: &mut Constrainer) -> Self {
        let cfg = constrainer.cfg;
        let mut said = Self::default();
        for id in cfg.edge_ids() {
            let effects = cfg.edge(id).effects();
            if let Tests::Condition { cond, holds } = effects.tests {
                let stated = constrainer.stated(cond, holds).filter(|stated| !stated.terms.is_empty());
                let is_stated = |var: VarId| {
                    let own = |stated: &Statement| stated.terms.iter().any(|term| term.0 == var.into());
                    stated.as_ref().is_some_and(own)
                };
                said.others.extend(Other::of(cfg, id, cond, is_stated));
                said.conditions.extend(stated.map(|stated| (id, stated)));
            }
            // Constants that an inlined callee assigns, such as error codes, do not count. The conditions
            // with which the function itself treats them do.
            if let Assigns::Value { var, value } = effects.assigns
                && cfg.edge(id).inside.is_none()
            {
                match (values(cfg, value), step(cfg, var, value)) {
                    (Some(values), _) => said.assigned.push((id, var, values)),
                    (None, Some(step)) => said.steps.push((id, var, step)),
                    (None, None) => {}
                }
            }
        }
        said
    }

    /// Returns whether some assignment adds a constant to a variable.
    pub(super) fn has_step(&self, var: VarId) -> bool {
        self.steps.iter().any(|(_, stepped, _)| *stepped == var)
    }

    /// Returns whether some assignment adds 1 to a variable, or subtracts 1.
    pub(super) fn is_counted(&self, var: VarId) -> bool {
        self.steps.iter().any(|(_, stepped, by)| *stepped == var && by.abs() == 1)
    }

    /// Returns whether a variable gets values of which no statement tells anything.
    pub(super) fn has_unknown_values(&self, cfg: &Cfg, var: VarId) -> bool {
        let known = self.assigned.iter().map(|entry| entry.1).chain(self.steps.iter().map(|entry| entry.1));
        written(cfg, var).count() > known.filter(|assigned| *assigned == var).count()
    }

    /// Returns whether a variable gets other values than the one that `edge` assigns and those that steps
    /// make of it.
    pub(super) fn has_other_values(&self, cfg: &Cfg, edge: EdgeId, var: VarId) -> bool {
        let steps = self.steps.iter().filter(|(_, stepped, _)| *stepped == var).count();
        written(cfg, var).filter(|other| *other != edge).count() > steps
    }

    /// Returns whether a quantity may have one of the values `values`. A counter that starts from constants
    /// and moves by more than 1 may step over all of them.
    pub(super) fn may_reach(
        &self,
        constrainer: &Constrainer,
        quantity: QuantityId,
        values: Interval,
    ) -> bool {
        let Quantity::Var(var) = *constrainer.quantities.get(quantity) else { return true };
        let starts = self.assigned.iter().filter(|(_, assigned, _)| *assigned == var);
        let starts: Option<Vec<i128>> = starts.map(|(_, _, values)| values.as_point()).collect();
        let step = self.steps.iter().filter(|(_, stepped, _)| *stepped == var).map(|step| step.2.abs()).max();
        let (Some(starts), Some(step), Some((low, high))) = (starts, step, values.bounds()) else {
            return true;
        };
        let is_bounded = low != Interval::NEG_INFINITY && high != Interval::POS_INFINITY;
        if step <= 1 || starts.is_empty() || !is_bounded {
            return true;
        }
        starts.iter().any(|start| low + (start - low).rem_euclid(step) <= high)
    }

    /// Returns the conditions on a sum: edge, allowed values and excluded value of each.
    pub(super) fn about(&self, terms: &Terms) -> Vec<(EdgeId, Interval, Option<i128>)> {
        let own = self.conditions.iter().filter(|(_, stated)| stated.terms == *terms);
        own.map(|(edge, stated)| (*edge, stated.allowed, stated.excluded)).collect()
    }

    /// Returns the bounds of a counter that follow from the largest value of the variable it is compared
    /// with: `i < n` with `n <= 10`.
    pub(super) fn through(&self, constrainer: &Constrainer, counter: QuantityId) -> Vec<(EdgeId, Interval)> {
        let mut found = Vec::new();
        for (edge, stated) in &self.conditions {
            let [one, two] = stated.terms.as_slice() else { continue };
            let (own, other) = if one.0 == counter { (one, two) } else { (two, one) };
            if own.0 != counter || own.1.abs() != 1 || own.1 != -other.1 {
                continue;
            }
            let Some(most) = self.largest(constrainer, other.0) else { continue };
            let allowed = stated.allowed.sub(Interval::at_most(most).mul_const(other.1)).divide_inward(own.1);
            if allowed != Interval::TOP {
                found.push((*edge, allowed));
            }
        }
        found
    }

    /// Returns the largest value of a variable, as far as constants and conditions give it. None if it is not
    /// known.
    fn largest(&self, constrainer: &Constrainer, quantity: QuantityId) -> Option<i128> {
        let Quantity::Var(var) = *constrainer.quantities.get(quantity) else { return None };
        let cfg = constrainer.cfg;
        let writes = cfg.edges.iter().filter(|edge| edge.assigned() == Some(var)).count();
        let mut constants = self.assigned.iter().filter(|(_, assigned, _)| *assigned == var).peekable();
        let known = constants.clone().count();
        if cfg.var(var).exposed || writes != known {
            return None;
        }
        let is_param = cfg.var(var).kind == csieve_graph::VarKind::Param;
        let constant = if constants.peek().is_some() {
            constants.filter_map(|(_, _, values)| values.bounds().map(|(_, high)| high)).max()
        } else {
            None
        };
        let stated = self.conditions.iter().filter(|(_, stated)| stated.terms == [(quantity, 1)]);
        let stated = stated.filter_map(|(_, stated)| stated.allowed.bounds().map(|(_, high)| high));
        let stated = stated.filter(|high| *high != Interval::POS_INFINITY).max();
        if is_param { stated.max(constant.filter(|_| stated.is_some())) } else { constant }
    }
}

/// Returns the edges that assign a variable, declarations aside.
fn written(cfg: &Cfg, var: VarId) -> impl Iterator<Item = EdgeId> + '_ {
    cfg.edge_ids().filter(move |id| {
        let edge = cfg.edge(*id);
        let assigns = edge.effects().assigns;
        assigns.var() == Some(var) && !matches!(assigns, Assigns::Undefined { .. })
    })
}

/// Returns the values of an assigned constant or remainder. None for other expressions.
fn values(cfg: &Cfg, value: ExprId) -> Option<Interval> {
    if let Some(value) = cfg.exprs.as_constant(value) {
        return Some(Interval::point(value));
    }
    // The lower bound of a remainder is left out: programs rarely mean it as a bound.
    let stripped = cfg.exprs.strip_casts(value);
    let ExprKind::Binary(BinaryOp::Rem, _, by) = cfg.expr(stripped).kind else { return None };
    cfg.exprs.as_constant(by).filter(|by| *by > 0).map(|by| Interval::at_most(by - 1))
}

/// Returns `c` for the assignment `v = v + c`, and `-c` for `v = v - c`. None for other assignments.
fn step(cfg: &Cfg, var: VarId, value: ExprId) -> Option<i128> {
    let ExprKind::Binary(op, a, b) = cfg.expr(cfg.exprs.strip_casts(value)).kind else { return None };
    let ExprKind::Const(by) = cfg.expr(cfg.exprs.strip_casts(b)).kind else { return None };
    let is_own = cfg.expr(cfg.exprs.strip_casts(a)).kind == ExprKind::Var(var);
    if is_own { op.sign().map(|sign| sign * by) } else { None }
}
