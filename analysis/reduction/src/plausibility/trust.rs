//! Doubts about paths that need a change of memory which the function does not show.

use csieve_base::{budget::Steps, text::sentence};
use csieve_dataflow::{
    automaton::{Automaton, trusting_automaton},
    ranges::Ranges,
};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::Function;
use csieve_refuters::{
    Atoms, CounterexamplePath, IntervalConflict, Intervals, Reasoning, Refutation, Refuter,
};
use csieve_reports::report;

use super::{Doubt, seen::Seen};

/// The largest number of steps of the pass that computes ranges of values in the trusting automaton.
const MAX_STEPS: u32 = 1_000_000;

/// A function under an unsound assumption: writes and calls change only what they plainly name. It is used
/// for doubts only.
pub struct Trusting {
    /// The trusting automaton of the function.
    pub automaton: Automaton,
    /// The variables with foreign values.
    pub(super) seen: Seen,
    /// The ranges of values in the trusting automaton. `None` if computing them takes too many steps.
    ranges: Option<Ranges>,
}

impl Trusting {
    /// Computes the trusting automaton of a function and its ranges. With `wrapv`, signed overflow wraps.
    pub fn new(function: &Function, wrapv: bool) -> Self {
        let automaton = trusting_automaton(function.cfg, &function.dependencies, wrapv);
        let ranges = Ranges::of(function.cfg, &automaton, MAX_STEPS);
        Self { automaton, seen: Seen::new(function), ranges }
    }

    /// Returns whether some run may take an edge under the trusting assumption. If none may, the author of
    /// the condition expects a change that the assumption excludes, so the assumption is wrong there.
    pub(super) fn takes(&self, edge: EdgeId) -> bool {
        self.ranges.as_ref().is_none_or(|ranges| ranges.takes(edge))
    }
}

/// Returns the doubt about a path that is infeasible in the trusting automaton. `path` must have the trusting
/// automaton; `text` is the text of the function.
pub(super) fn unseen_changes<'a>(
    path: &CounterexamplePath<'a, '_>,
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

/// Returns whether an edge belongs to the effects of a callee. The condition of such an edge was not written
/// for this call.
fn is_of_call(path: &CounterexamplePath, edge: EdgeId) -> bool {
    let cfg = path.function.cfg;
    let call = cfg.edge(edge).span;
    cfg.edges.iter().any(|other| other.span == call && other.inside.is_some())
}

/// Returns the edge of the last equation of a conflict. The conflict leaves no value after this edge.
fn clash(path: &CounterexamplePath, found: &IntervalConflict) -> Option<EdgeId> {
    let last = found.equations.iter().max_by_key(|equation| equation.position)?;
    Some(path.automaton.update(last.update).edge)
}
