//! What is around a program when it starts.

use crate::{
    confirm::UnitGraphs,
    library::{Effects, Entry, Library},
    lower::UnitContext,
    machine::{Callee, First, Graphs},
    unit::TranslationUnit,
};

/// The functions and objects of a file that is a program. Functions from elsewhere end a run, since nobody knows what they
/// do, but for those that do nothing but bring a number.
pub struct World<'a> {
    graphs: &'a UnitGraphs<'a>,
    context: &'a UnitContext,
    /// Functions of other files may change objects that they know before the run comes to a place.
    is_shared: bool,
}

impl<'a> World<'a> {
    /// What is around the program of a unit with these graphs.
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

    /// Whether what nobody knows of a function matters.
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
