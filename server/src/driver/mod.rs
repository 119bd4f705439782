//! Drivers: self-contained C programs that call a function with the inputs of a confirmed finding.
//!
//! A driver has the text under test in it, stubs for what nobody defines, and a `main` that makes the objects which the
//! function expects and calls it. Compiled with sanitizers, it fails as the finding says. Here it is only written.

mod allocations;
mod code;
mod escapes;
mod globals;
mod literal;
mod losses;
mod objects;
mod poison;
mod program;
mod replay;
mod resources;
mod stubs;
mod title;

use std::{fmt, path::Path};

use csieve_analysis::checks::declaration;
use csieve_analysis::{
    confirm::UnitGraphs,
    machine::{Callee, Graphs},
    options::Options,
    program::World,
    summary::Summaries,
    text::SourceText,
    unit::TranslationUnit,
};

use crate::{build::FileBuild, present::Located};
use replay::Replay;

/// What a driver is made of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The finding, at its place.
    pub located: &'a Located<'a>,
    /// The file.
    pub path: &'a Path,
    /// Its text.
    pub source: &'a SourceText,
    /// Its functions, and what is around them.
    pub unit: &'a TranslationUnit,
    /// How it is compiled.
    pub build: &'a FileBuild,
    /// With what it was analysed.
    pub options: &'a Options,
}

/// A driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// What it is, for a title bar.
    pub title: String,
    /// A name for its file.
    pub name: String,
    /// The program.
    pub text: String,
}

/// Why there is no driver, as a plain sentence without a full stop.
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

/// Writes a driver.
///
/// # Errors
/// If no driver can do what the finding says.
pub fn driver(subject: Subject) -> Result<Driver, Impossible> {
    let finding = subject.located.finding;
    if !finding.is_confirmed() {
        return Err(Impossible::new(format!(
            "only a confirmed finding has inputs to write a test with, and this one is {}",
            finding.verdict.as_str()
        )));
    }
    if declaration(finding.rule).driver.reports.is_empty() {
        return Err(Impossible::new(format!("nothing reports a finding of {} in a run", finding.rule.id())));
    }
    let options = subject.options.of_build(subject.build.flags.wrapv);
    let elsewhere = Summaries::default();
    let graphs = UnitGraphs::new(subject.unit, &options.library, &elsewhere, options.wrapv);
    let world = World::new(&graphs, subject.unit);
    let graphs: &dyn Graphs = if finding.program().is_some() { &world } else { &graphs };
    let name = replay::under_test(finding);
    let Callee::Graph(function) = graphs.graph(name) else {
        return Err(Impossible::new(format!("`{name}` cannot be run")));
    };
    let steps = options.search.run_steps.max(options.program.run_steps);
    let replay = Replay::new(graphs, finding, options.wrapv, steps)?;
    let scene = Scene { subject, graphs, function, replay: &replay };
    Ok(Driver {
        title: title::title(&subject),
        name: title::file_name(&subject),
        text: program::program(&scene)?,
    })
}

/// What the parts of a driver are written from.
struct Scene<'a> {
    subject: Subject<'a>,
    graphs: &'a dyn Graphs,
    function: &'a csieve_analysis::cfg::Cfg,
    replay: &'a Replay,
}
