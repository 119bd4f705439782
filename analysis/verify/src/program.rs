//! The program as the competition sees it: nothing outside of it does anything but return values.

use csieve_base::library::Library;
use csieve_graph::Cfg;
use csieve_machine::{Callee, First, Graphs};
use csieve_runs::confirm::UnitGraphs;

/// The functions that no run may call.
pub(crate) const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What the names of functions begin with that return any value of their types.
pub(crate) const NONDET: &str = "__VERIFIER_nondet_";

/// Returns whether a function ends the program.
pub(crate) fn is_ending(name: &str) -> bool {
    matches!(name, "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__assert_fail" | "__assert")
}

/// Returns whether calls of a function are followed.
pub(crate) fn is_special(name: &str) -> bool {
    name.starts_with("__VERIFIER_") || ERRORS.contains(&name)
}

/// The functions and objects of a program.
pub struct Closed<'a>(pub &'a UnitGraphs<'a>);

impl Graphs for Closed<'_> {
    fn library(&self) -> &Library {
        self.0.library()
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        self.0.graph(name)
    }

    fn is_foreign(&self, _: &str) -> bool {
        false
    }

    fn initialiser(&self, object: &str) -> Option<&Cfg> {
        self.0.initialiser_of_program(object)
    }

    fn first(&self, object: &str) -> First {
        self.0.first_of_program(object)
    }
}
