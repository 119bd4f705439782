//! Refutes findings in the graph of the function with the bodies of callees in place of calls.

use rustc_hash::FxHashSet;

use csieve_base::cancel::Cancelled;
use csieve_graph::{Var, VarKind};
use csieve_lowering::{inline::inlined, unit::UnitFunction};
use csieve_reports::finding::{Finding, Looked, Refuted, Verdict};

use super::{Subject, bodies::Graphs, notebook::Notebook, places, private, proof::unreached};

/// The largest number of bodies in one graph, and the greatest depth of nested calls in these bodies.
const MOST_BODIES: usize = 8;
const MOST_NESTED: usize = 3;

/// The largest number of bytes of the text of a callee. For a larger one, its summary is used.
const MOST_BODY_BYTES: usize = 1_200;

/// The largest number of edges of a graph after inlining.
const MOST_EDGES: usize = 1_200;

/// Refutes findings that no run reaches in the graph of the function with the bodies of its small callees.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let own = subject.cfg;
    let name = own.function.as_str();
    let chosen = chosen(subject, name);
    for callee in &chosen {
        notebook.looks(subject, &callee.text.name, Looked::Effects);
    }
    let names: Vec<&str> = chosen.iter().map(|callee| callee.text.name.as_str()).collect();
    let Some(root) = subject.function(name) else { return Ok(()) };
    let mut graphs = Graphs::new(subject, &names);
    for callee in &chosen {
        graphs.make(callee);
    }
    let mut alone = Graphs::new(subject, &names);
    if !alone.make(root) {
        return Ok(());
    }
    let Some(whole) = alone.take(name) else { return Ok(()) };
    let with_bodies = inlined(whole, &graphs.bodies(), MOST_EDGES);
    let cfg = private::keep(with_bodies.cfg, subject, notebook);
    let is_kept = |var: &Var| var.kind == VarKind::Global && !var.exposed;
    if with_bodies.copies.is_empty() && !cfg.vars.iter().any(is_kept) {
        return Ok(());
    }
    let copies: FxHashSet<_> = with_bodies.copies.iter().map(|copied| copied.edge).collect();
    let text = subject.text(root);
    for finding in findings.iter_mut().filter(|finding| !places::need_reasons(finding.rule)) {
        let known = places::edges(own, finding.rule, finding.span);
        let mut edges = places::edges(&cfg, finding.rule, finding.span);
        edges.retain(|edge| !copies.contains(edge));
        // If the misuse happens inside a callee, the larger graph has no edges of the misuse at the call.
        // Then it tells nothing about the misuse.
        if edges.is_empty() || edges.len() != known.len() {
            continue;
        }
        if let Some(rounds) = unreached(subject, &cfg, text, finding.rule, &edges)? {
            finding.verdict = Verdict::Refuted(Refuted::default());
            finding.rounds = rounds;
        }
    }
    Ok(())
}

/// Returns the small functions of the file that a function calls, directly or through other small functions.
fn chosen<'a>(subject: Subject<'a>, name: &str) -> Vec<&'a UnitFunction> {
    let unit = subject.around.unit();
    let mut chosen: Vec<&UnitFunction> = Vec::new();
    let mut callers: Vec<&UnitFunction> = subject.function(name).into_iter().collect();
    for _ in 0..MOST_NESTED {
        let called = callers.iter().flat_map(|caller| caller.tree.calls());
        let mut next: Vec<&UnitFunction> = Vec::new();
        for callee in called.filter(|callee| ***callee != *name && unit.context.is_definition(callee)) {
            let is_known = chosen.iter().chain(&next).any(|known| *known.text.name == **callee);
            if let Some(callee) = subject.function(callee).filter(|_| !is_known)
                && chosen.len() + next.len() < MOST_BODIES
                && callee.text.text.len() <= MOST_BODY_BYTES
            {
                next.push(callee);
            }
        }
        chosen.extend(&next);
        callers = next;
    }
    chosen
}
