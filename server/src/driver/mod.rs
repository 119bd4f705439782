//! Drivers: self-contained C programs that call a function with the inputs of a confirmed finding.
//!
//! A driver contains the text under test, stubs for functions that the file does not define, and a `main`
//! that creates the objects which the function expects and calls it. Compiled with sanitizers, the driver
//! fails as the finding says. This module only writes drivers; it does not compile or run them.

mod allocations;
mod code;
mod cut;
mod escapes;
mod flags;
mod globals;
mod literal;
mod losses;
mod missing;
mod objects;
mod poison;
mod program;
mod replay;
mod resources;
mod slice;
mod stubs;
mod title;

use std::{fmt, path::Path};

use csieve_analysis::checks::declaration;
use csieve_analysis::{
    confirm::UnitGraphs,
    machine::{Callee, Graphs},
    options::Options,
    program::World,
    project::Surroundings,
    summary::Summaries,
    text::SourceText,
};

use crate::{build::FileBuild, present::Located};
use replay::Replay;

/// Everything from which a driver is written.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The finding, with its place.
    pub located: &'a Located<'a>,
    /// The path of the file under test.
    pub path: &'a Path,
    /// The text of the file under test.
    pub source: &'a SourceText,
    /// The functions and declarations of the file under test, and the files that were checked together with it.
    pub files: Surroundings<'a>,
    /// The description of how the file under test is compiled.
    pub build: &'a FileBuild,
    /// The options with which the file under test was analysed.
    pub options: &'a Options,
}

/// A driver: a C program with a title and a file name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// A title of the driver for users.
    pub title: String,
    /// A name for the driver's file.
    pub name: String,
    /// The C program.
    pub text: String,
    /// The command that compiles and runs the file with that name, for a shell.
    pub build: String,
}

/// The reason why a finding has no driver, as a plain sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible(String);

impl Impossible {
    fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes the driver of a finding.
///
/// # Errors
/// If the finding is not confirmed, or no driver can trigger it.
pub fn driver(subject: Subject) -> Result<Driver, Impossible> {
    let finding = subject.located.finding;
    if !finding.is_confirmed() {
        return Err(Impossible::new(format!(
            "only a confirmed finding has inputs to write a test with, and this one is {}",
            finding.verdict.as_str()
        )));
    }
    if declaration(finding.rule).driver.reports.is_empty() {
        return Err(Impossible::new(format!("nothing reports a finding of {} in a run", finding.id())));
    }
    let options = subject.options.of_build(subject.build.flags.wrapv);
    let elsewhere = Summaries::default();
    let graphs = UnitGraphs::new(subject.files, &options.library, &elsewhere, options.wrapv);
    let graphs = graphs.begun_in(&finding.function);
    let world = World::new(&graphs, replay::under_test(finding));
    let graphs: &dyn Graphs = if finding.program().is_some() { &world } else { &graphs };
    let name = replay::under_test(finding);
    let Callee::Graph(function) = graphs.graph(name) else {
        return Err(Impossible::new(format!("`{name}` cannot be run")));
    };
    let steps = options.search.long_run_steps.max(options.program.run_steps);
    let replay = Replay::new((subject.files, graphs), finding, options.wrapv, steps)?;
    if let Some(other) = replay.seen.entered.iter().find_map(|name| subject.files.path_of(name)) {
        let reason = format!("its run goes through {other}, and a driver has the text of one file");
        return Err(Impossible::new(reason));
    }
    let scene = Scene { subject, graphs, function, replay: &replay };
    let text = program::program(&scene)?;
    let build = title::build_line_of(&text).unwrap_or_default().to_owned();
    Ok(Driver { title: title::title(&subject), name: title::file_name(&subject), text, build })
}

/// The common input for writing all parts of a driver: the subject, the graphs, the function under test, and
/// the replayed run.
struct Scene<'a> {
    subject: Subject<'a>,
    graphs: &'a dyn Graphs,
    function: &'a csieve_analysis::cfg::Cfg,
    replay: &'a Replay,
}
