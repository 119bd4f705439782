//! Finds variables that only count up, with steps so small and a type so wide that no program runs long
//! enough for an overflow.

use csieve_dataflow::automaton::{Automaton, Environment};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, BinaryOp, Cfg, Edge, ExprId, ExprKind, Type, VarId, VarKind};

/// The width of the type of a counter, in bits.
const BITS: u8 = 64;
/// The largest step of a counter.
const MAX_STEP: i128 = 16;
/// The largest constant with which a counter may start.
const MAX_START: i128 = 1 << 32;
/// No counter reaches this value: in steps of 16, one every nanosecond, that takes nine years.
const MAX: i128 = 1 << 62;

/// The variables of a function that only count up.
#[derive(Debug)]
pub(crate) struct Counters {
    all: Vec<VarId>,
}

impl Counters {
    /// Finds the variables of a function that only count up, and narrows their ranges in the automaton.
    pub(crate) fn new(cfg: &Cfg, automaton: &mut Automaton) -> Self {
        let mut steps: Vec<VarId> = Vec::new();
        for edge in &cfg.edges {
            if let Some((var, _)) = step(cfg, edge)
                && !steps.contains(&var)
            {
                steps.push(var);
            }
        }
        let is_wide = |var: VarId| matches!(cfg.var(var).ty, Type::Int(int) if int.bits == BITS);
        steps.retain(|var| {
            let own = cfg.var(*var);
            own.kind == VarKind::Local && !own.exposed && is_wide(*var)
        });
        if !steps.is_empty() {
            for edge in &cfg.edges {
                match &edge.action {
                    Action::Opaque { vars } => steps.retain(|var| !vars.contains(var)),
                    Action::Declare(_) => {}
                    _ => steps.retain(|var| edge.assigned() != Some(*var) || only_counts(cfg, edge)),
                }
            }
        }
        for var in &steps {
            let range = &mut automaton.ranges[var.index()];
            *range = range.meet(Interval::at_most(MAX));
        }
        Self { all: steps }
    }

    /// Returns the counter that an edge takes one step further, with all values that it can have afterwards. `before`
    /// is known before the edge.
    pub(crate) fn counted(
        &self,
        cfg: &Cfg,
        automaton: &Automaton,
        edge: &Edge,
        before: &Environment,
    ) -> Option<(VarId, Interval)> {
        if self.all.is_empty() {
            return None;
        }
        let (var, by) = step(cfg, edge).filter(|(var, _)| self.all.contains(var))?;
        let (low, high) = before.get(automaton, var.into()).bounds()?;
        Some((var, Interval::new((low + by).min(MAX), (high + by).min(MAX))))
    }
}

/// Returns whether an edge gives a variable its first value, or takes it one step further.
fn only_counts(cfg: &Cfg, edge: &Edge) -> bool {
    let starts = |value: ExprId| matches!(cfg.expr(value).kind, ExprKind::Const(0..=MAX_START));
    step(cfg, edge).is_some() || matches!(edge.action, Action::Assign { value, .. } if starts(value))
}

/// Returns the variable that an edge increases by a constant, with the constant.
fn step(cfg: &Cfg, edge: &Edge) -> Option<(VarId, i128)> {
    let Action::Assign { var, value } = edge.action else { return None };
    let ExprKind::Binary(BinaryOp::Add, a, b) = cfg.expr(value).kind else { return None };
    match (&cfg.expr(a).kind, &cfg.expr(b).kind) {
        (ExprKind::Var(read), ExprKind::Const(by @ 1..=MAX_STEP)) if *read == var => Some((var, *by)),
        _ => None,
    }
}
