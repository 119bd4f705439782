//! Everything in csieve that touches the world: files, the command line, and editors. The analysis itself is
//! in `csieve-analysis`, which does no I/O.
//!
//! - [`build`] finds out how a C file is compiled, and where its headers are.
//! - [`cache`] keeps on disk what was computed.
//! - [`project`] reads files, makes units of them, hands summaries from file to file, and analyses functions
//!   in parallel.
//! - [`steps`] does the same as steps whose inputs and outputs are files.
//! - [`revision`] knows the files as they were at a revision of git.
//! - [`present`] renders findings at their places: messages, traces, observers.
//! - [`driver`] writes C programs that trigger confirmed findings.
//! - [`fix`] tries edits that may correct a finding.
//! - [`judge`] judges what other tools report.
//! - [`verify`] answers whether the runs of a whole program keep a property.
//! - [`cli`] is the command line, with one file per command and per output format.
//! - [`lsp`] is the language server, with one file per request.
//! - [`config`] and [`library`] read settings that the command line and editors share.
//!
//! A path becomes a [`build::FileBuild`], then a [`project::Prepared`] unit, then a [`project::AnalysedFile`]
//! with a report for each function. Each finding of a report becomes a [`present::Located`], which the
//! outputs render.
//!
//! Invariants: nothing of the workspace is executed. A command reads each file once, so all its results are
//! about the same texts. In the language server, one thread owns all open texts and handles their changes in
//! order of arrival, and no analysis runs on async threads. A panic while a function is analysed skips that
//! function only.

pub mod build;
pub mod cache;
pub mod cli;
pub mod config;
pub mod driver;
pub mod fix;
pub mod judge;
pub mod library;
pub mod lsp;
pub mod present;
pub mod project;
mod recent;
pub mod revision;
pub mod steps;
pub mod verify;

use csieve_analysis::rule::Rule;

/// The address of csieve's repository.
pub const REPOSITORY_URL: &str = "https://github.com/csieve/csieve";

/// The address of the folder with the documentation.
const DOCS_URL: &str = "https://github.com/csieve/csieve/blob/main/docs";

/// Returns the URL of the page about a rule.
pub fn page_url(rule: Rule) -> String {
    match rule {
        Rule::Own(_) => format!("{DOCS_URL}/own-rules.md"),
        _ => format!("{DOCS_URL}/checks/{}.md", rule.id()),
    }
}
