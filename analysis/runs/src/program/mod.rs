//! Finds misuses by running a program, or a function of it, whether or not a check expects them there.
//!
//! A run of `main` from its start is a run of the program. What the machine sees in this run is a fact, if
//! the run was given only what programs get from outside (see [`csieve_machine::concolic::Freedom`]). A run
//! from another function begins with parameters and memory of which nothing is known, so what it reaches
//! happens in every call that gets the same from outside. Simple runs are tried first: those with few
//! decisions and few failed allocations. A misuse counts if a second run reaches it on nothing but the inputs
//! of the first run.

mod cause;
mod elsewhere;
mod held;
mod policy;
mod reasons;
mod search;
#[cfg(test)]
mod tests;
mod witness;
mod words;
mod world;

pub use search::{Reached, reached};
pub use world::World;

use std::sync::Arc;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    text::Span,
    watch::Watch,
};
use csieve_graph::{Cfg, EdgeId};
use csieve_lowering::{
    project::{Meaning, Surroundings},
    unit::UnitFunction,
};
use csieve_machine::{Callee, Graphs, Misuse, concolic::Asked};
use csieve_modelcheck::checks::declaration;
use csieve_reports::finding::{Confirmation, Doubt, Evidence, Finding, HintId, Verdict};

use crate::confirm::{LongRun, UnitGraphs, excluding, rests_on, told};

/// A file with the text in which its findings are shown, and the files around it.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// The functions of the file, and the files that are checked together with it.
    pub files: Surroundings<'a>,
    /// The text of the file.
    pub text: &'a str,
}

impl<'a> File<'a> {
    /// Returns the function of the file with this name, if there is one.
    pub fn function(&self, name: &str) -> Option<&'a UnitFunction> {
        self.files.unit().first_named(name)
    }

    /// Returns the text of a function of a run as readers see it; empty if no file has such a function.
    fn text_of(&self, name: &str) -> &'a str {
        let Meaning { file, name } = self.files.function(name);
        let (function, text) = match file {
            Some(number) => {
                let file = self.files.file(number);
                (file.function(&name), &**file.source().text())
            }
            None => (self.function(&name), self.text),
        };
        function.and_then(|function| text.get(function.span().range())).unwrap_or_default()
    }

    /// Returns whether another file has a function of a run.
    fn is_elsewhere(&self, name: &str) -> bool {
        self.files.function(name).file.is_some()
    }

    /// Returns the path and the line of a place in a function of a run, if another file has the function.
    fn elsewhere(&self, name: &str, span: Span) -> Option<(Arc<str>, u32)> {
        let Meaning { file, name } = self.files.function(name);
        let file = self.files.file(file?);
        let start = file.function(&name)?.start;
        Some((Arc::clone(&file.path), file.source().lines().line_number(start + span.start)))
    }
}

/// What other searches have found out about a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The findings of the function.
    pub findings: &'a [Finding],
    /// The long run of the function on default inputs, if there was one.
    pub usual: Option<&'a LongRun>,
}

/// Returns findings for the misuses that runs from the function `start` reach. A misuse at the place of a
/// confirmed finding among `known`, or behind a call at such a place, is left out, and so is one that
/// needs arguments which no call passes. A misuse that a proof refutes is reported all the same: such a misuse means that
/// csieve is wrong somewhere, and the user has to know.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn findings(
    file: File,
    (graphs, start): (&UnitGraphs, &str),
    known: Known,
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<Vec<Finding>, Cancelled> {
    let world = World::new(graphs, start);
    let Callee::Graph(main) = world.graph(start) else { return Ok(Vec::new()) };
    let mut findings: Vec<Finding> = Vec::new();
    for reached in reached(file, &world, known, options, cancel, watch)? {
        if elsewhere::is_told_there(file, &world, &reached.misuse, options, cancel)? {
            continue;
        }
        let Some(finding) = finding(file, &world, main, &reached) else { continue };
        let call = reached.misuse.frames.first().map(|(_, edge)| main.edge(*edge).span);
        let is_same = |known: &&Finding| {
            let is_call = known.is_confirmed()
                && known.rule == finding.rule
                && known.function == start
                && call.is_some_and(|call| call.contains(known.span) || known.span.contains(call));
            let is_doubted = known.doubt().is_some_and(|doubt| {
                // A loss of which there is a doubt may be intended. What no call passes is no better as the
                // beginning of a run.
                let is_begun_so = known.function == start && doubt.hint == HintId::OtherArguments;
                declaration(finding.rule).is_loss() || is_begun_so
            });
            is_call || known.is_same_place(&finding) && (known.is_confirmed() || is_doubted)
        };
        if !known.findings.iter().any(|known| is_same(&known)) {
            findings.push(finding);
        }
    }
    findings.sort_by(|a, b| (&a.function, a.span, a.rule).cmp(&(&b.function, b.span, b.rule)));
    Ok(findings)
}

