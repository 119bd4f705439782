//! A run as steps.

use std::sync::Arc;

use crate::{
    cfg::{Action, EdgeId},
    finding::{Callee, Step},
    machine::{Callee as Called, Graphs, Misuse, Subject},
    report::{mark_decisions, step},
};

use super::{File, Reached, World, policy::before};

/// Most steps that are told; those at the end tell most.
const MOST: usize = 60;

/// The last steps of a run up to a misuse. Those decide that make or free memory like the misused one, that let something fail,
/// and the conditions near the end.
pub fn steps(file: File, world: &World, reached: &Reached) -> Vec<Step> {
    let Reached { trace, misuse } = reached;
    let Some((home, last)) = misuse.frames.last() else { return Vec::new() };
    let told = |function: &str, edge: EdgeId, depth: usize, is_last: bool| {
        let Called::Graph(cfg) = world.graph(function) else { return None };
        let callee = (function != home).then(|| Callee {
            function: Arc::from(function),
            depth: depth as u32,
            elsewhere: None,
        });
        let decisive = is_last || decides(&cfg.edge(edge).action, misuse, (function, edge));
        let step = step(cfg, file.text_of(function), edge, is_last)?;
        Some((Step { callee, decisive, ..step }, decisive))
    };
    let depth = misuse.frames.len() - 1;
    let is_taken = before(world, trace, misuse)
        .last()
        .is_some_and(|(cfg, taken)| (&cfg.function, taken.edge, taken.depth) == (home, *last, depth));
    let count = misuse.after as usize - usize::from(is_taken);
    let mut steps: Vec<(Step, bool)> = before(world, trace, misuse)
        .take(count)
        .filter_map(|(cfg, taken)| told(&cfg.function, taken.edge, taken.depth, false))
        .collect();
    steps.extend(told(home, *last, depth, true));
    steps.drain(..steps.len().saturating_sub(MOST));
    mark_decisions(&mut steps);
    steps.into_iter().map(|(step, _)| step).collect()
}

/// Whether a step that is no condition leads to the misuse.
fn decides(action: &Action, misuse: &Misuse, (function, edge): (&str, EdgeId)) -> bool {
    match action {
        Action::AllocFail { .. } | Action::OpenFail { .. } => true,
        Action::Alloc { .. } | Action::Open { .. } => match &misuse.subject {
            Subject::Made(frames) => frames.last().is_some_and(|(maker, at)| maker == function && *at == edge),
            _ => false,
        },
        Action::Free { .. } | Action::Close { .. } => matches!(misuse.subject, Subject::Made(_)),
        _ => false,
    }
}
