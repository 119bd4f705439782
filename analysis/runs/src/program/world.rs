//! The environment of a program when it starts.

use csieve_base::library::{Effects, Entry, Library};
use csieve_graph::Cfg;
use csieve_lowering::{lower::UnitContext, unit::TranslationUnit};
use csieve_machine::{Callee, First, Graphs};

use crate::confirm::UnitGraphs;

/// The functions and objects of a file that contains a whole program. A call of a function from elsewhere
/// ends a run, because its effects are unknown. Functions that only return a number from outside are an
/// exception.
pub struct World<'a> {
    graphs: &'a UnitGraphs<'a>,
    context: &'a UnitContext,
    /// Whether the file declares functions of other files whose calls do not end a run. These functions may
    /// change objects that both files know.
    is_shared: bool,
}

impl<'a> World<'a> {
    /// Creates the environment of the program in `unit`, whose functions have the graphs `graphs`.
    pub fn new(graphs: &'a UnitGraphs<'a>, unit: &'a TranslationUnit) -> Self {
        let context = &*unit.context;
        let leaves_objects = |entry: &Entry| entry.effects != Effects::Anything;
        let is_known = |name: &str| {
            graphs.library().function(name).is_some_and(leaves_objects)
                || Library::built_in().function(name).is_some()
        };
        let is_input = |name: &&str| !is_known(name) && context.is_input(name);
        let is_shared = context.undefined_functions().iter().any(is_input);
        Self { graphs, context, is_shared }
    }

    /// Returns whether a run can go on past a call of a function that nothing in the project defines: the
    /// function only returns a number, it ends the run as a failed assertion, or it is no declared function.
    fn is_followed(&self, function: &str) -> bool {
        let is_function = self.context.passing(function).is_some();
        !is_function || self.context.is_input(function) || self.library().fails_assertion(function)
    }
}

impl Graphs for World<'_> {
    fn library(&self) -> &Library {
        self.graphs.library()
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        match self.graphs.graph(name) {
            Callee::Unknown if !self.is_followed(name) => Callee::Elsewhere,
            known => known,
        }
    }

    fn initialiser(&self, object: &str) -> Option<&Cfg> {
        let is_changed = self.is_shared && self.context.is_shared_variable(object);
        let is_known = self.library().is_standard_stream(object) || self.context.starts_as(object).is_some();
        let known = self.graphs.initialiser_of(object).filter(|_| !is_known)?;
        let may_differ = is_changed || self.context.has_constructors();
        (known.is_constant || !may_differ).then_some(&known.graph)
    }

    fn first(&self, object: &str) -> First {
        let is_changed = self.is_shared && self.context.is_shared_variable(object);
        match self.context.starts_as(object) {
            _ if self.library().is_standard_stream(object) => First::Input,
            _ if is_changed || self.context.has_constructors() => First::Unknown,
            Some(number) => First::Number(number),
            None if self.context.starts_as_zeros(object) => First::Zeros,
            None => First::Unknown,
        }
    }
}
