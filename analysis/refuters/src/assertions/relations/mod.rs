//! Guesses of linear relations between variables. They come from an iteration over the path program with
//! octagons, then with convex polyhedra, then with sets of polyhedra. Counterexamples refine at which steps
//! the iteration widens ([GR], sections 3 and 4).
//!
//! The iteration computes with mathematical integers and treats conversions as the identity, so its result is
//! no proof. Every constraint is a guess, which has to hold over bit-vectors like any other guess.

mod guess;
mod transfer;

use csieve_base::{budget::Steps, refuter_id::RefuterId};
use csieve_domains::relations::{
    Domain, Hint, Octagon, Plan, Polyhedron, Powerset, Refined, Transitions, refined,
};

use crate::{
    Budget, CounterexamplePath, Declaration, ProofForm, Reasoning, Refutation, Refuter, Turn,
    declare_refuter, fold::PathProgram,
};

use self::{guess::guesses, transfer::Dimensions};
use super::{Refinement, any, refuted};

/// The limits of the iterations with octagons. No hints of refinement are tried, because polyhedra come next.
const OCTAGONS: Plan = Plan { hints: 0, alternatives: 1, steps: 6_000 };

/// The limits of the iterations with polyhedra.
const POLYHEDRA: Plan = Plan { hints: 2, alternatives: 1, steps: 6_000 };

/// The limits of the iterations with sets of polyhedra.
const SETS: Plan = Plan { hints: 3, alternatives: 3, steps: 6_000 };

/// The largest number of polyhedra in a set.
const MOST: usize = 4;

declare_refuter! {
    /// Iterates over the path program with octagons, then with convex polyhedra, then with sets of polyhedra,
    /// and refines the widening by counterexamples. The iteration computes with mathematical integers, so its
    /// result is a guess. Every guess is then checked bit by bit at every statement.
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # int ask(void);
    /// # void example(void)
    /// # {
    ///     int pairs = 0, ones = 0;
    ///     char *buffer = malloc(16);
    ///     if (!buffer)
    ///         return;
    ///     while (pairs < 1000 && ask()) {
    ///         pairs = pairs + 1;
    ///         ones = ones + 2;
    ///     }
    ///     if (ones != 2 * pairs)
    ///         free(buffer);
    ///     buffer[0] = 1;
    ///     free(buffer);
    /// # }
    /// ```
    ///
    /// `ones = 2 * pairs` holds after any number of rounds.
    Relations {
        id: RefuterId::Relations,
        title: "Relations between variables that hold in every round",
        turn: Turn::Rounds,
        budget: Budget::Steps(60_000),
        proves: "Linear relations that every statement keeps exclude the end of the path.",
        proof: ProofForm::Rules,
        papers: &["[GR], sections 3 and 4", "[Houdini]"],
    }
}

impl Refuter for Relations {
    fn declaration(&self) -> &'static Declaration {
        &Self::DECLARATION
    }

    fn refute<'a>(&self, path: &CounterexamplePath<'a, '_>, budget: &mut Steps) -> Refutation<'a> {
        let dimensions = Dimensions::of(path);
        if dimensions.places.is_empty() {
            return Refutation::Unknown;
        }
        any(PathProgram::all(path), |folded| {
            let said = self.between(&dimensions, path, &folded, Some(SETS), budget);
            match Dimensions::of_program(path, &folded).filter(|_| matches!(said, Refutation::Unknown)) {
                Some(more) => self.between(&more, path, &folded, None, budget),
                None => said,
            }
        })
    }
}

impl Relations {
    /// Refutes a path by relations between some places that hold in its path program. `sets` limits the
    /// iterations with sets of polyhedra, which cost too much for many dimensions; without it there are none.
    fn between<'a>(
        self,
        dimensions: &Dimensions,
        path: &CounterexamplePath<'a, '_>,
        folded: &PathProgram,
        sets: Option<Plan>,
        budget: &mut Steps,
    ) -> Refutation<'a> {
        let system = dimensions.system(path, folded);
        let attempt = Attempt { refuter: self.id(), path, folded, dimensions, system };
        let mut said = attempt.with::<Octagon>(OCTAGONS, budget);
        if matches!(said, Refined::Unknown) {
            said = attempt.with::<Polyhedron>(POLYHEDRA, budget);
        }
        if let Some(sets) = sets.filter(|_| matches!(said, Refined::Unknown)) {
            said = attempt.with::<Powerset<Polyhedron, MOST>>(sets, budget);
        }
        match said {
            Refined::Excluded(refutation) => refutation,
            Refined::Reached | Refined::Unknown => Refutation::Unknown,
        }
    }
}

/// An attempt to refute one path program.
struct Attempt<'p, 'a, 'w> {
    refuter: RefuterId,
    path: &'p CounterexamplePath<'a, 'w>,
    folded: &'p PathProgram,
    dimensions: &'p Dimensions,
    system: Transitions,
}

impl<'a> Attempt<'_, 'a, '_> {
    /// Iterates with one domain, with as many hints of refinement as `plan` allows. Tries to prove the
    /// guesses from each iteration that excludes the end of the path.
    fn with<D: Domain>(&self, plan: Plan, budget: &mut Steps) -> Refined<Refutation<'a>> {
        refined(&self.system, plan, budget, |run, hints, budget| {
            let guesses = guesses::<D>(run, self.folded, &self.dimensions.places);
            let mut said = refuted(self.refuter, self.path, self.folded, guesses, budget);
            let Refutation::Spurious(proofs) = &mut said else { return None };
            for proof in proofs {
                if let Reasoning::Assertions(conflict) = &mut proof.reasoning {
                    conflict.refinements = self.refinements(hints);
                }
            }
            Some(said)
        })
    }

    /// Returns the hints of refinement with an edge for each loop head, so that readers can find them in the
    /// source.
    fn refinements(&self, hints: &[Hint]) -> Vec<Refinement> {
        let refinement = |hint: &Hint| {
            let way = self.folded.ways.iter().find(|way| way.from == hint.head)?;
            Some(Refinement { edge: way.edge, step: hint.step, instead: hint.instead })
        };
        hints.iter().filter_map(refinement).collect()
    }
}
