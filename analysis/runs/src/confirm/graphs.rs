//! The graphs of a file's functions, made when a run first needs them.

use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeSet,
    rc::Rc,
};

use rustc_hash::FxHashMap;

use csieve_base::{library::Library, text::Sentence};
use csieve_dataflow::bounds::guard;
use csieve_graph::Cfg;
use csieve_lowering::{
    lower::{Initialiser, Skipped},
    summary::Summaries,
    unit::{START, TranslationUnit, lowered},
};
use csieve_machine::{Callee, First, Graphs};
use csieve_reduction::consult::consulted;
use csieve_reports::finding::{Consulted, Looked};

use super::{
    initialisers::InitialiserCache,
    stored::{passed, values},
};

/// The functions of a file as the machine runs them. Each function's graph is made when a run first needs it.
pub struct UnitGraphs<'a> {
    unit: &'a TranslationUnit,
    library: &'a Library,
    wrapv: bool,
    /// Whether runs begin where the program does, so that objects with static storage have their first values.
    begins: bool,
    /// Whether the file declares functions of other files, which may change objects that both files know.
    is_shared: bool,
    /// Summaries of functions in other files: such functions exist, but cannot be run.
    elsewhere: &'a Summaries,
    made: OnceCell<Made>,
    /// The values that the file stores in each variable that was asked for (without a position), and those that
    /// it passes to each parameter that was asked for, by function and position.
    possible: RefCell<FxHashMap<(String, Option<u32>), Possible>>,
}

/// The values that are possible in the program; `None` if the file does not show them all.
type Possible = Option<Rc<BTreeSet<i128>>>;

/// What is made of a file when a run first needs something of it: analysing a function often needs no run.
struct Made {
    /// The indices into the unit's functions, by name; `None` for a name that several functions have.
    named: FxHashMap<String, Option<usize>>,
    graphs: Vec<OnceCell<Result<Cfg, Skipped>>>,
    /// The initialisers of objects with static storage, by the names of the objects.
    initialisers: InitialiserCache,
}

impl Made {
    fn new(unit: &TranslationUnit) -> Self {
        let mut named = FxHashMap::default();
        for (index, function) in unit.functions.iter().enumerate() {
            named.entry(function.text.name.clone()).and_modify(|known| *known = None).or_insert(Some(index));
        }
        let graphs = unit.functions.iter().map(|_| OnceCell::new()).collect();
        Self { named, graphs, initialisers: InitialiserCache::new() }
    }
}

impl<'a> UnitGraphs<'a> {
    /// Creates the source of graphs. No graph is made yet.
    pub fn new(
        unit: &'a TranslationUnit,
        library: &'a Library,
        elsewhere: &'a Summaries,
        wrapv: bool,
    ) -> Self {
        let (made, possible) = (OnceCell::new(), RefCell::default());
        Self { unit, library, wrapv, begins: false, is_shared: false, elsewhere, made, possible }
    }

    /// Sets in which function runs begin.
    #[must_use]
    pub fn begun_in(self, function: &str) -> Self {
        let context = &self.unit.context;
        let begins = function == START && !context.has_constructors();
        let is_from_outside = |name: &&str| !self.library.is_function(name);
        let is_shared = begins && context.undefined_functions().iter().any(is_from_outside);
        Self { begins, is_shared, ..self }
    }

    /// Returns whether an object with static storage has its first value whenever a run reads it before it
    /// writes it.
    fn is_first(&self, object: &str) -> bool {
        // What functions of other files do to an object that both files know is not followed.
        let is_changed = self.is_shared && self.unit.context.is_shared_variable(object);
        self.begins && !is_changed && !self.library.is_standard_stream(object)
    }

    fn made(&self) -> &Made {
        self.made.get_or_init(|| Made::new(self.unit))
    }

    /// Returns the file.
    pub(super) fn unit(&self) -> &TranslationUnit {
        self.unit
    }

    /// Returns all values that the file assigns to a variable, its first one included. `None` if the file does
    /// not show all of them.
    pub(super) fn stored_values(&self, variable: &str) -> Possible {
        self.possible((variable.to_owned(), None), || values(self, variable))
    }

