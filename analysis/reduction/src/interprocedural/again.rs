//! Doubts about findings behind calls that only return if the callee is called again before it returns:
//! `if (is_dying) return; is_dying = 1; ... exit(1);`.

use csieve_base::{cancel::Cancelled, text::Sentence};
use csieve_dataflow::{
    automaton::{automaton, dependencies},
    ranges::Ranges,
};
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_lowering::project::Meaning;
use csieve_reports::finding::{Doubt, Finding, HintId, Looked};

use crate::{
    consult::consulted,
    graphs::{ending_behind, plain_graph},
    invariants::{Facts, Program},
};

use super::{Subject, notebook::Notebook, proof::doubted_again};

/// The largest number of callees that are looked at for the findings of one function.
const MOST_CALLEES: usize = 8;

/// The largest number of bytes of the text of such a callee.
const MOST_BYTES: usize = 4_000;

/// The largest number of steps of the pass over a callee.
const MAX_STEPS: u32 = 200_000;

/// Makes findings doubtful that no run reaches if the calls of a graph do not return that only do so within another call
/// of their callee. `cfg` is the function's graph, perhaps with more that is known.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubt(
    subject: Subject,
    cfg: &Cfg,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.function(&cfg.function) else { return Ok(()) };
    for (callee, sentence) in returning_again(subject, cfg, notebook) {
        let cut = ending(cfg, &callee);
        let doubt = Doubt::new(HintId::OtherStores, sentence);
        let text = subject.text(own);
        doubted_again(subject, (&cut, text), findings, &doubt)?;
    }
    Ok(())
}

/// Returns the callees of a graph that only return if they are called again before, each with the words for it.
fn returning_again(subject: Subject, cfg: &Cfg, notebook: &mut Notebook) -> Vec<(String, Sentence)> {
    let mut callees: Vec<&str> = cfg.edges.iter().filter_map(|edge| callee(&edge.action)).collect();
    callees.sort_unstable();
    callees.dedup();
    let (files, program) = (subject.around.files, subject.program());
    let mut found = Vec::new();
    let mut looked = 0;
    for name in callees.into_iter().filter(|name| *name != cfg.function) {
        let Meaning { file, name: there } = files.function(name);
        let unit = files.unit_of(file);
        let Some(place) = unit.place(&there) else { continue };
        if file.is_some() {
            notebook.looks(subject, name, Looked::Definition);
        }
        notebook.notes(consulted(files, subject.around.summaries, (file, &there), Looked::Effects));
        // Without an object of its own, a function does not know whether it is called again.
        let Some(text) = unit.functions.get(place).map(|function| &function.text.text) else { continue };
        let has_object = text.split_once('{').is_some_and(|(_, body)| body.contains("static "));
        if !has_object || text.len() > MOST_BYTES || looked == MOST_CALLEES {
            continue;
        }
        looked += 1;
        if file.is_some() {
            let declared = consulted(files, subject.around.summaries, (file, &there), Looked::Declarations);
            notebook.notes(declared);
        }
        let Ok(body) = plain_graph(files, program.library, program.wrapv, (file, place)) else { continue };
        if let Some(sentence) = returns_again(&body, program) {
            found.push((name.to_owned(), sentence));
        }
    }
    found
}

/// Returns the words for a function that only returns if it is called again before. `None` for any other function.
fn returns_again(body: &Cfg, program: Program) -> Option<Sentence> {
    let facts = Facts::between_calls(body, program);
    let said = facts.said(body)?;
    let returns = |cfg: &Cfg| {
        let automaton = automaton(cfg, &dependencies(cfg), program.wrapv);
        Some(Ranges::of(cfg, &automaton, MAX_STEPS)?.reaches(cfg.exit))
    };
    (returns(body)? && !returns(&facts.added(body.clone(), false))?).then_some(said)
}

/// Returns the graph in which no call of a function returns.
fn ending(cfg: &Cfg, name: &str) -> Cfg {
    let is_call = |id: &EdgeId| callee(&cfg.edge(*id).action) == Some(name);
    let calls: Vec<EdgeId> = cfg.edge_ids().filter(is_call).collect();
    ending_behind(cfg.clone(), &calls)
}

fn callee(action: &Action) -> Option<&str> {
    match action {
        Action::Call { target, .. } => target.name(),
        Action::LibraryCall { callee, .. } => Some(callee),
        _ => None,
    }
}
