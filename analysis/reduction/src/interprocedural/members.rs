//! Doubts about paths on which a call changes a member of a structure, though no code that it leads to stores into a member of
//! that name.

use rustc_hash::FxHashMap;

use csieve_base::{
    cancel::Cancelled,
    text::{Sentence, sentence},
};
use csieve_dataflow::{
    automaton::{automaton, dependencies},
    ranges::Ranges,
};
use csieve_graph::{Action, Calls, Cfg, EdgeId, ExprId, ExprKind, Type, Writes, expr_text};
use csieve_lowering::project::MemberStores;
use csieve_reports::finding::{Doubt, Finding, HintId, Looked};

use super::{Subject, notebook::Notebook, proof::sought_again};

/// The largest number of members that are asked about in one function.
const MOST_MEMBERS: usize = 16;

/// The largest number of steps of a pass over a function.
const MAX_STEPS: u32 = 200_000;

/// Makes findings doubtful that no run reaches if calls change no member that nothing they lead to stores into. `known` is the
/// function's graph, perhaps with more that is known.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubt(
    subject: Subject,
    known: &Cfg,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.own() else { return Ok(()) };
    let loads = tested(known);
    if loads.is_empty() {
        return Ok(());
    }
    let stores = subject.around.files.member_stores();
    let steady = Steady { cfg: known, stores: &stores, but: own.name(), asked: FxHashMap::default() };
    let steady = steady.all(&loads, subject, notebook);
    if steady.is_empty() {
        return Ok(());
    }
    let mut cfg = known.clone();
    cfg.steady = steady;
    let expected = expected(subject, known, &cfg, &loads);
    cfg.steady.retain(|(_, load)| !expected.contains(load));
    let is_kept = |(load, _): &(ExprId, &str)| cfg.steady.iter().any(|(_, one)| one == load);
    let kept: Vec<(ExprId, &str)> = loads.iter().copied().filter(is_kept).collect();
    if kept.is_empty() {
        return Ok(());
    }
    sought_again(subject, (&cfg, subject.text_of(own)), findings, &|finding, again| {
        let sentence = said(&cfg, &kept, again.as_ref());
        finding.verdict.set_doubt(Doubt::new(HintId::OtherStores, sentence));
    })
}

/// Returns the members that change after all: some condition can only come true if they do, so that its author expects it.
/// `steady` is the graph in which they stay.
fn expected(subject: Subject, known: &Cfg, steady: &Cfg, loads: &[(ExprId, &str)]) -> Vec<ExprId> {
    let ranges = |cfg: &Cfg| {
        let automaton = automaton(cfg, &dependencies(cfg), subject.options.wrapv);
        Ranges::of(cfg, &automaton, MAX_STEPS)
    };
    let (Some(known_ranges), Some(steady_ranges)) = (ranges(known), ranges(steady)) else {
        return loads.iter().map(|(load, _)| *load).collect();
    };
    let is_lost = |id: &EdgeId| known_ranges.takes(*id) && !steady_ranges.takes(*id);
    let lost: Vec<ExprId> = known
        .edge_ids()
        .filter(is_lost)
        .filter_map(|id| match known.edge(id).action {
            Action::Assume { cond, .. } => Some(cond),
            _ => None,
        })
        .collect();
    let is_in = |load: &ExprId| lost.iter().any(|cond| mentions(known, *cond, *load));
    loads.iter().map(|(load, _)| *load).filter(is_in).collect()
}

/// Returns the loads of single members that conditions of a graph test, each with the name of the member. What leads to them
/// is not in memory.
fn tested(cfg: &Cfg) -> Vec<(ExprId, &str)> {
    let dependencies = dependencies(cfg);
    let is_tested = |load: ExprId| {
        cfg.edges.iter().any(|edge| match edge.action {
            Action::Assume { cond, .. } => mentions(cfg, cond, load),
            _ => false,
        })
    };
    let member = |id: ExprId| {
        let expr = cfg.expr(id);
        let ExprKind::Load(address) = expr.kind else { return None };
        let ExprKind::Inside { path, index: None, .. } = &cfg.expr(address).kind else { return None };
        let leads = &dependencies[address.0 as usize];
        let is_plain =
            !leads.memory && !leads.unstable && leads.vars.iter().all(|var| !cfg.var(*var).exposed);
        let is_scalar = matches!(expr.ty, Type::Int(_) | Type::Pointer);
        (is_plain && is_scalar && !path.is_empty()).then_some((id, path.as_str()))
    };
    cfg.expr_ids().filter_map(member).filter(|(load, _)| is_tested(*load)).take(MOST_MEMBERS).collect()
}

