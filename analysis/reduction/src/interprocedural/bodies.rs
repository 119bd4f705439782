//! Graphs of functions in which calls of some functions stay calls, so that bodies can replace them.

use rustc_hash::FxHashMap;

use csieve_dataflow::bounds::guard;
use csieve_graph::Cfg;
use csieve_lowering::{
    inline::{Bodies, Body},
    summary::Summaries,
    unit::{UnitFunction, lowered},
};

use super::Subject;

/// The graphs that were made so far, by the name of the function.
pub(super) struct Graphs<'a> {
    subject: Subject<'a>,
    summaries: Summaries,
    made: FxHashMap<&'a str, Cfg>,
}

impl<'a> Graphs<'a> {
    /// Returns an empty set of graphs. Calls of the functions in `left` stay calls in the graphs that are
    /// made.
    pub(super) fn new(subject: Subject<'a>, left: &[&str]) -> Self {
        let mut summaries = subject.around.summaries.clone();
        for name in left {
            summaries.set((*name).into(), None);
        }
        Self { subject, summaries, made: FxHashMap::default() }
    }

    /// Makes the graph of a function. Returns whether the function could be lowered.
    pub(super) fn make(&mut self, function: &'a UnitFunction) -> bool {
        let Subject { around, options, .. } = self.subject;
        let Ok(cfg) = lowered(&around.unit().context, &options.library, &self.summaries, function) else {
            return false;
        };
        self.made.insert(&function.text.name, guard(cfg, options.wrapv));
        true
    }

    /// Removes the graph of a function and returns it. `None` if it was not made.
    pub(super) fn take(&mut self, name: &str) -> Option<Cfg> {
        self.made.remove(name)
    }

    /// Returns all graphs as bodies for inlining.
    pub(super) fn bodies(&self) -> Bodies<'_> {
        let text =
            |name: &str| self.subject.function(name).map_or("", |function| self.subject.text(function));
        self.made.iter().map(|(name, cfg)| (*name, Body { cfg, text: text(name) })).collect()
    }
}
