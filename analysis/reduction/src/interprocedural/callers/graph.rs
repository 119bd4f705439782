//! Graphs of callers with the bodies of the functions on the way to a misuse in place of calls, across files.

use csieve_base::text::Span;
use csieve_graph::Cfg;
use csieve_lowering::inline::{Inlined, inlined};
use csieve_reports::finding::Looked;

use super::super::{Subject, bodies::Graphs, callees::callee, notebook::Notebook, within::Within};

/// The largest number of edges of a caller's graph after inlining.
const MOST_EDGES: usize = 2_500;

/// The largest number of functions that several of the functions on the way ask, and of bytes of their texts.
const MOST_ASKED: usize = 6;
const MOST_ASKED_BYTES: usize = 400;

/// Returns the graph of a caller with the bodies of the entered functions, with the names of the run. `None` if the body
/// of an entered function replaces not all of its calls.
pub(super) fn whole<'a>(subject: Subject<'a>, caller: Within<'a>, entered: &[Within<'a>]) -> Option<Inlined> {
    with_bodies(&mut Graphs::new(subject, entered), caller, entered)
}

/// Returns the graph of a caller with the bodies of functions, which are made. `None` if one of them replaces not all of its calls.
fn with_bodies<'a>(
    graphs: &mut Graphs<'a, '_>,
    caller: Within<'a>,
    bodies: &[Within<'a>],
) -> Option<Inlined> {
    let root = graphs.graph(caller).filter(|root| graphs.has_all_calls(root, caller))?;
    if !bodies.iter().all(|function| graphs.make(*function)) || !graphs.have_all_calls() {
        return None;
    }
    let whole = inlined(root, &graphs.bodies(), MOST_EDGES);
    whole.left.is_empty().then_some(whole)
}

/// A graph of a caller in which the bodies of small functions stand, too, that several of the functions on the way call: what the
/// caller is told, the function with the misuse is told again.
pub(super) struct Deeper {
    /// The graph of the caller.
    pub whole: Inlined,
    /// The graph of the function with the misuse, in which calls of the small functions are calls.
    pub own: Cfg,
}

/// Returns the graph of a caller with the bodies of the entered functions and of small functions that several of these call.
/// `None` if there are no such functions, or if the body of an entered function replaces not all of its calls.
pub(super) fn deeper<'a>(
    subject: Subject<'a>,
    caller: Within<'a>,
    entered: &[Within<'a>],
    places: Vec<Span>,
    notebook: &mut Notebook,
) -> Option<Deeper> {
    let asked = asked_again(subject, caller, entered, notebook);
    if asked.is_empty() {
        return None;
    }
    let bodies: Vec<Within> = entered.iter().chain(&asked).copied().collect();
    let mut graphs = Graphs::new(subject, &bodies).asking_at(places);
    let whole = with_bodies(&mut graphs, caller, &bodies)?;
    let own = graphs.made(*entered.first()?)?.clone();
    Some(Deeper { whole, own })
}

/// Returns the small functions that at least two of the functions on the way call.
fn asked_again<'a>(
    subject: Subject<'a>,
    caller: Within<'a>,
    entered: &[Within<'a>],
    notebook: &mut Notebook,
) -> Vec<Within<'a>> {
    let mut once: Vec<Within> = Vec::new();
    let mut again: Vec<Within> = Vec::new();
    for function in entered.iter().copied().chain([caller]) {
        for name in function.function.tree.calls() {
            let Some(callee) = callee(subject, function, name, notebook) else { continue };
            let is_on_the_way = caller.is(callee) || entered.iter().any(|known| known.is(callee));
            if is_on_the_way || callee.function.text.text.len() > MOST_ASKED_BYTES {
                continue;
            }
            if !once.iter().any(|known| known.is(callee)) {
                once.push(callee);
            } else if again.len() < MOST_ASKED && !again.iter().any(|known| known.is(callee)) {
                notebook.looks_in(subject, (callee.file, callee.name()), Looked::Effects);
                again.push(callee);
            }
        }
    }
    again
}
