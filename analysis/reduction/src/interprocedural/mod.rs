//! Findings once more, with more of the program around them.
//!
//! A summary says less than a body, and a function alone is entered with anything. What is left of its findings is tried once
//! more, in graphs with the bodies of callees in place of calls (see [`csieve_lowering::inline`]), and, if all who call the function are known,
//! in those of its callers. A misuse is refuted if no run of these graphs gets to it.

mod bodies;
mod callees;
mod callers;
mod notebook;
mod places;
mod private;
mod proof;

use self::notebook::Notebook;
use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_graph::Cfg;
use csieve_lowering::unit::UnitFunction;
use csieve_reports::finding::{Consulted, Finding};

use crate::consult::Around;

/// A function of a unit, with what the analysis of it may know and do.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its graph, callees as their summaries have them.
    pub cfg: &'a Cfg,
    /// The unit around it.
    pub around: Around<'a>,
    /// The text of its file.
    pub file_text: &'a str,
    /// The options.
    pub options: &'a Options,
    /// Asked now and then.
    pub cancel: &'a dyn Cancel,
}

impl<'a> Subject<'a> {
    /// The function of the file that has this name, if only one has it.
    fn function(&self, name: &str) -> Option<&'a UnitFunction> {
        let mut named = self.around.unit.functions.iter().filter(|function| function.text.name == name);
        named.next().filter(|_| named.next().is_none())
    }

    /// The text of a function as people see it.
    fn text(&self, function: &UnitFunction) -> &'a str {
        self.file_text.get(function.span().range()).unwrap_or_default()
    }
}

/// Most findings of a function that are tried again: a function with more of them is one that the analysis does not understand.
const MOST_FINDINGS: usize = 6;

/// Refutes what no run of larger graphs gets to, and says which functions were looked into.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn reconsider(subject: Subject, findings: &mut [Finding]) -> Result<Vec<Consulted>, Cancelled> {
    let mut notebook = Notebook::default();
    let mut left: Vec<&mut Finding> = findings.iter_mut().filter(|finding| is_open(finding)).collect();
    left.truncate(MOST_FINDINGS);
    if !left.is_empty() {
        callees::refute(subject, &mut left, &mut notebook)?;
    }
    left.retain(|finding| is_open(finding));
    if !left.is_empty() {
        callers::refute(subject, &mut left, &mut notebook)?;
    }
    Ok(notebook.all)
}

/// Whether people see a finding, and reaching an edge is all that it takes.
fn is_open(finding: &Finding) -> bool {
    finding.verdict.candidate().is_some_and(|candidate| candidate.doubt.is_none())
        && !finding.is_proved()
        && places::has_edges(finding.rule)
}
