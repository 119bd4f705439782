//! The table of the hints of plausibility: which findings each hint is asked about, in which order.

use fixedbitset::FixedBitSet;

use csieve_base::{budget::Steps, options::Options, rule::Rule};
use csieve_graph::Action;
use csieve_modelcheck::{
    checks::{Check, Declaration, MisuseEdges, declaration},
    model::{Counterexample, Function, rejects},
};
use csieve_refuters::CounterexamplePath;
use csieve_reports::finding::HintId;

use super::{
    Doubt, Trusting, answers_differ, counted_as_nothing, counted_reference, ends_there, fails_an_assertion,
    happens_on_every_run, is_another, is_intended, jumps_back, may_be_there, rests_on_an_assertion,
    returns_undeclared, succeeds_with_an_error, unseen_changes, unseen_decisions,
};

/// A counterexample that no refuter rules out, with everything that a hint of plausibility may look at.
pub struct Evidence<'q, 'a> {
    /// The function.
    pub function: &'a Function<'a>,
    /// The text of the function.
    pub text: &'q str,
    /// The check whose misuse the counterexample reaches.
    pub check: &'q dyn Check,
    /// The indices of the edges on which the misuse may happen.
    pub targets: &'q FixedBitSet,
    /// The counterexample.
    pub found: &'q Counterexample,
    /// The path of the counterexample, with the trusting automaton in place of the usual one.
    pub path: &'q CounterexamplePath<'a, 'q>,
    /// The trusting automaton of the function, with the ranges of its quantities.
    pub trusting: &'a Trusting,
    /// The options.
    pub options: &'q Options,
}

/// A hint of plausibility: a reason from names, comments or habits not to believe a counterexample.
pub struct Hint {
    /// The name of the hint.
    pub id: HintId,
    /// The checks whose findings the hint is asked about.
    concerns: fn(&Declaration) -> bool,
    /// The doubt about a counterexample, if the hint has one.
    weigh: for<'q, 'a> fn(&Evidence<'q, 'a>) -> Option<Doubt<'a>>,
}

/// All hints of plausibility in the order in which they are asked. The first hint that has a doubt is
/// reported.
pub const HINTS: &[Hint] = &[
    Hint {
        id: HintId::ConditionalCallee,
        concerns: |_| true,
        weigh: |e| counted_reference(e.function, declaration(e.check.rule()).conditional_callee, e.found),
    },
    Hint { id: HintId::JumpBack, concerns: |_| true, weigh: |e| jumps_back(e.function, e.found) },
    Hint {
        id: HintId::UndeclaredCallee,
        concerns: |_| true,
        weigh: |e| {
            let is_another = is_another(e.function, &e.options.library, e.found);
            is_another.or_else(|| returns_undeclared(e.function, e.found))
        },
    },
    Hint {
        id: HintId::FailedAssertion,
        concerns: |check| check.edges != MisuseEdges::Failures,
        weigh: |e| fails_an_assertion(e.function, e.text, e.found),
    },
    Hint {
        id: HintId::ProgramEnds,
        concerns: Declaration::is_loss,
        weigh: |e| ends_there(e.function, &e.trusting.automaton, e.found),
    },
    Hint {
        id: HintId::CountedAsNothing,
        concerns: Declaration::is_loss,
        weigh: |e| counted_as_nothing(e.function, &e.trusting.automaton, e.found),
    },
    Hint {
        id: HintId::CommentOnLoss,
        concerns: |one| one.is_loss() || std::ptr::eq(one, declaration(Rule::MissingUnlock)),
        weigh: |e| is_intended(e.function, e.text, e.check.rule(), e.found),
    },
    Hint {
        id: HintId::ErrorOfSuccess,
        concerns: Declaration::is_loss,
        weigh: |e| succeeds_with_an_error(e.function, e.text, e.found),
    },
    Hint {
        id: HintId::AssertedBound,
        concerns: Declaration::is_index,
        weigh: |e| rests_on_an_assertion(e.function, e.text, e.found),
    },
    Hint { id: HintId::KnownPresence, concerns: |_| true, weigh: |e| may_be_there(e.function, e.found) },
    Hint { id: HintId::UnseenChange, concerns: |_| true, weigh: changed_unseen },
    Hint {
        id: HintId::TwoAnswers,
        concerns: |_| true,
        weigh: |e| answers_differ(e.function, &e.trusting.automaton, e.text, e.found),
    },
    Hint {
        id: HintId::UnseenDecision,
        concerns: |_| true,
        weigh: |e| unseen_decisions(e.function, e.trusting, e.check, e.targets, e.found),
    },
];

/// Returns the first doubt about a counterexample, with the hint of plausibility that has it.
pub fn doubt<'a>(evidence: &Evidence<'_, 'a>) -> Option<(HintId, Doubt<'a>)> {
    let declared = declaration(evidence.check.rule());
    let mut asked = HINTS.iter().filter(|hint| (hint.concerns)(declared));
    let (id, doubt) = asked.find_map(|hint| Some((hint.id, (hint.weigh)(evidence)?)))?;
    (!is_about_choice(id, evidence) || !is_without_choice(evidence)).then_some((id, doubt))
}

/// Returns whether a hint doubts what decisions on a path lead to. If all runs that get to the place do the
/// misuse there, no decision leads to it. Nor does it matter then how memory changes before a call that may fail
/// whatever came before.
fn is_about_choice(id: HintId, evidence: &Evidence) -> bool {
    match id {
        HintId::UnseenDecision | HintId::TwoAnswers => true,
        HintId::UnseenChange => evidence.found.origin().is_some_and(|origin| {
            let action = &evidence.function.cfg.edge(origin).action;
            matches!(action, Action::AllocFail { .. } | Action::OpenFail { .. })
                && evidence.trusting.takes(origin)
        }),
        _ => false,
    }
}

fn is_without_choice(evidence: &Evidence) -> bool {
    happens_on_every_run(evidence.function, evidence.trusting, evidence.check, evidence.found)
}

/// Returns the doubt that memory changes unseen. `None` if the observers of the doubt do not reject this
/// counterexample.
fn changed_unseen<'a>(evidence: &Evidence<'_, 'a>) -> Option<Doubt<'a>> {
    let budget = Steps::new(evidence.options.max_solver_steps);
    let doubt = unseen_changes(evidence.path, evidence.trusting, evidence.text, budget)?;
    let rejected = doubt.observers.iter().any(|one| rejects(one.as_ref(), &evidence.found.word));
    rejected.then_some(doubt)
}
