//! The invariants of the objects that a function reads, as facts in its graph.

use csieve_base::text::{Sentence, Span, words};
use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{Action, Cfg, CfgBuilder, Edge, EdgeId, ExprId, ExprKind, Type, VarId, VarKind};
use csieve_reports::finding::Round;

use super::{
    Invariant, Program, between_calls, invariant,
    parts::{self, about_pointer, part_invariant, parts_read},
};

/// The largest number of objects of a function whose invariants are sought.
const MOST_OBJECTS: usize = 16;

/// Whether calls may come back to the functions that assign to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Calls {
    /// Any call may, for all that one function shows.
    ComeBack,
    /// None does. This is how programs are written, but no proof.
    StayAway,
}

/// The invariants of the objects with static storage that a function mentions.
#[derive(Debug, Default)]
pub struct Facts {
    known: Vec<(VarId, String, Invariant)>,
    /// The values that the graph reads from arrays and structures, each with its invariant, which is a fact.
    parts: Vec<(ExprId, Invariant)>,
}

impl Facts {
    /// Seeks the invariants of the objects that a graph mentions.
    pub fn of(cfg: &Cfg, program: Program) -> Self {
        let objects = cfg.var_ids().filter_map(|id| Some((id, object(cfg, id)?)));
        let known = objects.take(MOST_OBJECTS).filter_map(|(id, name)| {
            let found = invariant(program, (&name, cfg.var(id).ty))?;
            Some((id, name, found))
        });
        let parts = parts_read(cfg, MOST_OBJECTS).into_iter().filter_map(|(read, object, way)| {
            Some((read, part_invariant(program, &object, &way, cfg.expr(read).ty)?))
        });
        Self { known: known.collect(), parts: parts.collect() }
    }

    /// Seeks what the static objects of a function are whenever it is called, but for calls that come back to it.
    pub fn between_calls(cfg: &Cfg, program: Program) -> Self {
        let objects = cfg.var_ids().filter_map(|id| Some((id, object(cfg, id)?))).take(MOST_OBJECTS);
        let known = objects.filter_map(|(id, name)| {
            let found = between_calls(program, (&name, cfg.var(id).ty))?;
            Some((id, name, found))
        });
        Self { known: known.collect(), parts: Vec::new() }
    }

    /// Returns whether there are invariants of this kind.
    pub fn has(&self, is_certain: bool) -> bool {
        is_certain && !self.parts.is_empty()
            || self.known.iter().any(|(_, _, found)| found.is_certain() == is_certain)
    }

    /// Returns what the first invariant says of an object of a graph.
    pub fn said(&self, cfg: &Cfg) -> Option<Sentence> {
        let (var, name, found) = self.known.first()?;
        Some(found.said(name, cfg.var(*var).ty))
    }

    /// Returns all invariants.
    pub fn all(&self) -> impl Iterator<Item = &Invariant> {
        self.known.iter().map(|(_, _, found)| found).chain(self.parts.iter().map(|(_, found)| found))
    }

    /// Returns a graph in which the invariants hold at the entry, and wherever other code may have stored into an
    /// object. If `only_certain` is set, only those count that no other code can break.
    pub fn added(&self, cfg: Cfg, only_certain: bool) -> Cfg {
        let counts = |found: &Invariant| found.is_certain() || !only_certain;
        let used = self.known.iter().filter(|(_, _, found)| counts(found));
        let known: Vec<_> = used.map(|(var, _, found)| (*var, found.values)).collect();
        let parts: Vec<_> = self.parts.iter().map(|(read, found)| (*read, found.values)).collect();
        keeping(parts::keeping(cfg, &parts), &known, Calls::ComeBack)
    }

