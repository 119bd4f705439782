//! Doubts about paths with decisions on foreign values.
//!
//! `if (s->has_name) n = s->name; use(n);` leaves `n` without a value only if `s->has_name` may be false
//! here. The author knows whether `s->has_name` may be false; the function does not show it. Such a decision
//! skips the code that would prevent the misuse. For some checks one such decision is not enough for a doubt,
//! for example if the path uses freed memory. Then a second decision that leads to the misuse makes the path
//! doubtful ([`Check::decisions`]).

use std::cell::LazyCell;

use fixedbitset::FixedBitSet;

use csieve_base::text::{Line, sentence};
use csieve_dataflow::automaton::Environment;
use csieve_graph::{Action, EdgeId, ExprKind};
use csieve_modelcheck::{
    checks::{Check, Decisions, declaration},
    model::{Counterexample, Function, Holder, holder},
};

use super::{
    Doubt, Trusting,
    observers::{NotBoth, Without},
    questions::{DecisionBasis, is_another, is_asked_again, is_of_an_option, question},
    sides::{Side, Sides},
};

/// Returns the doubt about a counterexample with decisions on foreign values. Decisions whose other sides are
/// impossible in the trusting automaton do not count.
pub(super) fn unseen_decisions<'a>(
    function: &'a Function<'a>,
    trusting: &Trusting,
    check: &dyn Check,
    targets: &FixedBitSet,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let decisions = check.decisions(function, found);
    let (mut first, behind) = match decisions {
        Decisions::Certain => return None,
        Decisions::Unfounded => return found.origin().map(|origin| doubt_of_one(function, origin)),
        Decisions::After(position) => (Some(found.word[position]), None),
        Decisions::AfterAny(position) | Decisions::AfterForeign(position) => (None, Some(position)),
        Decisions::AfterOne | Decisions::AfterFirst => (None, None),
    };
    let one_is_enough = decisions != Decisions::AfterFirst;
    let any = matches!(decisions, Decisions::AfterAny(_));
    let may_be_another = LazyCell::new(|| may_be_another(function, trusting, found));
    let sides = Sides::of(function, check, targets, found)?;
    let automaton = &trusting.automaton;
    let mut known = Environment::default();
    for (position, &edge) in found.word.iter().enumerate() {
        let question = question(function, edge);
        let is_foreign = question.is_some_and(|basis| is_foreign(function, trusting, check, basis));
        let counts = (any || is_foreign) && behind.is_some_and(|start| position > start);
        if is_foreign || counts && question.is_some() {
            let side = sides.besides(position, edge, |other| {
                known.clone().after(automaton, &automaton.events[other.index()]).is_some()
            });
            match (side, first) {
                (Side::Without, _) if counts && question != Some(DecisionBasis::InCallee) => {
                    return Some(doubt_of_one(function, edge));
                }
                (Side::Elsewhere, _) if counts && (any || *may_be_another) => {
                    return Some(doubt_of_one(function, edge));
                }
                _ if !is_foreign => {}
                (Side::Without, _)
                    if one_is_enough
                        && found.start.is_some_and(|start| position > start)
                        && question != Some(DecisionBasis::InCallee)
                        && !is_asked_again(function, &found.word[position + 1..], edge) =>
                {
                    return Some(doubt_of_one(function, edge));
                }
                (Side::Without, None) if !is_asked_again(function, &found.word[position + 1..], edge) => {
                    first = Some(edge);
                }
                // A program that tests the same condition twice expects two results, so the second test is no
                // second decision.
                (Side::Elsewhere, Some(first)) if is_another(self::question(function, first), question) => {
                    return Some(doubt_of_two(function, first, edge));
                }
                _ => {}
            }
        }
        known = known.after(automaton, &automaton.events[edge.index()]).unwrap_or_default();
    }
    None
}

/// Returns whether a decision rests on a value that the function cannot see.
fn is_foreign(function: &Function, trusting: &Trusting, check: &dyn Check, basis: DecisionBasis) -> bool {
    match basis {
        DecisionBasis::Of(asked) => {
            trusting.seen.is_foreign(function, asked) || is_of_an_option(function, asked)
        }
        // For some rules the cases of a callee count as decisions, for others callers must expect all cases.
        DecisionBasis::InCallee => declaration(check.rule()).callees_decide,
    }
}

/// Returns whether the misused variable may have another value at the misuse than the one that the property
/// follows.
fn may_be_another(function: &Function, trusting: &Trusting, found: &Counterexample) -> bool {
    let cfg = function.cfg;
    let Action::Misuse { operand, .. } = cfg.edge(found.misuse()).action else { return true };
    let Some(Holder::Var(var)) = holder(function, operand) else { return true };
    let before = cfg.leading_to([cfg.edge(found.misuse()).from], |_| true);
    cfg.edge_ids().any(|id| {
        let edge = cfg.edge(id);
        let is_value = match edge.action {
            Action::Declare(_) | Action::AllocFail { .. } | Action::OpenFail { .. } => false,
            Action::Assign { value, .. } => cfg.expr(cfg.exprs.strip_casts(value)).kind != ExprKind::Const(0),
            _ => true,
        };
        is_value && edge.assigned() == Some(var) && before.contains(edge.to.index()) && trusting.takes(id)
    })
}

/// Returns the doubt about all words that take one decision.
fn doubt_of_one<'a>(function: &'a Function<'a>, decision: EdgeId) -> Doubt<'a> {
    let line = Line(function.cfg.edge(decision).span.start);
    Doubt {
        sentence: sentence!(
            "only if line {} decides this way, on a value that the function cannot see",
            line
        ),
        observers: vec![Box::new(Without(decision))],
    }
}

/// Returns the doubt about all words that take two decisions, which may be the same one.
fn doubt_of_two<'a>(function: &'a Function<'a>, first: EdgeId, second: EdgeId) -> Doubt<'a> {
    if first == second {
        return doubt_of_one(function, first);
    }
    let [one, two] = [first, second].map(|edge| Line(function.cfg.edge(edge).span.start));
    Doubt {
        sentence: sentence!(
            "only if lines {} and {} decide this way, on values that the function cannot see and that \
             may be related",
            one,
            two
        ),
        observers: vec![Box::new(NotBoth { first, second })],
    }
}
