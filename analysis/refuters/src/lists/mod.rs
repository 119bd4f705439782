//! Paths through linked lists, refuted with heap graphs ([GR], section 6).
//!
//! The path is folded into its path program, and the heaps at its locations are computed as sets of graphs
//! with summary nodes (`csieve_domains::heap`). If they do not exclude the end of the path, nodes that were
//! merged although they differ in a field, or in whether their numbers rise along a link, are kept apart in
//! that: this is a hint of refinement as in [GR], a union instead of a widening. The heaps that exclude the end
//! are the proof, with the statements between them.

mod certificate;
mod compile;
mod fields;
mod observer;
mod orders;
mod program;
mod says;
mod states;
#[cfg(test)]
mod tests;

pub use observer::HeapObserver;

use csieve_base::{budget::Steps, refuter_id::RefuterId, text::Sentence};
use csieve_domains::heap::{Feature, Heaps, Kept};
use csieve_graph::EdgeId;

use self::{
    program::{Program, concerns},
    states::{States, Walk},
};
use super::{
    Budget, CounterexamplePath, Declaration, Proof, ProofForm, Reasoning, Refutation, Refuter, Turn,
    fold::PathProgram,
};
use crate::declare_refuter;

/// The largest number of features in which nodes are kept apart. They are added one after the other.
const MOST_HINTS: usize = 4;

declare_refuter! {
    /// Computes the heaps at the locations of the path program as graphs with summary nodes. Nodes that were
    /// merged although they differ in a field are kept apart in that field if the end is not excluded without
    /// that. The graphs also say which numbers are at most which others, and along which links they rise. So a
    /// sorted list stays sorted when it is walked or inserted into.
    ///
    /// ```c
    /// # #include <assert.h>
    /// # #include <stdlib.h>
    /// # int ask(void);
    /// # struct item { struct item *next; };
    /// # struct item *example(void)
    /// # {
    ///     struct item *head = calloc(1, sizeof *head), *tail = head;
    ///     if (head == NULL)
    ///         return NULL;
    ///     while (ask()) {
    ///         struct item *made = calloc(1, sizeof *made);
    ///         if (made == NULL)
    ///             break;
    ///         tail->next = made;
    ///         tail = made;
    ///     }
    ///     assert(tail->next == NULL);
    ///     return head;
    /// # }
    /// ```
    ///
    /// The last item leads nowhere, however many there are.
    Lists {
        id: RefuterId::Lists,
        title: "Shapes of linked structures",
        turn: Turn::LastResort,
        budget: Budget::Steps(120_000),
        proves: "The heaps that the path leads to exclude its end, for any number of rounds.",
        proof: ProofForm::Heaps,
        papers: &["[GR], section 6", "[SRW]"],
    }
}

/// Heaps at the locations of a path that exclude its end.
#[derive(Clone, Debug)]
pub struct HeapConflict {
    /// For every statement of the path that changes the heaps, in path order: the heaps after the statement.
    pub clauses: Vec<HeapClause>,
    /// The features in which nodes were kept apart, fields and orders of fields along links, in the order in
    /// which they were added. Each is a union instead of a widening.
    pub hints: Vec<String>,
    /// The heaps with all transitions between them, in the form that [`csieve_proof`] checks.
    pub certificate: Sentence,
}

/// The heaps after one statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapClause {
    /// The edge of the statement.
    pub edge: EdgeId,
    /// The heaps in words, one a case; empty if no run gets past the statement.
    pub heaps: Vec<String>,
}

impl Refuter for Lists {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        if !concerns(path.function.cfg, path.word) {
            return Refutation::Unknown;
        }
        let Some(end) = excluded_at(path, budget) else { return Refutation::Unknown };
        // What excludes a position in the middle may hold for these rounds only. All rounds together may still
        // exclude the end of the path.
        let until = CounterexamplePath { word: &path.word[..=end], ..*path };
        let whole = (end + 1 < path.word.len()).then_some(*path);
        let proof = [until].into_iter().chain(whole).find_map(|path| {
            PathProgram::all(&path).into_iter().find_map(|folded| excluded(&path, &folded, budget))
        });
        proof.map_or(Refutation::Unknown, |proof| Refutation::Spurious(vec![proof]))
    }
}

/// Computes the heaps along the path itself, with its loops unrolled. Returns the first position that no heap
/// gets past. `None` if there is no such position, or if the budget runs out.
fn excluded_at(path: &CounterexamplePath, budget: &mut Steps) -> Option<usize> {
    let program = Program::of(path.function.cfg, path.word.iter().copied());
    // With all features kept apart, nodes that differ in one are not merged.
    let kept: Kept = program.features().into_iter().collect();
    let mut heaps = Heaps::unknown(program.vars.len());
    for (position, edge) in path.word.iter().enumerate() {
        heaps = program.behind(&heaps, *edge, &kept, budget)?;
        if heaps.is_empty() {
            return Some(position);
        }
    }
    None
}

/// Computes the heaps of a folded path and returns the proof that they exclude its end. `None` if the heaps
/// do not exclude it with any kept fields that are tried, or if the budget runs out.
fn excluded<'a>(
    path: &CounterexamplePath<'a, '_>,
    folded: &PathProgram,
    budget: &mut Steps,
) -> Option<Proof<'a>> {
    let edges = folded.ways.iter().map(|way| way.edge).chain([folded.last]);
    let program = Program::of(path.function.cfg, edges);
    let walk = Walk::new(&program, folded);
    let features = program.features();
    let mut hints: Vec<Feature> = Vec::new();
    loop {
        let kept: Kept = hints.iter().copied().collect();
        let hint = match walk.states(&kept, budget) {
            Some(states) if walk.is_excluded(&states, budget)? => {
                return Some(proof(path, folded, &program, &states, &hints));
            }
            Some(states) => {
                let mut differing = features.iter().filter(|feature| states.differing.contains(*feature));
                differing.find(|feature| !kept.contains(*feature))
            }
            // Where sorted and unsorted parts of a list were merged, a walk along the list may end anywhere in
            // it, which takes many graphs.
            None => features
                .iter()
                .find(|feature| matches!(feature, Feature::Order(_)) && !kept.contains(*feature)),
        };
        if hints.len() == MOST_HINTS {
            return None;
        }
        hints.push(*hint?);
    }
}

fn proof<'a>(
    path: &CounterexamplePath<'a, '_>,
    folded: &PathProgram,
    program: &Program,
    states: &States,
    hints: &[Feature],
) -> Proof<'a> {
    let cfg = path.function.cfg;
    let reasoning = Reasoning::Heaps(HeapConflict {
        clauses: says::clauses(cfg, path.word, folded, program, states),
        hints: hints.iter().map(|feature| program.feature_name(*feature)).collect(),
        certificate: certificate::certificate(cfg, folded, program, states),
    });
    Proof { refuter: Lists.id(), observer: Box::new(HeapObserver::new(folded)), reasoning }
}
