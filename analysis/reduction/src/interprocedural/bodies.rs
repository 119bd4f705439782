//! The graphs of functions whose calls of each other are left as they are, for their bodies to take the place.

use rustc_hash::FxHashMap;

use csieve_dataflow::bounds::guard;
use csieve_graph::Cfg;
use csieve_lowering::{
    inline::{Bodies, Body},
    summary::Summaries,
    unit::{UnitFunction, lowered},
};

use super::Subject;

/// Graphs by name.
pub(super) struct Graphs<'a> {
    subject: Subject<'a>,
    summaries: Summaries,
    made: FxHashMap<&'a str, Cfg>,
}

impl<'a> Graphs<'a> {
    /// Without any graph; calls of these functions will be left as they are.
    pub(super) fn new(subject: Subject<'a>, left: &[&str]) -> Self {
        let mut summaries = subject.around.summaries.clone();
        for name in left {
            summaries.set((*name).into(), None);
        }
        Self { subject, summaries, made: FxHashMap::default() }
    }

    /// Makes the graph of a function; says no if it has none.
    pub(super) fn make(&mut self, function: &'a UnitFunction) -> bool {
        let Subject { around, options, .. } = self.subject;
        let Ok(cfg) = lowered(&around.unit.context, &options.library, &self.summaries, function) else {
            return false;
        };
        self.made.insert(&function.text.name, guard(cfg, options.wrapv));
        true
    }

    /// A graph that was made, no longer as a body.
    pub(super) fn take(&mut self, name: &str) -> Option<Cfg> {
        self.made.remove(name)
    }

    /// All graphs that were made as bodies.
    pub(super) fn bodies(&self) -> Bodies<'_> {
        let text =
            |name: &str| self.subject.function(name).map_or("", |function| self.subject.text(function));
        self.made.iter().map(|(name, cfg)| (*name, Body { cfg, text: text(name) })).collect()
    }
}