/// Returns whether an expression mentions another one.
fn mentions(cfg: &Cfg, expr: ExprId, other: ExprId) -> bool {
    let mut is_there = false;
    cfg.exprs.walk(expr, |id, _| is_there |= id == other);
    is_there
}

/// The question which edges leave which members as they are.
struct Steady<'q, 'a> {
    cfg: &'q Cfg,
    stores: &'q MemberStores<'a>,
    /// The function of the graph.
    but: &'q str,
    /// The answers so far, as [`Looked::MemberStores`] asks them, by callee and member.
    asked: FxHashMap<(&'q str, &'q str), bool>,
}

impl<'q> Steady<'q, '_> {
    /// Returns the edges that write memory, with the loads that they leave as they are, ascending. So are `loads`.
    fn all(
        mut self,
        loads: &[(ExprId, &'q str)],
        subject: Subject,
        notebook: &mut Notebook,
    ) -> Vec<(EdgeId, ExprId)> {
        let mut steady = Vec::new();
        for id in self.cfg.edge_ids() {
            for &(load, member) in loads {
                if self.leaves(id, (load, member), subject, notebook) {
                    steady.push((id, load));
                }
            }
        }
        steady
    }

    fn leaves(
        &mut self,
        id: EdgeId,
        (load, member): (ExprId, &'q str),
        subject: Subject,
        notebook: &mut Notebook,
    ) -> bool {
        let edge = self.cfg.edge(id);
        match edge.effects().writes {
            Writes::Nothing => false,
            // A member is not another one. What else is stored into is none whose address nobody takes.
            Writes::Object { pointer, .. } if edge.inside.is_none() => {
                let is_another = match &self.cfg.expr(self.cfg.exprs.strip_casts(pointer)).kind {
                    ExprKind::Inside { path, index: None, .. } => path != member,
                    _ => true,
                };
                let is_around = || mentions(self.cfg, load, pointer);
                is_another && !is_around() && !self.may_come("&", member, subject, notebook)
            }
            Writes::Object { .. }
            | Writes::Region { .. }
            | Writes::Memory { .. }
            | Writes::Anything { .. } => {
                let Some(callee) = self.callee(id) else { return false };
                let is_seen = self.stores.is_defined(callee) || !self.is_given(id, load);
                is_seen && !self.may_come(callee, member, subject, notebook)
            }
        }
    }

    /// Returns whether a call gets a pointer into the object of a load.
    fn is_given(&self, id: EdgeId, load: ExprId) -> bool {
        let (cfg, effects) = (self.cfg, self.cfg.edge(id).effects());
        let ExprKind::Load(address) = cfg.expr(load).kind else { return false };
        let (Calls::Unknown { args, .. } | Calls::Library { args, .. }) = effects.calls else { return true };
        args.iter().any(|arg| cfg.exprs.root(*arg) == cfg.exprs.root(address))
    }

    /// Returns the function that an edge calls; `None` if the call is not one by a name.
    fn callee(&self, id: EdgeId) -> Option<&'q str> {
        let edge = self.cfg.edge(id);
        edge.effects().calls.name().or_else(|| edge.inside.as_ref().map(|inside| &*inside.function))
    }

    fn may_come(
        &mut self,
        callee: &'q str,
        member: &'q str,
        subject: Subject,
        notebook: &mut Notebook,
    ) -> bool {
        let (stores, but) = (self.stores, self.but);
        *self.asked.entry((callee, member)).or_insert_with(|| {
            notebook.looks(subject, &format!("{callee} {member} {but}"), Looked::MemberStores);
            if callee == "&" { stores.is_addressed(member) } else { stores.may_come(callee, member, but) }
        })
    }
}

/// Returns the doubt about a path that needs another value of one of these members. The proof names it, if there is one.
fn said(cfg: &Cfg, loads: &[(ExprId, &str)], again: Option<&Finding>) -> Sentence {
    let rounds = again.map_or(&[][..], |again| &again.rounds);
    let rows = || rounds.iter().flat_map(|round| &round.conflicts).flat_map(|one| &one.equations);
    let texts: Vec<(String, &str)> =
        loads.iter().map(|(load, member)| (expr_text(cfg, *load), *member)).collect();
    let used = texts.iter().find(|(text, _)| rows().any(|row| row.equation.contains(text.as_str())));
    match used.or(texts.first()) {
        Some((text, member)) => sentence!(
            "unless `{}` changes meanwhile: nothing that is called in between stores into a member `{}`",
            text.as_str(),
            *member
        ),
        None => Sentence::default(),
    }
}
