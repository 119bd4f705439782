//! Misuses that runs of a whole program come to, whether anybody expected them there or not.
//!
//! A run of `main` from its start is a run of the program. So what the machine sees in one is a fact, if the run was given
//! nothing but what programs get from outside (see [`csieve_machine::concolic::Freedom`]). Runs are tried in the order of how little they
//! need: few decisions, few allocations that fail. Every misuse is reached once more by a run on nothing but its inputs.

mod policy;
mod search;
#[cfg(test)]
mod tests;
mod witness;
mod words;
mod world;

pub use search::{Reached, reached};
pub use world::World;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    text::Span,
    watch::Watch,
};
use csieve_graph::Cfg;
use csieve_lowering::unit::{START, TranslationUnit, UnitFunction};
use csieve_machine::{Callee, Graphs, Misuse};
use csieve_reports::finding::{Confirmation, Finding, Verdict};

use crate::confirm::{UnitGraphs, told};

/// A file as its findings show it.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its functions.
    pub unit: &'a TranslationUnit,
    /// Its text.
    pub text: &'a str,
}

impl<'a> File<'a> {
    /// A function of the file, if it has one of this name.
    pub fn function(&self, name: &str) -> Option<&'a UnitFunction> {
        self.unit.functions.iter().find(|function| function.text.name == name)
    }

    /// The text of a function as people see it.
    pub fn text_of(&self, name: &str) -> &'a str {
        let text = self.function(name).and_then(|function| self.text.get(function.span().range()));
        text.unwrap_or_default()
    }
}

/// The misuses that runs of the program come to, but for those that the findings `known` of its first function are about and
/// that are confirmed. One that a proof refutes is reported all the same: then csieve is wrong somewhere, and the user has to
/// hear of it.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn findings(
    file: File,
    graphs: &UnitGraphs,
    known: &[Finding],
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<Vec<Finding>, Cancelled> {
    let world = World::new(graphs, file.unit);
    let Callee::Graph(main) = world.graph(START) else { return Ok(Vec::new()) };
    let mut findings: Vec<Finding> = Vec::new();
    for reached in reached(file, &world, options, cancel, watch)? {
        let Some(finding) = finding(file, &world, main, &reached) else { continue };
        let mut same = known.iter().filter(|known| known.is_same_place(&finding));
        if same.all(|known| !known.is_confirmed()) {
            findings.push(finding);
        }
    }
    findings.sort_by(|a, b| (&a.function, a.span, a.rule).cmp(&(&b.function, b.span, b.rule)));
    Ok(findings)
}

/// What people are told of a misuse.
fn finding(file: File, world: &World, main: &Cfg, reached: &Reached) -> Option<Finding> {
    let (function, edge) = reached.misuse.frames.last()?;
    let Callee::Graph(cfg) = world.graph(function) else { return None };
    let words = words::words(file, world, cfg, &reached.misuse)?;
    Some(Finding {
        rule: reached.misuse.rule,
        verdict: Verdict::Confirmed(Confirmation {
            inputs: told(world, main, function, &reached.trace),
            program: Some(START.to_owned()),
            doubt: None,
            trail: None,
        }),
        function: function.clone(),
        span: cfg.edge(*edge).span,
        message: words.message,
        subject: words.subject,
        witness: witness::steps(file, world, reached),
        rounds: Vec::new(),
        abstracted: Vec::new(),
        expansion: None,
    })
}

/// Whether a misuse is the one that a finding of a run is about.
pub fn is_it(graphs: &dyn Graphs, misuse: &Misuse, finding: &Finding) -> bool {
    place(graphs, misuse).is_some_and(|(function, span)| {
        misuse.rule == finding.rule && function == finding.function && span == finding.span
    })
}

/// The function in which a misuse happens, and where in it.
fn place<'m>(graphs: &dyn Graphs, misuse: &'m Misuse) -> Option<(&'m str, Span)> {
    let (function, edge) = misuse.frames.last()?;
    let Callee::Graph(cfg) = graphs.graph(function) else { return None };
    Some((function, cfg.edge(*edge).span))
}
