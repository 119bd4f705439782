//! The graphs of a file's functions, made when a run first needs them.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use csieve_base::{library::Library, text::Sentence};
use csieve_dataflow::bounds::guard;
use csieve_graph::Cfg;
use csieve_lowering::{
    lower::Skipped,
    summary::Summaries,
    unit::{TranslationUnit, lowered},
};
use csieve_machine::{Callee, Graphs};
use csieve_reduction::consult::consulted;
use csieve_reports::finding::{Consulted, Looked};

/// The functions of a file as the machine runs them. Each function's graph is made when a run first needs it.
pub struct UnitGraphs<'a> {
    unit: &'a TranslationUnit,
    library: &'a Library,
    wrapv: bool,
    /// Summaries of functions in other files: such functions exist, but cannot be run.
    elsewhere: &'a Summaries,
    /// The indices into the unit's functions, by name; `None` for a name that several functions have.
    named: FxHashMap<&'a str, Option<usize>>,
    graphs: Vec<OnceCell<Result<Cfg, Skipped>>>,
}

impl<'a> UnitGraphs<'a> {
    /// Creates the source of graphs. No graph is made yet.
    pub fn new(
        unit: &'a TranslationUnit,
        library: &'a Library,
        elsewhere: &'a Summaries,
        wrapv: bool,
    ) -> Self {
        let mut named = FxHashMap::default();
        for (index, function) in unit.functions.iter().enumerate() {
            named.entry(function.text.name.as_str()).and_modify(|known| *known = None).or_insert(Some(index));
        }
        let graphs = unit.functions.iter().map(|_| OnceCell::new()).collect();
        Self { unit, library, wrapv, elsewhere, named, graphs }
    }

    /// Returns the functions whose graphs some run needed, without the function `but`.
    pub fn consulted(&self, but: &str) -> Vec<Consulted> {
        let used = self.unit.functions.iter().zip(&self.graphs).filter(|(_, graph)| graph.get().is_some());
        let names = used.map(|(function, _)| function.text.name.as_str()).filter(|name| *name != but);
        names.map(|name| consulted(self.unit, self.elsewhere, name, Looked::Body)).collect()
    }

    /// Returns why a function of the file has no graph, as a phrase.
    pub fn obstacle(&self, name: &str) -> Sentence {
        match self.named.get(name) {
            Some(None) => "the file has several functions of that name".into(),
            Some(Some(index)) => match self.made(*index) {
                Err(skipped) => skipped.reason(),
                Ok(_) => "another definition may be the one that is called".into(),
            },
            None => "the file has no such function".into(),
        }
    }

    fn made(&self, index: usize) -> Result<&Cfg, &Skipped> {
        let make = || {
            let function = &self.unit.functions[index];
            let cfg = lowered(&self.unit.context, self.library, &Summaries::default(), function)?;
            Ok(guard(cfg, self.wrapv))
        };
        self.graphs[index].get_or_init(make).as_ref()
    }
}

impl Graphs for UnitGraphs<'_> {
    fn library(&self) -> &Library {
        self.library
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        match self.named.get(name) {
            Some(Some(index)) if self.unit.context.is_definition(name) => {
                self.made(*index).map_or(Callee::Elsewhere, Callee::Graph)
            }
            Some(_) => Callee::Elsewhere,
            None if self.elsewhere.get(name).is_some() || self.unit.context.is_defined_elsewhere(name) => {
                Callee::Elsewhere
            }
            None => Callee::Unknown,
        }
    }
}
