//! What the edges of a graph say of values: conditions, constants, steps.

use super::weak::Other;
use csieve_domains::interval::Interval;
use csieve_graph::{Action, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, VarId};

use crate::automaton::{Constrainer, Quantity, QuantityId, Statement};

/// A linear sum with coprime coefficients.
pub(super) type Terms = Vec<(QuantityId, i128)>;

/// All that is said in a function.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Conditions: what they say of a sum.
    pub conditions: Vec<(EdgeId, Statement)>,
    /// Assignments of values of which something is known.
    pub assigned: Vec<(EdgeId, VarId, Interval)>,
    /// `v = v + c`
    pub steps: Vec<(EdgeId, VarId, i128)>,
    /// Conditions that say something else of variables.
    pub others: Vec<Other>,
}

impl Said {
    /// Reads all edges.
    pub(super) fn of(constrainer: &mut Constrainer) -> Self {
        let cfg = constrainer.cfg;
        let mut said = Self::default();
        for id in cfg.edge_ids() {
            match cfg.edge(id).action {
                Action::Assume { cond, holds } => {
                    let stated = constrainer.stated(cond, holds).filter(|stated| !stated.terms.is_empty());
                    let is_stated = |var: VarId| {
                        let own = |stated: &Statement| stated.terms.iter().any(|term| term.0 == var.into());
                        stated.as_ref().is_some_and(own)
                    };
                    said.others.extend(Other::of(cfg, id, cond, is_stated));
                    said.conditions.extend(stated.map(|stated| (id, stated)));
                }
                // A callee that says it failed may have said so in vain: what its caller makes of it is what
                // counts.
                Action::Assign { .. } if cfg.edge(id).inside.is_some() => {}
                Action::Assign { var, value } => match (values(cfg, value), step(cfg, var, value)) {
                    (Some(values), _) => said.assigned.push((id, var, values)),
                    (None, Some(step)) => said.steps.push((id, var, step)),
                    _ => {}
                },
                _ => {}
            }
        }
        said
    }

    /// Whether a variable is moved on by steps.
    pub(super) fn has_step(&self, var: VarId) -> bool {
        self.steps.iter().any(|(_, stepped, _)| *stepped == var)
    }

    /// Whether a variable is counted one by one.
    pub(super) fn is_counted(&self, var: VarId) -> bool {
        self.steps.iter().any(|(_, stepped, by)| *stepped == var && by.abs() == 1)
    }

    /// Whether a variable gets values of which nothing is said.
    pub(super) fn has_unknown_values(&self, cfg: &Cfg, var: VarId) -> bool {
        let known = self.assigned.iter().map(|entry| entry.1).chain(self.steps.iter().map(|entry| entry.1));
        written(cfg, var).count() > known.filter(|assigned| *assigned == var).count()
    }

    /// Whether a variable gets other values than those of an edge, and of the steps from there.
    pub(super) fn has_other_values(&self, cfg: &Cfg, edge: EdgeId, var: VarId) -> bool {
        let steps = self.steps.iter().filter(|(_, stepped, _)| *stepped == var).count();
        written(cfg, var).filter(|other| *other != edge).count() > steps
    }

    /// Whether a quantity may have one of these values: a counter from a constant may step over them.
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

    /// What the edges say of a sum.
    pub(super) fn about(&self, terms: &Terms) -> Vec<(EdgeId, Interval, Option<i128>)> {
        let own = self.conditions.iter().filter(|(_, stated)| stated.terms == *terms);
        own.map(|(edge, stated)| (*edge, stated.allowed, stated.excluded)).collect()
    }

    /// What the edges say of a counter through the largest value of what it is compared with: `i < n` and
    /// `n <= 10`.
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

    /// The largest value that a variable can have, if constants and conditions say it.
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

/// The edges that give a variable a value.
fn written(cfg: &Cfg, var: VarId) -> impl Iterator<Item = EdgeId> + '_ {
    cfg.edge_ids().filter(move |id| {
        let edge = cfg.edge(*id);
        !matches!(edge.action, Action::Declare(_)) && edge.assigned() == Some(var)
    })
}

/// The values that an assigned expression can have, where its operator says it.
fn values(cfg: &Cfg, value: ExprId) -> Option<Interval> {
    let constant = |expr: ExprId| match cfg.expr(cfg.exprs.strip_casts(expr)).kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    };
    let stripped = cfg.exprs.strip_casts(value);
    match cfg.expr(stripped).kind {
        ExprKind::Const(value) => Some(Interval::point(value)),
        // How far below 0 a remainder goes is nothing that people mean to say.
        ExprKind::Binary(BinaryOp::Rem, _, by) => {
            constant(by).filter(|by| *by > 0).map(|by| Interval::at_most(by - 1))
        }
        _ => None,
    }
}

/// `c` for `v = v + c`.
fn step(cfg: &Cfg, var: VarId, value: ExprId) -> Option<i128> {
    let ExprKind::Binary(op, a, b) = cfg.expr(cfg.exprs.strip_casts(value)).kind else { return None };
    let ExprKind::Const(by) = cfg.expr(cfg.exprs.strip_casts(b)).kind else { return None };
    let is_own = cfg.expr(cfg.exprs.strip_casts(a)).kind == ExprKind::Var(var);
    match op {
        BinaryOp::Add if is_own => Some(by),
        BinaryOp::Sub if is_own => Some(-by),
        _ => None,
    }
}
