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
    refute::{PathProgram, Refutation, Refuter, bits::Place},
    relations::{Constraint, Domain, Octagon, Polyhedron, Relation as Sign},
};

use self::{
    iterate::{Widening, invariants},
    transfer::Dimensions,
};
use super::{Predicate, fold::Folded, hold::Guesses, predicate::Relation, refuted};

/// Most steps for one path.
const STEPS: u32 = 20_000;

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
        let Some(folded) = Folded::of(path) else { return Refutation::Unknown };
        let dimensions = Dimensions::of(path);
        if dimensions.places.is_empty() {
            return Refutation::Unknown;
        }
        for attempt in 0..ATTEMPTS {
            let found = match attempt {
                0 => guesses::<Octagon>(path, &folded, &dimensions, Widening { delay: 1 }),
                _ => guesses::<Polyhedron>(path, &folded, &dimensions, Widening { delay: attempt }),
            };
            let Some(found) = found else { continue };
            if let proof @ Refutation::Spurious(_) = refuted(self.name(), path, &folded, found, budget) {
                return proof;
            }
        }
        Refutation::Unknown
    }
}

/// How often the iteration is refined: octagons first, then polyhedra that widen later and later.
const ATTEMPTS: usize = 4;

/// What an iteration with a domain says of every node; none if it does not exclude the end itself.
fn guesses<D: Domain>(
    path: &PathProgram,
    folded: &Folded,
    dimensions: &Dimensions,
    widening: Widening,
) -> Option<Guesses> {
    let states: Vec<D> = invariants(path, folded, dimensions, widening);
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
