//! Tests of the questions whether an access leaves its object, and of the reasons to ask them.

mod misuses;
mod reasons;

use csieve_graph::{Action, Because, Cfg, EdgeId, Place, Reason, action_text};

use super::guard;
use crate::tests::graph;

/// Returns the misuses in the last function of a text that are certain, or that a path leads to on which a
/// reason starts and does not end. Each comes with the edges where such reasons start.
fn suspected(text: &str) -> Vec<String> {
    let cfg = guard(graph(text), false);
    let mut misuses: Vec<EdgeId> = cfg.limits.of.keys().copied().collect();
    misuses.sort_unstable();
    misuses.into_iter().filter_map(|misuse| shown(&cfg, misuse)).collect()
}

fn shown(cfg: &Cfg, misuse: EdgeId) -> Option<String> {
    let limit = &cfg.limits.of[&misuse];
    if limit.is_certain {
        return Some(format!("{}: always", limit.certain));
    }
    let mut starts: Vec<(EdgeId, &Reason)> = Vec::new();
    for (start, reasons) in &cfg.limits.starts {
        starts.extend(reasons.iter().map(|at| (*start, &cfg.limits.reasons[usize::from(*at)])));
    }
    starts.retain(|(start, reason)| leads_to(cfg, *start, reason, misuse));
    starts.sort_by_key(|(start, _)| *start);
    let because = starts.iter().map(|(start, reason)| {
        format!("{} at `{}`", because(cfg, &reason.because), action_text(cfg, cfg.edge(*start)))
    });
    let because = because.collect::<Vec<_>>().join(", ");
    (!because.is_empty()).then(|| format!("{}: {because}", limit.possible))
}

/// Returns whether a path leads from the start of a reason to a misuse before the reason ends, through an
/// edge that arms it if it needs one, and through one that copies the value if the misuse is one of a copy.
fn leads_to(cfg: &Cfg, start: EdgeId, reason: &Reason, misuse: EdgeId) -> bool {
    let mut pending = vec![(cfg.edge(start).to, reason.armed.is_empty(), false)];
    let mut seen = Vec::new();
    while let Some(state) = pending.pop() {
        if seen.contains(&state) {
            continue;
        }
        seen.push(state);
        let (at, is_armed, is_copied) = state;
        for id in &cfg.successors[at.index()] {
            let misuses = if is_copied { &reason.copied } else { &reason.misuses };
            if *id == misuse && is_armed && misuses.contains(id) {
                return true;
            }
            let (arms, copies) = (reason.armed.contains(id), reason.handed.contains(id));
            let ends = reason.ends.contains(id) && !arms && !copies && !is_copied;
            if !ends && !matches!(cfg.edge(*id).action, Action::Misuse { .. }) {
                pending.push((cfg.edge(*id).to, is_armed || arms, is_copied || copies && is_armed));
            }
        }
    }
    false
}

fn because(cfg: &Cfg, because: &Because) -> String {
    match because {
        Because::Condition => "condition".to_owned(),
        Because::Beyond => "found beyond".to_owned(),
        Because::Assigned(var) => format!("{} assigned", cfg.var(*var).name),
        Because::Moved(var) => format!("{} moved", cfg.var(*var).name),
        Because::Outside { place: Place::Var(var), callee } => {
            format!("{} from {callee}", cfg.var(*var).name)
        }
        Because::Outside { place: Place::Cell(address), callee } => {
            format!("{} from {callee}", csieve_graph::cell_text(cfg, *address))
        }
    }
}

const NONE: [&str; 0] = [];