    /// Returns what an invariant that other code might break says, if a proof rests on it.
    pub fn doubted(&self, cfg: &Cfg, proof: &[Round]) -> Option<Sentence> {
        let rows = || proof.iter().flat_map(|round| &round.conflicts).flat_map(|one| &one.equations);
        let is_used = |name: &str| rows().any(|row| row.always && words(&row.text).any(|word| word == name));
        let mut likely = self.known.iter().filter(|(_, _, found)| !found.is_certain());
        let (var, name, found) = likely.find(|(var, ..)| is_used(&cfg.var(*var).name))?;
        Some(found.said(name, cfg.var(*var).ty))
    }
}

/// Returns the name of the object with static storage that a variable is; `None` if it has no invariants.
pub(crate) fn object(cfg: &Cfg, id: VarId) -> Option<String> {
    let var = cfg.var(id);
    let is_scalar = var.kind == VarKind::Global && matches!(var.ty, Type::Int(_) | Type::Pointer);
    let is_addressed = || cfg.expr_ids().any(|expr| cfg.expr(expr).kind == ExprKind::AddressOf(id));
    let is_own = cfg.statics.own.iter().any(|own| cfg.expr(*own).kind == ExprKind::Var(id));
    if !is_scalar || is_addressed() {
        return None;
    }
    Some(if is_own { format!("{}.{}", cfg.function, var.name) } else { var.name.clone() })
}

/// Returns a graph in which variables lie in intervals at the entry, and wherever other code may have written
/// them. Stores through pointers do not write them; calls do only if they come back to a function that does, as
/// `calls` says. Where other code may write a variable that is private to the graph already, it has any value there.
pub(super) fn keeping(cfg: Cfg, known: &[(VarId, Interval)], calls: Calls) -> Cfg {
    let count = cfg.edges.len() as u32;
    let mut graph = CfgBuilder::reopen(cfg);
    for &(var, values) in known {
        let is_private = !graph.var_info(var).exposed;
        graph.hide(var);
        let Some(fact) = fact(&mut graph, var, values) else { continue };
        for id in (0..count).map(EdgeId) {
            let edge = graph.so_far().edge(id);
            let is_own = edge.assigned() == Some(var);
            let is_elsewhere = calls == Calls::ComeBack
                && !is_private
                && edge.writes_memory()
                && !matches!(edge.action, Action::Store { .. });
            let is_forgotten = is_private && is_own && gives_any_value(graph.so_far(), edge);
            let mut steps = Vec::new();
            if is_elsewhere && !is_own {
                let ty = graph.var_info(var).ty;
                let value = graph.exprs().any(ty);
                steps.push(Action::Assign { var, value });
            } else if !is_forgotten && (!is_own || edge.inside.is_none()) {
                continue;
            }
            steps.push(fact.clone());
            graph.insert_steps(id, steps);
            graph.always(graph.last_edge());
        }
        graph.first(fact, Span { start: 0, end: 0 });
        graph.always(graph.last_edge());
    }
    graph.finish()
}

/// Returns whether an edge gives a variable any value of its type.
fn gives_any_value(cfg: &Cfg, edge: &Edge) -> bool {
    matches!(edge.action, Action::Assign { value, .. } if matches!(cfg.expr(value).kind, ExprKind::Any(_)))
}

/// Returns the action that says in which interval a variable lies; `None` if that is nothing new for its type.
pub(crate) fn fact(graph: &mut CfgBuilder, var: VarId, values: Interval) -> Option<Action> {
    let ty = graph.var_info(var).ty;
    let value = graph.exprs().var(var, ty);
    fact_of(graph, value, values)
}

/// Returns the action that says in which interval a value lies; `None` if that is nothing new for its type.
pub(super) fn fact_of(graph: &mut CfgBuilder, value: ExprId, values: Interval) -> Option<Action> {
    let ty = graph.exprs_ref().get(value).ty;
    let (low, high) = values.meet(type_range(ty)).bounds()?;
    if ty != Type::Pointer {
        return Some(Action::Learn { value, low, high });
    }
    let is_null = high == 0;
    (is_null || low > 0).then(|| about_pointer(graph, value, is_null))
}
