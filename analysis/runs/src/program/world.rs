//! The environment of a run: of a program when it starts, or of a function that a program calls at any time.

use std::cell::OnceCell;

use csieve_base::library::{Effects, Entry, Library};
use csieve_graph::Cfg;
use csieve_lowering::{lower::UnitContext, project::plain, unit::START};
use csieve_machine::{Callee, First, FirstValues, Graphs};

use crate::confirm::UnitGraphs;

/// The functions and objects as a run from a function of a file sees them. A function from elsewhere
/// may do anything with what it can reach. In a run of a whole program, functions that only return a number
/// from outside are an exception.
pub struct World<'a> {
    graphs: &'a UnitGraphs<'a>,
    /// The context of the file in which runs begin.
    context: &'a UnitContext,
    /// The function in which runs start.
    start: &'a str,
    /// Whether the file declares functions that no file defines and whose calls do not end a run. These
    /// functions may change objects that all files know. Looked up when it is first asked for.
    is_shared: OnceCell<bool>,
}

impl<'a> World<'a> {
    /// Creates the environment of runs from the function `start`. Runs from `main` are runs of the whole
    /// program.
    pub fn new(graphs: &'a UnitGraphs<'a>, start: &'a str) -> Self {
        let context = &*graphs.files().unit().context;
        Self { graphs, context, start, is_shared: OnceCell::new() }
    }

    /// Returns whether functions that no file defines may change an object.
    fn may_be_changed(&self, context: &UnitContext, object: &str) -> bool {
        let is_shared = || {
            let mut names = self.context.undefined_functions();
            names.any(|name| self.is_unknown_input(name))
        };
        context.is_shared_variable(object) && *self.is_shared.get_or_init(is_shared)
    }

    /// Returns whether a function that no file defines may do anything, although calls of it do not end a run.
    fn is_unknown_input(&self, function: &str) -> bool {
        let library = self.graphs.library();
        let leaves_objects = |entry: &Entry| entry.effects != Effects::Anything;
        let is_known = library.function(function).is_some_and(leaves_objects)
            || Library::built_in().function(function).is_some();
        !is_known && self.context.is_input(function) && self.graphs.files().defining(function).is_none()
    }

    /// Returns the graphs of all functions.
    pub(super) fn graphs(&self) -> &'a UnitGraphs<'a> {
        self.graphs
    }

    /// Returns the function in which runs start.
    pub(super) fn start(&self) -> &'a str {
        self.start
    }

    /// Returns whether runs start where the program starts.
    pub(super) fn is_of_program(&self) -> bool {
        self.start == START
    }

    /// Returns whether runs start in a function with parameters that is not the start of the program.
    pub(super) fn has_inputs(&self) -> bool {
        let has_params = |cfg: &Cfg| cfg.params.as_ref().is_none_or(|params| !params.is_empty());
        !self.is_of_program() && matches!(self.graph(self.start), Callee::Graph(cfg) if has_params(cfg))
    }

    /// Returns whether a run can go on past a call of a function that nothing in the project defines: the
    /// function only returns a number, it ends the run as a failed assertion, or it is no declared function.
    fn is_followed(&self, function: &str) -> bool {
        // Files are searched for the function only if that decides: there may be many.
        let is_function = || self.graphs.declaring(function).is_some();
        let is_input = self.is_of_program() && (self.context.is_input(function) || !is_function());
        is_input || self.library().fails_assertion(function)
    }

    /// Returns whether a function that has no graph here may be one that the C library or a table of users
    /// describes. What such a function does to its arguments is known to the machine, or not followed.
    fn is_described(&self, function: &str) -> bool {
        self.library().function(function).is_some() || Library::built_in().function(function).is_some()
    }

    /// Returns whether a name is that of an object of the program. An object may have the name of a library function.
    fn is_variable(&self, name: &str) -> bool {
        let (context, name) = self.graphs.context_of(name);
        context.is_variable(&name)
    }

    /// Returns whether a function gives no other result after this one, as `fgetc` does after `EOF`.
    pub(super) fn is_last(&self, function: &str, result: i128) -> bool {
        self.library().function(function).is_some_and(|entry| entry.last == Some(result))
    }
}

impl Graphs for World<'_> {
    fn library(&self) -> &Library {
        self.graphs.library()
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        match self.graphs.graph(name) {
            Callee::Unknown
                if self.is_described(name) && !self.is_variable(name) && !self.is_followed(name) =>
            {
                Callee::Elsewhere
            }
            known => known,
        }
    }

    fn is_foreign(&self, function: &str) -> bool {
        !self.is_followed(function)
    }

    fn only_reads(&self, function: &str, position: usize) -> bool {
        let declaring = self.graphs.declaring(function);
        declaring.is_some_and(|context| context.only_reads(&plain(function), position))
    }

    fn initialiser(&self, object: &str) -> Option<FirstValues<'_>> {
        let (context, name) = self.graphs.context_of(object);
        let is_known = self.library().is_standard_stream(&name) || context.starts_as(&name).is_some();
        let known = self.graphs.initialiser_of(object).filter(|_| !is_known)?;
        let may_differ = || {
            let has_constructors = self.graphs.files().has_constructors();
            !self.is_of_program() || has_constructors || self.may_be_changed(context, &name)
        };
        (known.is_constant() || !may_differ()).then(|| known.first_values())
    }

    fn first(&self, object: &str) -> First {
        let (context, name) = self.graphs.context_of(object);
        if !self.is_of_program() && !context.is_constant(&name) {
            return First::Input;
        }
        let is_changed = self.may_be_changed(context, &name);
        match context.starts_as(&name) {
            _ if self.library().is_standard_stream(&name) => First::Input,
            _ if is_changed || self.graphs.files().has_constructors() => First::Unknown,
            _ if self.graphs.files().starts_elsewhere(object) => First::Unknown,
            Some(number) => First::Number(number),
            None if self.graphs.starts_as_zeros(object) => First::Zeros,
            None => First::Unknown,
        }
    }
}
