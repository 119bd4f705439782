//! Makes the finding of a loop that a run never leaves.

use csieve_base::{rule::Rule, text::sentence};
use csieve_dataflow::automaton::automaton;
use csieve_graph::{EdgeId, condition_of};
use csieve_machine::Known;
use csieve_proof as proof;
pub(super) use csieve_refuters::{
    AssertionObserver, Predicate, Proof, Reasoning, Relation, SymbolSubject as At, printed,
};
use csieve_reports::{
    finding::{Confirmation, Conflict, Doubt, Finding, HintId, Round, StepKind, Verdict},
    report,
};

use crate::confirm::{rests_on, told};

use super::{
    observe::{Observed, Sight},
    recurrent::{Recurrent, RecurrentSet},
    search::{Endless, LoopContext, Why},
    words,
};
use csieve_reduction::termination::turns_round;

/// Returns the finding of an endless loop; `None` if the printed form of its proof does not check. `first` is
/// the edge of the loop's condition, at which the finding is shown.
pub(super) fn finding(place: LoopContext, text: &str, first: EdgeId, found: Endless) -> Option<Finding> {
    let LoopContext { graphs, function, options, .. } = place;
    let cfg = function.cfg;
    let Endless { trace, seen, why } = found;
    let message = words::message(place, &seen, &why);
    let (from, to) = match &why {
        Why::Set(set) => entered(place, &seen, set)?,
        Why::Repeated(repeated) => (repeated.from, repeated.to),
    };
    let inputs = told(graphs, cfg, &cfg.function, &trace);
    // Only calls in this file can reach an internal function, and these calls may never pass such inputs.
    let is_given = cfg.params.as_ref().is_none_or(|params| !params.is_empty()) && !inputs.is_empty();
    let doubt = (cfg.is_internal && is_given).then(|| {
        let function = &cfg.function;
        let sentence = sentence!(
            "only this file calls `{}`, and it was not checked whether any call passes such values",
            function
        );
        Doubt::new(HintId::InternalCallers, sentence)
    });
    let automaton = automaton(cfg, &function.dependencies, options.wrapv);
    let steps = |word: &[EdgeId]| report::steps(cfg, &automaton, text, word, &[]);
    let mut rounds = Vec::new();
    if let Why::Set(set) = why {
        let conflict = conflict(place, text, first, &seen.word[..from], set)?;
        let path = steps(&[&seen.word[..from], &[first]].concat());
        rounds.push(Round { path, conflicts: vec![conflict], opinions: Vec::new() });
    }
    let mut witness = steps(&seen.word[..from]);
    let mut cycle = steps(&seen.word[..to]).split_off(witness.len());
    for step in witness.iter_mut().chain(&mut cycle) {
        step.decisive = false;
    }
    witness.push(turns_round(cfg, first));
    for step in &mut cycle {
        step.decisive = step.kind == StepKind::Branch;
    }
    witness.extend(cycle);
    rounds.push(Round { path: witness.clone(), conflicts: Vec::new(), opinions: Vec::new() });
    let evidence = rests_on(inputs.iter().map(|input| &input.source));
    Some(Finding {
        rule: Rule::InfiniteLoop,
        own: None,
        verdict: Verdict::Confirmed(Confirmation { evidence, inputs, doubt, ..Confirmation::default() }),
        function: cfg.function.clone(),
        span: cfg.edge(first).span,
        message: message.into(),
        subject: condition_of(cfg, first),
        cause: None,
        witness,
        rounds,
        abstracted: Vec::new(),
        expansion: None,
    })
}

/// Returns where the run first was in the recurrent set at the head of the loop, and where the next round of
/// the loop begins, as positions in the run's word.
fn entered(place: LoopContext, seen: &Observed, set: &Recurrent) -> Option<(usize, usize)> {
    let heads: Vec<&Sight> = seen.at(place.one.head).collect();
    let start = heads.iter().position(|sight| holds(set, seen, sight))?;
    Some((heads.get(start)?.position, heads.get(start + 1)?.position))
}

/// Returns whether everything that a recurrent set requires at the head of the loop holds at one sight of the
/// head.
fn holds(set: &Recurrent, seen: &Observed, sight: &Sight) -> bool {
    let value = |place: &At| match place {
        At::Value(expr) => seen.value(sight, *expr),
        At::Var(var) => seen.variable(sight, *var),
    };
    set.head.iter().all(|id| match set.predicate(*id) {
        // Guesses about loops never contain this kind of predicate.
        Predicate::Cases(_) => false,
        Predicate::Condition { expr, holds } => seen.value(sight, *expr).truth() == Some(*holds),
        Predicate::Linear { terms, constant, relation } => {
            let mut sum = *constant;
            for (place, factor) in terms {
                let Known::Number(number) = value(place) else { return false };
                sum += number * i128::from(*factor);
            }
            match relation {
                Relation::Zero => sum == 0,
                Relation::AtMostZero => sum <= 0,
            }
        }
    })
}

/// Returns the proof that no round of the loop leaves the recurrent set; `None` if its printed form does not
/// check.
fn conflict(
    place: LoopContext,
    text: &str,
    first: EdgeId,
    stem: &[EdgeId],
    set: Recurrent,
) -> Option<Conflict> {
    let function = place.function;
    let observer = AssertionObserver::new(function, &set.held.predicates, &set.held.rules);
    let mut word: Vec<EdgeId> = stem.to_vec();
    word.extend(place.one.edges(function.cfg));
    word.push(first);
    let reasoning = Reasoning::Assertions(printed(function, true, &word, set.held));
    let proof = Proof { refuter: RecurrentSet::DECLARATION.id, observer: Box::new(observer), reasoning };
    let automaton = automaton(function.cfg, &function.dependencies, place.options.wrapv);
    let conflict = report::conflict(function, &automaton, text, &proof);
    let is_checked =
        || conflict.certificate.as_ref().is_some_and(|certificate| proof::check(certificate.text()).is_ok());
    (!place.options.checks_proofs || is_checked()).then_some(conflict)
}
