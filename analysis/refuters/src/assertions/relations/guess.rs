//! Makes guesses from the constraints that an iteration over the path program has found.

use csieve_domains::relations::{Constraint, Domain, Integer, Relation as Sign, Run};

use crate::{
    assertions::{Predicate, hold::Guesses, predicate::Relation},
    bits::SymbolSubject,
    fold::PathProgram,
};

/// Returns the guesses from the result of one iteration. For every node these are the constraints that hold
/// in all cases of its state and, if there are several cases, that one of the cases holds.
pub(super) fn guesses<D: Domain>(run: &Run<D>, folded: &PathProgram, places: &[SymbolSubject]) -> Guesses {
    let mut guesses = Guesses::none(folded);
    // A node for the two sides of an end is no node of the path program.
    for (node, state) in run.result.iter().enumerate().take(folded.nodes.len()) {
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

/// Makes a predicate over places from a constraint over dimensions. `None` if a number is too large.
fn predicate(places: &[SymbolSubject], constraint: &Constraint) -> Option<Predicate> {
    let term = |(variable, coefficient): &(u32, Integer)| {
        let coefficient = i64::try_from(coefficient.to_i128()?).ok()?;
        Some((places[*variable as usize], coefficient))
    };
    let mut terms: Vec<(SymbolSubject, i64)> =
        constraint.expr().terms().iter().map(term).collect::<Option<_>>()?;
    terms.sort_unstable();
    let relation = match constraint.relation() {
        Sign::Zero => Relation::Zero,
        Sign::AtMostZero => Relation::AtMostZero,
    };
    Some(Predicate::Linear { terms, constant: constraint.expr().offset().to_i128()?, relation })
}
