//! Interprocedural refinement: tries the findings of a function once more, with more of the program around
//! it.
//!
//! A summary says less than a body, and a function that is analysed alone may be entered with any values. The
//! findings that are not refuted are therefore tried once more: first in the function's graph with the bodies
//! of callees in place of calls (see [`csieve_lowering::inline`]), then, if all callers of the function are
//! known, in the graphs of these callers. A misuse is refuted if no run of these graphs reaches it. At last
//! the function's own graph is searched again, with only the constants that its callers pass.

mod again;
mod bodies;
mod callees;
mod callers;
mod calling;
mod ends;
mod enumerated;
mod held;
mod members;
mod notebook;
mod passed;
mod places;
mod private;
mod proof;
mod released;
mod returning;
mod stored;
#[cfg(test)]
mod tests;
mod tied;
mod uncalled;
mod within;

pub use uncalled::never_called;

use self::{notebook::Notebook, places::Target, within::Within};
use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_graph::Cfg;
use csieve_lowering::unit::UnitFunction;
use csieve_reports::finding::{Consulted, Finding};

use crate::{consult::Around, invariants::Program};

/// A function of a unit with everything that its analysis needs.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The graph of the function, in which calls are cases of summaries.
    pub cfg: &'a Cfg,
    /// The unit with its summaries, and the watch.
    pub around: Around<'a>,
    /// The text of the function's file.
    pub file_text: &'a str,
    /// The options of the analysis.
    pub options: &'a Options,
    /// Whether a proof may only rest on the absence of earlier misuses that are refuted too.
    pub is_strict: bool,
    /// The source of cancellation, which is asked now and then whether to stop.
    pub cancel: &'a dyn Cancel,
}

impl<'a> Subject<'a> {
    /// Returns the function of the file with this name. `None` if there is none or more than one.
    fn function(&self, name: &str) -> Option<&'a UnitFunction> {
        self.around.unit().named(name)
    }

    /// Returns the function that is analysed.
    fn own(&self) -> Option<Within<'a>> {
        let files = self.around.files;
        Some(Within::new(files, None, files.unit().place(&self.cfg.function)?))
    }

    /// Returns the files with what the search for invariants needs.
    fn program(&self) -> Program<'a> {
        let options = self.options;
        Program { files: self.around.files, library: &options.library, wrapv: options.wrapv }
    }

    /// Returns the text of a function as it stands in the file.
    fn text(&self, function: &UnitFunction) -> &'a str {
        self.file_text.get(function.span().range()).unwrap_or_default()
    }

    /// Returns the text of a function of any file.
    fn text_of(&self, function: Within<'a>) -> &'a str {
        let Some(file) = function.file else { return self.text(function.function) };
        let text = self.around.files.file(file).source().text();
        text.get(function.function.span().range()).unwrap_or_default()
    }
}

/// The largest number of findings of a function that are tried again. A function with more findings is one
/// that the analysis does not understand.
const MOST_FINDINGS: usize = 6;

/// The largest number of findings of a function that are sought again with what its callers pass, which takes no
/// larger graphs.
const MOST_SITES: usize = 24;

/// Refutes the findings that no run of larger graphs reaches. Returns the functions that were looked at, on
/// which the report now depends.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn reconsider(subject: Subject, findings: &mut [Finding]) -> Result<Vec<Consulted>, Cancelled> {
    let mut notebook = Notebook::default();
    in_larger_graphs(subject, findings, &mut notebook)?;
    let is_left = |finding: &Finding| is_open(finding) || is_run_from_here(finding);
    let mut left: Vec<&mut Finding> = findings.iter_mut().filter(|finding| is_left(finding)).collect();
    left.truncate(MOST_SITES);
    if !left.is_empty() {
        let known = stored::refute(subject, &mut left, &mut notebook)?;
        left.retain(|finding| is_left(finding));
        let known = tied::refute(subject, known, &mut left, &mut notebook)?;
        left.retain(|finding| is_left(finding));
        again::doubt(subject, &known, &mut left, &mut notebook)?;
        left.retain(|finding| is_left(finding));
        members::doubt(subject, &known, &mut left, &mut notebook)?;
        left.retain(|finding| is_left(finding));
        held::doubt(subject, &known, &mut left, &mut notebook)?;
        left.retain(|finding| is_left(finding));
        enumerated::doubt(subject, &known, &mut left)?;
        left.retain(|finding| is_left(finding));
        passed::refute(subject, known, &mut left, &mut notebook)?;
        ends::doubt(subject, &mut left, &mut notebook)?;
        released::doubt(subject, &mut left, &mut notebook)?;
    }
    Ok(notebook.all)
}

/// Refutes findings that no run of larger graphs reaches: with the bodies of callees, and through all callers. Unlike
/// [`reconsider`], this leaves those that only lose their evidence.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn refute_places(subject: Subject, findings: &mut [Finding]) -> Result<(), Cancelled> {
    in_larger_graphs(subject, findings, &mut Notebook::default())
}

fn in_larger_graphs(
    subject: Subject,
    findings: &mut [Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let is_placed = |finding: &&mut Finding| is_open(finding) && Target::of(finding.rule).is_some();
    let mut placed: Vec<&mut Finding> = findings.iter_mut().filter(is_placed).collect();
    placed.truncate(MOST_FINDINGS);
    if !placed.is_empty() {
        callees::refute(subject, &mut placed, notebook)?;
    }
    let is_asked = |finding: &&mut Finding| {
        (is_open(finding) || is_run_from_here(finding)) && Target::of(finding.rule).is_some()
    };
    let mut asked: Vec<&mut Finding> = findings.iter_mut().filter(is_asked).collect();
    asked.truncate(MOST_FINDINGS);
    if !asked.is_empty() {
        callers::refute(subject, &mut asked, notebook)?;
    }
    Ok(())
}

/// Returns whether a run confirmed a finding that begins in its function. The run may begin as no call does.
fn is_run_from_here(finding: &Finding) -> bool {
    let run = finding.verdict.confirmation();
    run.is_some_and(|run| run.program.is_none() && run.doubt.is_none() && !run.inputs.is_empty())
}

/// Returns whether a finding can be tried again: it is neither refuted nor doubtful, and it is no proof itself.
fn is_open(finding: &Finding) -> bool {
    finding.verdict.candidate().is_some_and(|candidate| candidate.doubt.is_none()) && !finding.is_proved()
}
