//! Guesses from relations between variables: an iteration over the path program with convex polyhedra, refined by where and
//! when it widens (Gulavani and Rajamani, "Counterexample Driven Refinement for Abstract Interpretation", sections 3 and 4).
//!
//! The iteration computes with mathematical integers and takes conversions to change nothing, so what it finds is no proof
//! yet: every constraint is a guess, which has to hold bit by bit like any other.

mod iterate;
mod transfer;

use crate::{
    budget::Steps,
    options::Options,
    refute::{PathProgram, Refutation, Refuter, bits::Place, fold::Folded},
    relations::{Constraint, Domain, Octagon, Polyhedron, Relation as Sign},
};

use self::{
    iterate::{Widening, invariants},
    transfer::Dimensions,
};
use super::{Predicate, any, hold::Guesses, predicate::Relation, refuted};

/// Most steps for one path.
const STEPS: u32 = 60_000;

/// Guesses linear relations.
#[derive(Clone, Copy, Debug)]
pub struct Relations;

impl Refuter for Relations {
    fn name(&self) -> &'static str {
        "relations"
    }

    fn generalises(&self) -> bool {
        true
    }

    fn steps(&self, _: &Options) -> u32 {
        STEPS
    }

    fn refute<'a>(&self, path: &PathProgram<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        let dimensions = Dimensions::of(path);
        if dimensions.places.is_empty() {
            return Refutation::Unknown;
        }
        any(Folded::all(path), |folded| {
            any(0..ATTEMPTS, |attempt| {
                let widening = Widening { delay: attempt.max(1) };
                let found = match attempt {
                    0 => guesses::<Octagon>(path, &folded, &dimensions, widening, budget),
                    _ => guesses::<Polyhedron>(path, &folded, &dimensions, widening, budget),
                };
                match found {
                    Some(found) => refuted(self.name(), path, &folded, found, budget),
                    None => Refutation::Unknown,
                }
            })
        })
    }
}

/// Most steps of one iteration.
const ITERATION: u32 = 6_000;

/// How often the iteration is refined: octagons first, then polyhedra that widen later and later.
const ATTEMPTS: usize = 3;

/// What an iteration with a domain says of every node; none if it does not exclude the end itself.
fn guesses<D: Domain>(
    path: &PathProgram,
    folded: &Folded,
    dimensions: &Dimensions,
    widening: Widening,
    budget: &mut Steps,
) -> Option<Guesses> {
    let mut own = Steps::new(ITERATION.min(budget.left()));
    let given = own.left();
    let states: Option<Vec<D>> = invariants(path, folded, dimensions, widening, &mut own);
    budget.take_many(given - own.left());
    let states = states?;
    let mut end = states[folded.end()].clone();
    dimensions.take(path, folded.last, &mut end);
    if !end.is_bottom() {
        return None;
    }
    let mut guesses = Guesses::none(folded);
    for (node, state) in states.iter().enumerate() {
        for constraint in state.constraints() {
            if let Some(predicate) = predicate(&dimensions.places, &constraint) {
                guesses.add(node, predicate);
            }
        }
    }
    Some(guesses)
}

/// A constraint over places; none if a number is too large.
fn predicate(places: &[Place], constraint: &Constraint) -> Option<Predicate> {
    let term = |(variable, coefficient): &(u32, crate::relations::Integer)| {
        let coefficient = i64::try_from(coefficient.to_i128()?).ok()?;
        Some((places[*variable as usize], coefficient))
    };
    let mut terms: Vec<(Place, i64)> = constraint.expr().terms().iter().map(term).collect::<Option<_>>()?;
    terms.sort_unstable();
    let relation = match constraint.relation() {
        Sign::Zero => Relation::Zero,
        Sign::AtMostZero => Relation::AtMostZero,
    };
    Some(Predicate::Linear { terms, constant: constraint.expr().offset().to_i128()?, relation })
}
