//! Paths that need a change of memory which the function does not see.

use csieve_base::{budget::Steps, text::sentence};
use csieve_dataflow::{
    automaton::{Automaton, trusting_automaton},
    ranges::Ranges,
};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::Function;
use csieve_refuters::{Atoms, IntervalConflict, Intervals, PathProgram, Reasoning, Refutation, Refuter};
use csieve_reports::report;

use super::{Doubt, seen::Seen};

/// Most steps of the pass over ranges.
const MAX_STEPS: u32 = 1_000_000;

/// A function as somebody sees it who trusts the program: writes and calls change only what they plainly name.
pub struct Trusting {
    /// Its automaton.
    pub automaton: Automaton,
    /// What it can see.
    pub(super) seen: Seen,
    /// What some run may reach then; none if that takes too long to find out.
    ranges: Option<Ranges>,
}

impl Trusting {
    /// Looks at a function so.
    pub fn new(function: &Function, wrapv: bool) -> Self {
        let automaton = trusting_automaton(function.cfg, &function.dependencies, wrapv);
        let ranges = Ranges::of(function.cfg, &automaton, MAX_STEPS);
        Self { automaton, seen: Seen::new(function), ranges }
    }

    /// Whether some run may take an edge. Whoever wrote a condition that can never hold for those who trust knows
    /// of the change, and trust is wrong.
    pub(super) fn takes(&self, edge: EdgeId) -> bool {
        self.ranges.as_ref().is_none_or(|ranges| ranges.takes(edge))
    }
}

/// The doubt about a path that is contradictory for somebody who trusts the program; `path` has that automaton.
pub(super) fn unseen_changes<'a>(
    path: &PathProgram<'a, '_>,
    trusting: &Trusting,
    text: &str,
    mut budget: Steps,
) -> Option<Doubt<'a>> {
    let refuters: [&dyn Refuter; 2] = [&Atoms, &Intervals];
    for refuter in refuters {
        let Refutation::Spurious(proofs) = refuter.refute(path, &mut budget) else { continue };
        let (mut sentence, mut observers) = (None, Vec::new());
        for proof in proofs {
            let Reasoning::Intervals(found) = &proof.reasoning else { continue };
            if !clash(path, found).is_some_and(|edge| trusting.takes(edge) || is_of_call(path, edge)) {
                continue;
            }
            sentence.get_or_insert_with(|| report::sentence(path.function.cfg, path.automaton, text, found));
            observers.push(proof.observer);
        }
        if let Some(sentence) = sentence {
            let sentence =
                sentence!("unless memory changes in a way that the function does not show: {}", sentence);
            return Some(Doubt { sentence, observers });
        }
    }
    None
}

/// Whether an edge is what an argument decides in a callee: nobody wrote such a condition for this call.
fn is_of_call(path: &PathProgram, edge: EdgeId) -> bool {
    let cfg = path.function.cfg;
    let call = cfg.edge(edge).span;
    cfg.edges.iter().any(|other| other.span == call && other.inside.is_some())
}

/// The edge at which a proof finds nothing left.
fn clash(path: &PathProgram, found: &IntervalConflict) -> Option<EdgeId> {
    let last = found.equations.iter().max_by_key(|equation| equation.position)?;
    Some(path.automaton.update(last.update).edge)
}
