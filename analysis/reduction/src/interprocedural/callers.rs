//! Refutes findings in the graphs of the function's callers, if all callers are known.

use csieve_base::cancel::Cancelled;
use csieve_graph::{Action, CallTarget, Cfg, EdgeId};
use csieve_lowering::{
    inline::{Inlined, inlined},
    unit::UnitFunction,
};
use csieve_reports::finding::{Caller, Finding, Looked, Refuted, Verdict};

use super::{Subject, bodies::Graphs, notebook::Notebook, places, private, proof::unreached};

/// The largest number of graphs of callers for one finding, and the longest chain of calls from the root of a
/// graph to the function.
const MOST_GRAPHS: usize = 10;
const MOST_CALLS: usize = 3;

/// The largest number of edges of a caller's graph after inlining.
const MOST_EDGES: usize = 2_500;

/// Refutes findings that no run reaches through any of the function's callers.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.function(&subject.cfg.function) else { return Ok(()) };
    for finding in findings {
        let edges = places::edges(subject.cfg, finding.rule, finding.span);
        let mut question =
            CallerQuestion { subject, finding, edges, graphs: MOST_GRAPHS, callers: Vec::new(), notebook };
        let is_refuted = question.enters_nowhere(&[own])?;
        let callers = question.callers;
        if is_refuted {
            finding.verdict = Verdict::Refuted(Refuted { callers });
        }
    }
    Ok(())
}

/// The question whether some run reaches a finding through the callers of its function.
struct CallerQuestion<'q, 'a> {
    subject: Subject<'a>,
    finding: &'q Finding,
    /// The edges of the misuse, in the graph of its function.
    edges: Vec<EdgeId>,
    /// The number of graphs of callers that may still be made.
    graphs: usize,
    /// The proofs so far, one for each caller.
    callers: Vec<Caller>,
    /// The functions that were looked at for an answer.
    notebook: &'q mut Notebook,
}

impl<'a> CallerQuestion<'_, 'a> {
    /// Returns whether no run reaches the misuse along a chain of calls. The first function in `entered` has
    /// the misuse, the second calls the first, and so on; all callers of the last are tried. False if not all
    /// callers are known, or if there is no caller.
    fn enters_nowhere(&mut self, entered: &[&'a UnitFunction]) -> Result<bool, Cancelled> {
        let unit = self.subject.around.unit();
        let Some(last) = entered.last().filter(|_| entered.len() <= MOST_CALLS) else { return Ok(false) };
        self.notebook.looks(self.subject, &last.text.name, Looked::Callers);
        let Some(callers) = unit.callers(&last.text.name).filter(|callers| !callers.is_empty()) else {
            return Ok(false);
        };
        for caller in callers {
            let caller = &unit.functions[caller];
            // Recursion would need a graph in which the function is entered any number of times.
            if entered.iter().any(|known| known.text.name == caller.text.name) || self.graphs == 0 {
                return Ok(false);
            }
            self.graphs -= 1;
            if let Some(proof) = self.proof(caller, entered)? {
                self.callers.push(proof);
                continue;
            }
            // Some run that starts in the caller with any values may reach the misuse. With the values that
            // the caller's own callers pass, perhaps none does.
            let farther: Vec<&UnitFunction> = entered.iter().copied().chain([caller]).collect();
            if !self.enters_nowhere(&farther)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the proof that no run of a caller, with any initial values, reaches the misuse through calls
    /// of the entered functions. `None` if the refuters find no such proof.
    fn proof(
        &mut self,
        caller: &'a UnitFunction,
        entered: &[&'a UnitFunction],
    ) -> Result<Option<Caller>, Cancelled> {
        let name = caller.text.name.as_str();
        self.notebook.looks(self.subject, name, Looked::Effects);
        let Some(whole) = self.graph(caller, entered) else { return Ok(None) };
        let copied = whole.copies.iter().filter(|copied| *copied.function == *self.finding.function);
        let misuses: Vec<EdgeId> =
            copied.filter(|copied| self.edges.contains(&copied.original)).map(|copied| copied.edge).collect();
        if misuses.is_empty() {
            return Ok(None);
        }
        let text = self.subject.text(caller);
        let cfg = private::keep(whole.cfg, self.subject, self.notebook);
        let rounds = unreached(self.subject, &cfg, text, self.finding.rule, &misuses)?;
        Ok(rounds.map(|rounds| Caller { function: name.to_owned(), rounds }))
    }

    /// Returns the graph of a caller with the bodies of the entered functions. `None` if the body of an
    /// entered function replaces not all of its calls.
    fn graph(&self, caller: &'a UnitFunction, entered: &[&'a UnitFunction]) -> Option<Inlined> {
        let names: Vec<&str> = entered.iter().map(|function| function.text.name.as_str()).collect();
        let mut graphs = Graphs::new(self.subject, &names);
        let mut root = Graphs::new(self.subject, &names);
        if !root.make(caller) || !entered.iter().all(|function| graphs.make(function)) {
            return None;
        }
        let root = root.take(&caller.text.name)?;
        let bodies = graphs.bodies();
        let all = entered.iter().filter_map(|function| bodies.get(function.text.name.as_str()));
        let has_all =
            |cfg: &Cfg, function: &UnitFunction| names.iter().all(|name| has_calls(cfg, function, name));
        let is_whole =
            has_all(&root, caller) && all.zip(entered).all(|(body, function)| has_all(body.cfg, function));
        let whole = is_whole.then(|| inlined(root, &bodies, MOST_EDGES))?;
        whole.left.is_empty().then_some(whole)
    }
}

/// Returns whether the graph of a function has an edge for every call of `callee` in its text. Code that is
/// not understood may hide a call.
pub(super) fn has_calls(cfg: &Cfg, function: &UnitFunction, callee: &str) -> bool {
    let calls = cfg.edges.iter().filter(
        |edge| matches!(&edge.action, Action::Call { target: CallTarget::Named(name), .. } if name == callee),
    );
    let mut places: Vec<_> = calls.map(|edge| edge.span).collect();
    places.sort_unstable();
    places.dedup();
    places.len() == function.tree.count_calls(callee)
}
