//! Graphs of functions of any file in which calls of some functions stay calls, so that bodies can replace them.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use csieve_base::text::Span;
use csieve_dataflow::bounds::{guard, guard_at};
use csieve_graph::{Action, CallTarget, Cfg};
use csieve_lowering::{
    inline::{Bodies, Body},
    unit::lowered,
};

use super::{Subject, within::Within};

/// The graphs that were made so far, by the name of the run.
pub(super) struct Graphs<'a, 'l> {
    subject: Subject<'a>,
    /// The places of the misuses that are asked about, in the function of the findings.
    places: Vec<Span>,
    /// The functions whose calls stay calls.
    left: &'l [Within<'a>],
    made: FxHashMap<Cow<'a, str>, (Cfg, Within<'a>)>,
}

impl<'a, 'l> Graphs<'a, 'l> {
    /// Returns an empty set of graphs. Calls of the functions in `left` stay calls in the graphs that are
    /// made.
    pub(super) fn new(subject: Subject<'a>, left: &'l [Within<'a>]) -> Self {
        Self { subject, places: Vec::new(), left, made: FxHashMap::default() }
    }

    /// Sets where the misuses are that are asked about, in the function of the findings.
    pub(super) fn asking_at(self, places: Vec<Span>) -> Self {
        Self { places, ..self }
    }

    /// Makes the graph of a function. Returns whether the function could be lowered.
    pub(super) fn make(&mut self, function: Within<'a>) -> bool {
        let Some(cfg) = self.graph(function) else { return false };
        self.made.insert(function.run_name(self.subject.around.files), (cfg, function));
        true
    }

    /// Returns the graph of a function that was made.
    pub(super) fn made(&self, function: Within<'a>) -> Option<&Cfg> {
        self.made.get(&function.run_name(self.subject.around.files)).map(|(cfg, _)| cfg)
    }

    /// Returns the graph of a function, with the names of the run. `None` if the function could not be lowered.
    pub(super) fn graph(&self, function: Within<'a>) -> Option<Cfg> {
        let mut cfg = self.in_source(function)?;
        let files = self.subject.around.files;
        if let Some(file) = function.file {
            cfg.rename_statics(|name| files.renamed(file, name));
        }
        Some(cfg)
    }

    /// Returns the graph of a function, with the names of its file.
    fn in_source(&self, function: Within<'a>) -> Option<Cfg> {
        let Subject { around, options, .. } = self.subject;
        let (unit, Within { file, function, .. }) = (around.files.unit_of(function.file), function);
        let is_left = |name: &str| self.left.iter().any(|left| left.name() == name);
        // A name that only one of the files knows does not mean the same in both.
        let is_same = |name: &str| file.is_none_or(|file| around.files.renamed(file, name).is_none());
        let calls = unit.calls_of(function);
        let known = calls.iter().map(|name| &**name).filter(|name| !is_left(name) && is_same(name));
        let summaries = around.summaries.only(known);
        let cfg = lowered(&unit.context, &options.library, &summaries, function).ok()?;
        let is_own = file.is_none() && cfg.function == self.subject.cfg.function;
        Some(if is_own && !self.places.is_empty() {
            guard_at(cfg, options.wrapv, &self.places)
        } else {
            guard(cfg, options.wrapv)
        })
    }

    /// Returns whether all functions whose calls stay calls are called in these graphs as often as in their texts. Code that
    /// is not understood may hide a call.
    pub(super) fn have_all_calls(&self) -> bool {
        self.made.values().all(|(cfg, function)| self.has_all_calls(cfg, *function))
    }

    /// Returns whether a graph has an edge for every call of the functions whose calls stay calls.
    pub(super) fn has_all_calls(&self, cfg: &Cfg, of: Within<'a>) -> bool {
        let files = self.subject.around.files;
        self.left.iter().all(|callee| {
            let name = callee.run_name(files);
            // The name may mean another function there.
            let there = of.file.and_then(|file| files.renamed(file, callee.name()));
            let means = there.as_deref().unwrap_or(callee.name());
            let is_call = |action: &Action| {
                matches!(action, Action::Call { target: CallTarget::Named(called), .. } if called == means)
            };
            let mut places: Vec<_> =
                cfg.edges.iter().filter(|edge| is_call(&edge.action)).map(|edge| edge.span).collect();
            places.sort_unstable();
            places.dedup();
            means != name || places.len() == of.function.tree.count_calls(callee.name())
        })
    }

    /// Returns all graphs as bodies for inlining.
    pub(super) fn bodies(&self) -> Bodies<'_> {
        let made = self.made.iter();
        made.map(|(name, (cfg, function))| (&**name, Body { cfg, text: self.subject.text_of(*function) }))
            .collect()
    }
}
