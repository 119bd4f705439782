//! Simplification of if-then-else terms.

use super::negated;
use crate::bits::{Term, TermId, Terms, UnaryOp, value};

/// Simplifies the term that is `yes` where the condition is 1, and otherwise `no`.
pub(in crate::bits) fn ite(terms: &mut Terms, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
    match terms.as_constant(condition) {
        Some(0) => return Some(no),
        Some(_) => return Some(yes),
        None if yes == no => return Some(yes),
        None => {}
    }
    if let Some(opposite) = negated(terms, UnaryOp::Not, condition) {
        return Some(terms.ite(opposite, no, yes));
    }
    let of_constants = if terms.width(yes) == 1 { truth(terms, condition, yes, no) } else { None };
    of_constants.or_else(|| numbers(terms, condition, yes, no)).or_else(|| nested(terms, condition, yes, no))
}

/// Turns an if-then-else of width 1 with a constant branch into a conjunction or disjunction.
fn truth(terms: &mut Terms, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
    match (terms.as_constant(yes), terms.as_constant(no)) {
        (Some(1), _) => Some(terms.or(condition, no)),
        (Some(_), _) => {
            let opposite = terms.not(condition);
            Some(terms.and(opposite, no))
        }
        (None, Some(1)) => {
            let opposite = terms.not(condition);
            Some(terms.or(opposite, yes))
        }
        (None, Some(_)) => Some(terms.and(condition, yes)),
        (None, None) => None,
    }
}

/// Turns an if-then-else between 0 and 1, or between 0 and -1, into an extension of its condition.
fn numbers(terms: &mut Terms, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
    let width = terms.width(yes);
    let all = value::ones(width);
    let (holds, signed) = match (terms.as_constant(yes)?, terms.as_constant(no)?) {
        (1, 0) => (true, false),
        (0, 1) => (false, false),
        (0, number) if number == all => (false, true),
        (number, 0) if number == all => (true, true),
        _ => return None,
    };
    let condition = if holds { condition } else { terms.not(condition) };
    Some(terms.extend(condition, width, signed))
}

/// Simplifies a branch that is an if-then-else on the same condition, which is known inside the branch.
fn nested(terms: &mut Terms, condition: TermId, yes: TermId, no: TermId) -> Option<TermId> {
    match (*terms.get(yes), *terms.get(no)) {
        (Term::Ite(inner, first, _), _) if inner == condition => Some(terms.ite(condition, first, no)),
        (_, Term::Ite(inner, _, second)) if inner == condition => Some(terms.ite(condition, yes, second)),
        _ => None,
    }
}
