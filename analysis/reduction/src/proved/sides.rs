//! Sides of conditions that the pass over value ranges lets no run take.

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::text::Span;
use csieve_dataflow::ranges::Ranges;
use csieve_graph::{Action, Cfg, Edge, EdgeId, ExprId, ExprKind, Type, VarId};
use csieve_modelcheck::model::{Function, ZeroTest, strip_pointer_casts, zero_test};

/// One side of a condition that no run takes, with all its edges.
pub(super) struct Side {
    /// The text of the condition.
    pub(super) span: Span,
    /// Whether the condition holds on this side.
    holds: bool,
    /// The edges of all copies of the side, ascending.
    pub(super) edges: Vec<EdgeId>,
}

impl Side {
    /// Returns the first edge of the side.
    pub(super) fn first(&self) -> EdgeId {
        self.edges[0]
    }
}

/// Returns the sides of conditions that no run takes, in the order of their first edges.
pub(super) fn impossible_sides(function: &Function, ranges: &Ranges) -> Vec<Side> {
    let cfg = function.cfg;
    let known = Known::of(cfg);
    let mut sides: Vec<Side> = Vec::new();
    let mut places: FxHashMap<(Span, bool), usize> = FxHashMap::default();
    let mut taken: FxHashSet<(Span, bool)> = FxHashSet::default();
    for id in cfg.edge_ids() {
        let edge = cfg.edge(id);
        let Action::Assume { holds, cond } = edge.action else { continue };
        if ranges.takes(id) {
            taken.insert((edge.span, holds));
            continue;
        }
        if !ranges.reaches(edge.from)
            || edge.expanded.is_some()
            || cfg.is_implied(id)
            || function.is_in_macro(edge.span)
            || known.is_settled(function, cond)
            || known.calls.contains(&edge.span)
        {
            continue;
        }
        let place = *places.entry((edge.span, holds)).or_insert_with(|| {
            sides.push(Side { span: edge.span, holds, edges: Vec::new() });
            sides.len() - 1
        });
        sides[place].edges.push(id);
    }
    // A condition may have several copies in the graph. A side counts only if no run takes any copy of it.
    sides.retain(|side| !taken.contains(&(side.span, side.holds)));
    sides
}

/// What is asked about the edges of a function for each of its conditions.
struct Known {
    /// The places of calls. A condition there belongs to the effect of the call, such as the test for size 0 in
    /// `realloc`.
    calls: FxHashSet<Span>,
    /// Whether all values that variables get are one constant. Variables that get none are not in here.
    constant: FxHashMap<VarId, bool>,
}

impl Known {
    fn of(cfg: &Cfg) -> Self {
        let is_call = |edge: &&Edge| {
            matches!(
                edge.action,
                Action::Alloc { .. }
                    | Action::AllocFail { .. }
                    | Action::Free { .. }
                    | Action::FreeNull { .. }
                    | Action::Call { .. }
                    | Action::LibraryCall { .. }
            )
        };
        let calls = cfg.edges.iter().filter(is_call).map(|edge| edge.span).collect();
        let mut constant = FxHashMap::default();
        for edge in &cfg.edges {
            let Some(var) = edge.assigned() else { continue };
            if matches!(edge.action, Action::Declare(_)) {
                continue;
            }
            let is_first = !constant.contains_key(&var);
            constant.insert(var, is_first && is_constant(cfg, edge));
        }
        Self { calls, constant }
    }

    /// Returns whether a condition reads only constants, and variables that get one constant and keep it. Such a
    /// condition is a switch for those who build the program.
    fn is_settled(&self, function: &Function, cond: ExprId) -> bool {
        let asked = function.dependencies(cond);
        !asked.memory && asked.vars.iter().all(|var| self.constant.get(var) == Some(&true))
    }
}

fn is_constant(cfg: &Cfg, edge: &Edge) -> bool {
    match edge.action {
        Action::Assign { value, .. } => {
            matches!(cfg.expr(cfg.exprs.strip_casts(value)).kind, ExprKind::Const(_))
        }
        _ => false,
    }
}

/// The accesses through each pointer of a function, outside of macros.
pub(super) struct Accesses(FxHashMap<ExprId, Vec<Span>>);

impl Accesses {
    /// Collects the accesses of a function.
    pub(super) fn of(function: &Function) -> Self {
        let mut of: FxHashMap<ExprId, Vec<Span>> = FxHashMap::default();
        for edge in function.cfg.edges.iter().filter(|edge| edge.expanded.is_none()) {
            if let Action::Deref { pointer, .. } = edge.action {
                of.entry(strip_pointer_casts(function, pointer)).or_default().push(edge.span);
            }
        }
        Self(of)
    }

    /// Returns the pointer that one side of a condition finds to be NULL, and all accesses through it. `None` if there
    /// are none.
    pub(super) fn through(&self, function: &Function, side: &Side) -> Option<(ExprId, &[Span])> {
        let cfg = function.cfg;
        // Only the side on which the pointer is NULL counts: for `p == NULL` where it is true, for `p` where it
        // is false.
        let Some(ZeroTest::Zero(value)) = zero_test(function, cfg.edge(side.first())) else { return None };
        let pointer = strip_pointer_casts(function, value);
        if cfg.expr(pointer).ty != Type::Pointer {
            return None;
        }
        self.0.get(&pointer).map(|spans| (pointer, &**spans))
    }
}