    /// Returns all values that the file passes to a parameter of a function. `None` if there may be others.
    pub(super) fn passed_values(&self, function: &str, position: u32) -> Possible {
        self.possible((function.to_owned(), Some(position)), || passed(self, function, position))
    }

    /// Returns the values under a key, which are found out once.
    fn possible(
        &self,
        key: (String, Option<u32>),
        find: impl FnOnce() -> Option<BTreeSet<i128>>,
    ) -> Possible {
        if let Some(known) = self.possible.borrow().get(&key) {
            return known.clone();
        }
        let values = find().map(Rc::new);
        self.possible.borrow_mut().insert(key, values.clone());
        values
    }

    /// Returns the functions whose graphs some run needed, without the function `but`, and the variables and
    /// functions whose values or callers were asked for.
    pub fn consulted(&self, but: &str) -> Vec<Consulted> {
        let graphs = self.made.get().map(|made| made.graphs.as_slice()).unwrap_or_default();
        let used = self.unit.functions.iter().zip(graphs).filter(|(_, graph)| graph.get().is_some());
        let names = used.map(|(function, _)| function.text.name.as_str()).filter(|name| *name != but);
        let bodies = names.map(|name| consulted(self.unit, self.elsewhere, name, Looked::Body));
        let mut asked: Vec<String> = self.possible.borrow().keys().map(|(name, _)| name.clone()).collect();
        asked.sort_unstable();
        asked.dedup();
        let asked = asked.iter().map(|name| consulted(self.unit, self.elsewhere, name, Looked::Callers));
        bodies.chain(asked).collect()
    }

    /// Returns the initialiser of an object with static storage, if it has one that is understood.
    pub fn initialiser_of(&self, object: &str) -> Option<&Initialiser> {
        self.made().initialisers.get(self.unit, self.library, object)
    }

    /// Returns why a function of the file has no graph, as a phrase.
    pub fn obstacle(&self, name: &str) -> Sentence {
        match self.made().named.get(name) {
            Some(None) => "the file has several functions of that name".into(),
            Some(Some(index)) => match self.lowered(*index) {
                Err(skipped) => skipped.reason(),
                Ok(_) => "another definition may be the one that is called".into(),
            },
            None => "the file has no such function".into(),
        }
    }

    fn lowered(&self, index: usize) -> Result<&Cfg, &Skipped> {
        let make = || {
            let function = &self.unit.functions[index];
            let cfg = lowered(&self.unit.context, self.library, &Summaries::default(), function)?;
            Ok(guard(cfg, self.wrapv))
        };
        self.made().graphs[index].get_or_init(make).as_ref()
    }
}

impl Graphs for UnitGraphs<'_> {
    fn initialiser(&self, object: &str) -> Option<&Cfg> {
        let is_first = self.is_first(object) && self.unit.context.starts_as(object).is_none();
        self.initialiser_of(object).filter(|known| known.is_constant || is_first).map(|known| &known.graph)
    }

    fn first(&self, object: &str) -> First {
        let context = &self.unit.context;
        match context.starts_as(object).filter(|_| self.is_first(object)) {
            Some(number) => First::Number(number),
            None if self.is_first(object) && context.starts_as_zeros(object) => First::Zeros,
            None => First::Input,
        }
    }

    fn library(&self) -> &Library {
        self.library
    }

    fn is_foreign(&self, function: &str) -> bool {
        self.library.is_opaque(function)
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        match self.made().named.get(name) {
            Some(Some(index)) if self.unit.context.is_definition(name) => {
                self.lowered(*index).map_or(Callee::Elsewhere, Callee::Graph)
            }
            Some(_) => Callee::Elsewhere,
            // A function of another file may have the name of a variable.
            None if self.unit.context.is_variable(name) => Callee::Unknown,
            None if self.elsewhere.get(name).is_some() || self.unit.context.is_defined_elsewhere(name) => {
                Callee::Elsewhere
            }
            None => Callee::Unknown,
        }
    }
}
