//! Shows a run as the steps of a finding.

use std::sync::Arc;

use csieve_base::rule::Rule;
use rustc_hash::FxHashMap;

use csieve_graph::{Action, Cfg, ExprKind, VarId};
use csieve_lowering::project::plain;
use csieve_machine::{Callee as Called, Graphs, Misuse, Subject, concolic::Taken};
use csieve_reports::{
    finding::{Callee, Step, StepKind},
    report::{mark_decisions, step},
};

use super::{File, Reached, World, policy::before};

/// The largest number of steps that are shown, counted from the end of the run.
const MOST: usize = 60;

/// An edge that a run took, with the graph of its function.
type Passed<'a> = (&'a Cfg, Taken);

/// Returns the last steps of a run up to a misuse. The steps that [`decisive`] names are marked as decisive,
/// and so are the conditions near the end. The finding is in the function `home`.
pub(super) fn steps(file: File, world: &World, reached: &Reached, home: &str) -> Vec<Step> {
    let misuse = &reached.misuse;
    let passed = passed(world, reached);
    let decisive = decisive(&passed, misuse);
    let mut graphs: FxHashMap<&str, Option<Arc<Cfg>>> = FxHashMap::default();
    let mut steps: Vec<(Step, bool)> = Vec::new();
    for (at, (cfg, taken)) in passed.iter().enumerate() {
        let name = cfg.function.as_str();
        let is_last = at + 1 == passed.len();
        let in_words = graphs.entry(name).or_insert_with(|| world.graphs().in_words(name));
        let Some(cfg) = in_words.as_deref() else { continue };
        let Some(step) = step(cfg, file.text_of(name), taken.edge, is_last) else { continue };
        // Accesses before the last step were no misuse, so they explain nothing.
        if step.kind == StepKind::Access && !is_last {
            continue;
        }
        let callee = (name != home).then(|| Callee {
            function: plain(name).into(),
            depth: taken.depth as u32,
            elsewhere: file.elsewhere(name, cfg.edge(taken.edge).span),
        });
        let decisive = decisive.contains(&at);
        steps.push((Step { decisive, callee, ..step }, decisive));
    }
    steps.drain(..steps.len().saturating_sub(MOST));
    mark_decisions(&mut steps);
    steps.into_iter().map(|(step, _)| step).collect()
}

/// Returns the edges of a run up to the edge of the misuse. That edge is added if the run ended before it
/// took the edge.
fn passed<'g>(world: &'g World, reached: &Reached) -> Vec<Passed<'g>> {
    let Reached { trace, misuse } = reached;
    let mut passed: Vec<Passed> =
        before(world, trace, misuse).map(|(cfg, taken)| (cfg, taken.clone())).collect();
    let Some((home, edge)) = misuse.frames.last() else { return passed };
    let depth = misuse.frames.len() - 1;
    let is_last =
        |(cfg, taken): &Passed| cfg.function == *home && taken.edge == *edge && taken.depth == depth;
    if let (Called::Graph(cfg), false) = (world.graph(home), passed.last().is_some_and(is_last)) {
        let function = trace.functions.iter().position(|name| name == home).unwrap_or_default() as u32;
        let (step, decisions) = (misuse.after, trace.decisions.len());
        passed.push((cfg, Taken { step, edge: *edge, function, depth, decisions }));
    }
    passed
}

/// Returns the indices of the steps, besides conditions, that lead to the misuse: the calls around it,
/// operations that fail, where the misused object comes from and where it is freed, and where the misused
/// variable gets its value.
fn decisive(passed: &[Passed], misuse: &Misuse) -> Vec<usize> {
    let Some((home, last)) = passed.last() else { return Vec::new() };
    let mut decisive = vec![passed.len() - 1];
    let var = misused(home, last);
    let mut is_set = var.is_none();
    let mut is_released = false;
    let mut shown: Vec<(&str, u32)> = Vec::new();
    let mut open = last.depth;
    for (at, (cfg, taken)) in passed.iter().enumerate().rev().skip(1) {
        let action = &cfg.edge(taken.edge).action;
        let is_here = taken.depth == last.depth && cfg.function == home.function && open == last.depth;
        let decides = match action {
            _ if taken.depth < open => {
                open = taken.depth;
                true
            }
            Action::AllocFail { .. } | Action::OpenFail { .. } => true,
            Action::Alloc { .. } | Action::Open { .. } => match &misuse.subject {
                Subject::Made(frames) => {
                    frames.last().is_some_and(|(maker, edge)| *maker == cfg.function && *edge == taken.edge)
                }
                _ => false,
            },
            // Of an object that the run was given, the last release is told: nothing says which one it was.
            Action::Free { .. } | Action::Close { .. } => {
                let is_of_object = matches!(misuse.subject, Subject::Made(_));
                is_of_object || ends_object(misuse.rule) && !std::mem::replace(&mut is_released, true)
            }
            Action::Assign { var: own, .. } | Action::Declare(own) if is_here && !is_set => {
                is_set = var == Some(*own);
                is_set
            }
            _ => false,
        };
        // A run may take the same edge many times in a loop, but the edge is marked only once.
        let place = (cfg.function.as_str(), taken.edge.0);
        if decides && !shown.contains(&place) {
            shown.push(place);
            decisive.push(at);
        }
    }
    decisive
}

/// Returns whether a rule is about objects that were released before.
fn ends_object(rule: Rule) -> bool {
    matches!(rule, Rule::UseAfterFree | Rule::DoubleFree | Rule::DoubleClose)
}

/// Returns the variable that is misused, if the misused operand is a variable.
fn misused(cfg: &Cfg, last: &Taken) -> Option<VarId> {
    let (Action::Misuse { operand: value, .. }
    | Action::Deref { pointer: value, .. }
    | Action::Free { pointer: value, .. }
    | Action::Return(Some(value))) = cfg.edge(last.edge).action
    else {
        return None;
    };
    match cfg.expr(cfg.exprs.strip_casts(value)).kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    }
}
