//! The program as the competition sees it: nothing outside of it does anything but return values.

use csieve_base::library::Library;
use csieve_machine::{Callee, First, FirstValues, Graphs};
use csieve_runs::confirm::UnitGraphs;

/// What the names of functions begin with that return any value of their types.
pub(crate) const NONDET: &str = "__VERIFIER_nondet_";

/// The largest number of calls on the stack.
pub(crate) const MOST_CALLS: usize = 2_000;

/// Returns whether a function ends the program.
pub(crate) fn is_ending(name: &str) -> bool {
    matches!(name, "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__assert_fail" | "__assert")
}

/// The functions and objects of a program.
pub(crate) struct Closed<'a>(pub &'a UnitGraphs<'a>);

impl Graphs for Closed<'_> {
    fn library(&self) -> &Library {
        self.0.library()
    }

    fn graph(&self, name: &str) -> Callee<'_> {
        self.0.graph(name)
    }

    fn most_calls(&self) -> usize {
        MOST_CALLS
    }

    fn is_foreign(&self, _: &str) -> bool {
        false
    }

    fn initialiser(&self, object: &str) -> Option<FirstValues<'_>> {
        self.0.initialiser_of_program(object)
    }

    fn first(&self, object: &str) -> First {
        self.0.first_of_program(object)
    }
}
