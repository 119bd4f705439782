//! Paths that need a change of memory which the function does not see.

use crate::{
    automaton::{Automaton, trusting_automaton},
    budget::Steps,
    cfg::EdgeId,
    model::Function,
    ranges::Ranges,
    refute::{Atoms, Intervals, PathProgram, Proof, Reasoning, Refutation, Refuter},
    report,
};

use super::Doubt;

/// Most steps of the pass over ranges.
const MAX_STEPS: u64 = 1_000_000;

/// A function as somebody sees it who trusts the program: writes and calls change only what they plainly name.
pub struct Trusting {
    /// Its automaton.
    pub automaton: Automaton,
    /// What some run may reach then; none if that takes too long to find out.
    ranges: Option<Ranges>,
}

impl Trusting {
    /// Looks at a function so.
    pub fn new(function: &Function, wrapv: bool) -> Self {
        let automaton = trusting_automaton(function.cfg, &function.dependencies, wrapv);
        let ranges = Ranges::of(function.cfg, &automaton, MAX_STEPS);
        Self { automaton, ranges }
    }

    /// Whether some run may take an edge. Whoever wrote a condition that can never hold for those who trust knows
    /// of the change, and trust is wrong.
    fn takes(&self, edge: EdgeId) -> bool {
        self.ranges.as_ref().is_none_or(|ranges| ranges.takes(edge))
    }
}

/// The doubt about a path that is contradictory for somebody who trusts the program; `path` has that automaton.
pub fn unseen_changes<'a>(
    path: &PathProgram<'a, '_>,
    trusting: &Trusting,
    text: &str,
    mut budget: Steps,
) -> Option<Doubt<'a>> {
    let refuters: [&dyn Refuter; 2] = [&Atoms, &Intervals];
    for refuter in refuters {
        let Refutation::Spurious(proofs) = refuter.refute(path, &mut budget) else { continue };
        let proofs: Vec<Proof> = proofs
            .into_iter()
            .filter(|proof| clash(path, proof).is_some_and(|edge| trusting.takes(edge)))
            .collect();
        if let Some(first) = proofs.first() {
            let clash = report::conflict(path.function, path.automaton, text, first);
            return Some(Doubt {
                sentence: format!(
                    "unless memory changes in a way that the function does not show: {}",
                    clash.sentence
                ),
                observers: proofs.into_iter().map(|proof| proof.observer).collect(),
            });
        }
    }
    None
}

/// The edge at which a proof finds nothing left.
fn clash(path: &PathProgram, proof: &Proof) -> Option<EdgeId> {
    let Reasoning::Intervals(found) = &proof.reasoning else { return None };
    let last = found.equations.iter().max_by_key(|equation| equation.position)?;
    Some(path.automaton.update(last.update).edge)
}
