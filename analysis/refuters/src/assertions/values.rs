//! Guesses of values and bounds: the path gives them to places, and every round of a loop keeps them.
//!
//! The strongest postcondition of a path gives places some values at each location. Values that the end does
//! not need are dropped. The rest is an inductive sequence of interpolants ([BL], section III). Bounds are
//! guessed in the same way: a counter leaves its first value, but it may stay on one side of it.

use csieve_base::{budget::Steps, refuter_id::RefuterId};
use csieve_dataflow::automaton::{Automaton, Event, Quantity, QuantityId};
use csieve_domains::{equations::Silent, interval::Interval};

use crate::{
    Budget, CounterexamplePath, Declaration, ProofForm, Refutation, Refuter, Turn, bits::SymbolSubject,
    declare_refuter, fold::PathProgram,
};

use super::{Predicate, any, cone::Cone, hold::Guesses, predicate::Relation, refuted};

/// The largest number of places for which values are guessed.
const MOST: usize = 16;

declare_refuter! {
    /// Guesses that variables, memory cells and differences of two variables have the values or bounds that
    /// the path gives them. Guesses that some round breaks are dropped. Those that are left and exclude the
    /// end of the path are the proof.
    ///
    /// ```c
    /// # #include <assert.h>
    /// # #include <stdlib.h>
    /// # int ask(void);
    /// # struct item { struct item *next; int seen; };
    /// # struct item *example(void)
    /// # {
    ///     struct item *list = NULL, *at;
    ///     while (ask()) {
    ///         struct item *made = malloc(sizeof *made);
    ///         if (made == NULL)
    ///             break;
    ///         made->seen = 0;
    ///         made->next = list;
    ///         list = made;
    ///     }
    ///     for (at = list; at != NULL; at = at->next)
    ///         at->seen = 1;
    ///     for (at = list; at != NULL; at = at->next)
    ///         assert(at->seen == 1);
    /// #   return list;
    /// # }
    /// ```
    ///
    /// `made >= 1` holds in every round that goes on, so a path on which this `made` is NULL is refuted. The
    /// other paths to the assertion are refuted by `intervals` and `lists`.
    Values {
        id: RefuterId::Values,
        title: "Sets of values that hold in every round",
        turn: Turn::Rounds,
        budget: Budget::Steps(3_000),
        proves: "Values and bounds that every statement keeps exclude the end of the path.",
        proof: ProofForm::Rules,
        papers: &["[BL], section III", "[Houdini]"],
    }
}

impl Refuter for Values {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        any(PathProgram::all(path), |folded| {
            refuted(self.id(), path, &folded, guesses(path, &folded), budget)
        })
    }
}

fn guesses(path: &CounterexamplePath, folded: &PathProgram) -> Guesses {
    let automaton = path.automaton;
    let mut guesses = Guesses::none(folded);
    let seen = seen(path, folded);
    let cone = Cone::of(path, MOST);
    for (node, values) in seen.iter().enumerate() {
        for quantity in automaton.quantities.ids() {
            let range = automaton.range(quantity);
            let value = values[quantity.index()];
            if value.is_empty() || value == range {
                continue;
            }
            let terms = terms(automaton, quantity);
            if let Some(terms) = terms.filter(|terms| terms.iter().all(|(place, _)| cone.has(*place))) {
                for (terms, constant, relation) in bounds(&terms, value, range) {
                    guesses.add(node, Predicate::Linear { terms, constant, relation });
                }
            }
        }
    }
    guesses
}

/// Returns for every node of the path program the smallest intervals that contain all values that quantities
/// have there along the path, indexed by quantity.
fn seen(path: &CounterexamplePath, folded: &PathProgram) -> Vec<Vec<Interval>> {
    let automaton = path.automaton;
    let mut now = automaton.ranges.clone();
    let mut seen = vec![vec![Interval::EMPTY; now.len()]; folded.nodes.len()];
    for (&node, &edge) in folded.visits.iter().zip(path.word) {
        for (known, value) in seen[node].iter_mut().zip(&now) {
            *known = known.hull(*value);
        }
        for event in &automaton.events[edge.index()] {
            match event {
                Event::Kill(killed) => {
                    for quantity in killed.iter() {
                        now[quantity.index()] = automaton.range(quantity);
                    }
                }
                Event::Update(id) => {
                    let update = automaton.update(*id);
                    let read = |quantity: QuantityId| now[quantity.index()];
                    now[update.target.index()] = update.program.evaluate(&read, &mut Silent);
                }
            }
        }
    }
    seen
}

/// Reads a quantity as a sum of places with coefficients. `None` if the quantity is no such sum, or if a
/// coefficient is too large.
fn terms(automaton: &Automaton, quantity: QuantityId) -> Option<Vec<(SymbolSubject, i64)>> {
    let place = |quantity: QuantityId| match automaton.quantities.get(quantity) {
        Quantity::Var(var) => Some(SymbolSubject::Var(*var)),
        Quantity::Value(expr) => Some(SymbolSubject::Value(*expr)),
        Quantity::Test | Quantity::Said(_) | Quantity::Sum(_) | Quantity::IsZero(_) | Quantity::Truth(..) => {
            None
        }
    };
    let term = |(quantity, coefficient): &(QuantityId, i128)| {
        Some((place(*quantity)?, i64::try_from(*coefficient).ok()?))
    };
    let mut terms: Vec<(SymbolSubject, i64)> = match automaton.quantities.get(quantity) {
        Quantity::Sum(sum) => sum.iter().map(term).collect::<Option<_>>()?,
        Quantity::Var(_) | Quantity::Value(_) => vec![(place(quantity)?, 1)],
        Quantity::Test | Quantity::Said(_) | Quantity::IsZero(_) | Quantity::Truth(..) => return None,
    };
    terms.sort_unstable();
    Some(terms)
}

type Bound = (Vec<(SymbolSubject, i64)>, i128, Relation);

/// Returns the relations that say that a sum lies in an interval. Bounds that already follow from the range
/// of the sum are left out.
fn bounds(terms: &[(SymbolSubject, i64)], value: Interval, range: Interval) -> Vec<Bound> {
    if let Some(point) = value.as_point() {
        let is = point.checked_neg().map(|constant| (terms.to_vec(), constant, Relation::Zero));
        // A counter leaves its first value but stays on one side of it, so both bounds are guesses as well.
        return is.into_iter().chain(sides(terms, value, Interval::TOP)).collect();
    }
    sides(terms, value, range)
}

fn sides(terms: &[(SymbolSubject, i64)], value: Interval, range: Interval) -> Vec<Bound> {
    let (Some((low, high)), Some((least, most))) = (value.bounds(), range.bounds()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if high != most {
        found.extend(high.checked_neg().map(|constant| (terms.to_vec(), constant, Relation::AtMostZero)));
    }
    if low != least {
        let negated = terms.iter().map(|(place, coefficient)| (*place, -coefficient)).collect();
        found.push((negated, low, Relation::AtMostZero));
    }
    found
}