/// Returns the finding for a misuse that a run reached. A misuse in another file is reported at the call
/// through which the run left the file.
fn finding(file: File, world: &World, main: &Cfg, reached: &Reached) -> Option<Finding> {
    let (function, edge) = here(file.files, &reached.misuse)?;
    let Callee::Graph(cfg) = world.graph(function) else { return None };
    let words = words::words(file, world, &reached.misuse)?;
    Some(Finding {
        rule: reached.misuse.rule,
        own: None,
        verdict: Verdict::Confirmed(Confirmation {
            inputs: told(world, main, function, &reached.trace),
            program: Some(world.start().to_owned()),
            evidence: evidence(world, &reached.trace.asked),
            doubt: doubt(world, reached),
            trail: None,
        }),
        function: function.clone(),
        span: cfg.edge(*edge).span,
        message: words.message,
        subject: words.subject,
        cause: cause::cause(world, reached, function, cfg.edge(*edge).span),
        witness: witness::steps(file, world, reached, function),
        rounds: Vec::new(),
        abstracted: Vec::new(),
        expansion: None,
    })
}

/// Returns who chooses what a run needs.
fn evidence(world: &World, asked: &[Asked]) -> Evidence {
    if world.is_of_program() { Evidence::Program } else { rests_on(asked.iter().map(|asked| &asked.source)) }
}

/// Returns the doubt about a run that begins with a value which no code in the checked files stores.
fn doubt(world: &World, reached: &Reached) -> Option<Doubt> {
    let mut asked = reached.trace.asked.iter().filter(|_| !world.is_of_program());
    let (object, found, ty) = asked.find_map(|asked| {
        let (object, found) = excluding(world.graphs(), asked)?;
        Some((object, found, asked.ty))
    })?;
    Some(Doubt::new(HintId::OtherStores, found.said(object, ty)))
}

/// Returns whether a misuse is the one that a finding reports; the finding was made from a run of a program.
pub fn is_it(files: Surroundings, graphs: &dyn Graphs, misuse: &Misuse, finding: &Finding) -> bool {
    let Some((function, edge)) = here(files, misuse) else { return false };
    let Callee::Graph(cfg) = graphs.graph(function) else { return false };
    misuse.rule == finding.rule && *function == finding.function && cfg.edge(*edge).span == finding.span
}

/// Returns the place of a misuse in the file in which the run begins: the misuse itself, or the call through
/// which the run left the file.
fn here<'m>(files: Surroundings, misuse: &'m Misuse) -> Option<&'m (String, EdgeId)> {
    // A short function of a header is in no file.
    let is_here = |name: &str| files.path_of(name).is_none() && !files.unit().places(name).is_empty();
    misuse.frames.iter().rev().find(|(function, _)| is_here(function))
}

/// Returns the function in which a misuse happens, and the span of the misuse in that function's text.
fn place<'m>(graphs: &dyn Graphs, misuse: &'m Misuse) -> Option<(&'m str, Span)> {
    let (function, edge) = misuse.frames.last()?;
    let Callee::Graph(cfg) = graphs.graph(function) else { return None };
    Some((function, cfg.edge(*edge).span))
}
