//! What an iteration found as guesses.

use csieve_domains::relations::{Constraint, Domain, Integer, Relation as Sign, Run};

use crate::{
    assertions::{Predicate, hold::Guesses, predicate::Relation},
    bits::Place,
    fold::Folded,
};

/// What a run says of every node: what holds in all cases, and that one of the cases does.
pub(super) fn guesses<D: Domain>(run: &Run<D>, folded: &Folded, places: &[Place]) -> Guesses {
    let mut guesses = Guesses::none(folded);
    for (node, state) in run.result.iter().enumerate() {
        for constraint in state.constraints() {
            if let Some(predicate) = predicate(places, &constraint) {
                guesses.add(node, predicate);
            }
        }
        let cases = state.cases();
        if cases.len() > 1 {
            let case = |case: &Vec<Constraint>| case.iter().map(|one| predicate(places, one)).collect();
            if let Some(cases) = cases.iter().map(case).collect() {
                guesses.add(node, Predicate::Cases(cases));
            }
        }
    }
    guesses
}

/// A constraint over places; none if a number is too large.
fn predicate(places: &[Place], constraint: &Constraint) -> Option<Predicate> {
    let term = |(variable, coefficient): &(u32, Integer)| {
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
