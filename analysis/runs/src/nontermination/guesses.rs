//! Guesses what holds in a loop for ever, from what a run saw there.

use std::collections::BTreeSet;

use csieve_graph::{ExprId, Loc, VarId};
use csieve_machine::Known;
use csieve_refuters::{Predicate, PredicateId, Relation, SymbolSubject};

use super::observe::Observed;
use csieve_reduction::termination::LoopCone;

/// The predicates that may hold at the locations of a loop.
#[derive(Clone, Debug, Default)]
pub(super) struct Guesses {
    /// The guessed predicates, each once.
    pub predicates: Vec<Predicate>,
    /// For each location of the loop, by its index among `nodes` in [`Self::of`], the predicates that are
    /// guessed to hold there.
    pub at: Vec<BTreeSet<PredicateId>>,
}

impl Guesses {
    /// Returns the predicates that held each time the observed run came to the locations `nodes`. Where the
    /// run never came, the guess is that no run ever comes.
    pub(super) fn of(concern: &LoopCone, seen: &Observed, nodes: &[Loc]) -> Self {
        let mut guesses = Self { predicates: Vec::new(), at: vec![BTreeSet::new(); nodes.len()] };
        for (node, loc) in nodes.iter().enumerate() {
            if seen.at(*loc).next().is_none() {
                guesses.add(node, never());
            }
            for &(var, read) in &concern.vars {
                guesses.bounds(node, var, range(seen, *loc, read));
            }
            for &expr in &concern.conditions {
                if let Some(holds) = truth(seen, *loc, expr) {
                    guesses.add(node, Predicate::Condition { expr, holds });
                }
            }
        }
        guesses
    }

    fn add(&mut self, node: usize, predicate: Predicate) {
        let known = self.predicates.iter().position(|known| *known == predicate);
        let index = known.unwrap_or_else(|| {
            self.predicates.push(predicate);
            self.predicates.len() - 1
        });
        self.at[node].insert(PredicateId(index as u32));
    }

    /// Guesses that a variable lies between two numbers, both inclusive, at the location with the index
    /// `node`.
    fn bounds(&mut self, node: usize, var: VarId, range: Option<(i128, i128)>) {
        let Some((low, high)) = range else { return };
        let mut say = |sign, constant, relation| {
            let terms = vec![(SymbolSubject::Var(var), sign)];
            self.add(node, Predicate::Linear { terms, constant, relation });
        };
        if low == high {
            say(1, -low, Relation::Zero);
        }
        say(1, -high, Relation::AtMostZero);
        say(-1, low, Relation::AtMostZero);
    }
}

/// Returns the predicate that is always false. As a guess, it says that no run comes to a location.
fn never() -> Predicate {
    Predicate::Linear { terms: Vec::new(), constant: 1, relation: Relation::Zero }
}

/// Returns whether a predicate is the false one, which holds where no run comes.
pub(super) fn is_never(predicate: &Predicate) -> bool {
    *predicate == never()
}

/// Returns the smallest and the greatest value that a run saw of an expression at a location, or in the whole
/// loop if the run never came to the location. `None` if a value is no number.
fn range(seen: &Observed, loc: Loc, expr: ExprId) -> Option<(i128, i128)> {
    let is_seen = seen.at(loc).next().is_some();
    let mut range: Option<(i128, i128)> = None;
    for sight in seen.sights.iter().filter(|sight| !is_seen || sight.at == loc) {
        let Known::Number(value) = seen.value(sight, expr) else { return None };
        let (low, high) = range.unwrap_or((value, value));
        range = Some((low.min(value), high.max(value)));
    }
    range
}

/// Returns the truth of a condition if it was the same each time a run came to a location, or in the whole
/// loop if the run never came to the location.
fn truth(seen: &Observed, loc: Loc, expr: ExprId) -> Option<bool> {
    let is_seen = seen.at(loc).next().is_some();
    let mut all = seen.sights.iter().filter(|sight| !is_seen || sight.at == loc);
    let first = seen.value(all.next()?, expr).truth()?;
    all.all(|sight| seen.value(sight, expr).truth() == Some(first)).then_some(first)
}
