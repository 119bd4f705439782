//! Doubts about losses of functions after which every caller ends the program: `if (read_config() != OK) exit(1);`.

use csieve_base::{
    cancel::Cancelled,
    text::{Sentence, Span, sentence},
};
use csieve_dataflow::{
    automaton::{Environment, automaton, dependencies},
    ranges::Ranges,
};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, EdgeId};
use csieve_modelcheck::checks::declaration;
use csieve_reports::finding::{Doubt, Finding, HintId, Looked};

use crate::invariants::fact;

use super::{
    Subject,
    bodies::Graphs,
    calling::{Shown, calling},
    is_open,
    notebook::Notebook,
    within::Within,
};

/// The largest number of calls of a function that are looked at.
const MOST_CALLS: usize = 8;

/// The largest number of steps of a pass over a caller.
const MAX_STEPS: u32 = 200_000;

/// Makes findings doubtful that lose something where the function returns, if all callers end the program then. The system takes
/// back what the program holds when it ends.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubt(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.own() else { return Ok(()) };
    let mut asked: Vec<(Interval, Option<Sentence>)> = Vec::new();
    for finding in findings.iter_mut().filter(|one| is_open(one) && declaration(one.rule).is_loss()) {
        let Some(returned) = returned(subject.cfg, finding.span) else { continue };
        if !asked.iter().any(|(known, _)| *known == returned) {
            subject.cancel.go_on()?;
            asked.push((returned, ends(subject, own, returned, notebook)));
        }
        let sentence =
            asked.iter().find(|(known, _)| *known == returned).and_then(|(_, sentence)| sentence.clone());
        if let Some(sentence) = sentence {
            finding.verdict.set_doubt(Doubt::new(HintId::ProgramEnds, sentence));
        }
    }
    Ok(())
}

/// Returns what a function returns at a place, as far as its text says it. `None` if it does not return there.
fn returned(cfg: &Cfg, at: Span) -> Option<Interval> {
    let values = cfg.edges.iter().filter(|edge| edge.span == at).filter_map(|edge| match edge.action {
        Action::Return(value) => Some(value.and_then(|value| cfg.exprs.as_constant(value))),
        _ => None,
    });
    let values = values.map(|value| value.map_or(Interval::TOP, Interval::point));
    values.reduce(Interval::hull)
}

/// Returns the words for a function behind whose calls the program ends, if they return one of these values. `None` if a caller may
/// go on, or if others may call the function.
fn ends(subject: Subject, own: Within, returned: Interval, notebook: &mut Notebook) -> Option<Sentence> {
    let calling = calling(subject, (own.file, own.name()), notebook)?;
    let calls = calling.calls(own.name());
    if !(1..=MOST_CALLS).contains(&calls) || calling.show(subject, own) != Shown::Everything {
        return None;
    }
    let (left, files) = ([own], subject.around.files);
    let graphs = Graphs::new(subject, &left);
    let name = own.run_name(files);
    for caller in &calling.callers {
        notebook.looks_in(subject, (caller.file, caller.name()), Looked::Effects);
        let cfg = graphs.graph(*caller).filter(|cfg| graphs.has_all_calls(cfg, *caller))?;
        let is_call = |id: &EdgeId| {
            let target = CallTarget::Named(name.clone().into_owned());
            matches!(&cfg.edge(*id).action, Action::Call { target: called, .. } if *called == target)
        };
        let mut calls = cfg.edge_ids().filter(is_call);
        if caller.is(own) || !calls.all(|call| ends_behind(subject, &cfg, call, returned)) {
            return None;
        }
    }
    let callers = if calls == 1 { "the only caller ends" } else { "all callers end" };
    Some(sentence!("{} the program right after, and the system takes everything back", callers))
}

/// Returns whether the program ends behind a call that returns one of these values.
fn ends_behind(subject: Subject, cfg: &Cfg, call: EdgeId, returned: Interval) -> bool {
    let mut graph = CfgBuilder::reopen(cfg.clone());
    if let Some(var) = cfg.edge(call).assigned()
        && let Some(fact) = fact(&mut graph, var, returned)
    {
        graph.insert_steps(call, vec![fact]);
    }
    let cfg = graph.finish();
    let automaton = automaton(&cfg, &dependencies(&cfg), subject.options.wrapv);
    let start = (cfg.edge(call).to, Environment::default());
    let Some(ranges) = Ranges::from(&cfg, &automaton, start, MAX_STEPS) else { return false };
    let returns = |id: EdgeId| matches!(cfg.edge(id).action, Action::Return(_)) && ranges.takes(id);
    let may_return = !cfg.is_program && cfg.edge_ids().any(returns);
    // A loop may go on for as long as the program runs.
    !may_return && cfg.loops_of(|id| ranges.takes(id)).is_empty()
}
