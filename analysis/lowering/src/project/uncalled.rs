//! Functions to which no run of the program comes, as far as the checked files show.

use csieve_base::library::Library;

use super::Surroundings;
use crate::unit::{FUZZ_TARGET, START, TranslationUnit};

/// Who could call a function, if anybody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayCall {
    /// Its file: no other knows it.
    Its,
    /// The files of a program: no declaration tells other code of the function.
    Program,
}

impl Surroundings<'_> {
    /// Returns who could call a function of the file in which runs begin; `None` if code that is not checked may. In a file that is
    /// checked alone, the calls may not be written yet.
    ///
    /// A function that a header declares is there for others: files that are not checked, or another build. What needs no
    /// declaration in C may be called otherwise: a function without parameters may be a handler of which assembly knows, and the
    /// system calls what has a name of its own.
    pub fn may_call(&self, name: &str, library: &Library) -> Option<MayCall> {
        let context = &self.unit().context;
        let is_entry = || name == START || name == FUZZ_TARGET || name.starts_with('_');
        if self.count() < 2 || is_entry() || library.is_built_in_function(name) {
            return None;
        }
        if !context.is_exported(name) {
            return Some(MayCall::Its);
        }
        let has_parameters = || context.parameter_count(name).is_some_and(|(count, _)| count > 0);
        let is_of_program = self.has_all_calls(name) && has_parameters() && !self.is_declared(None, name);
        is_of_program.then_some(MayCall::Program)
    }

    /// Returns whether nothing in the checked files calls a function of the file in which runs begin, but itself, and no file
    /// finds functions by their names.
    pub fn is_uncalled(&self, name: &str, may_call: MayCall, library: &Library) -> bool {
        if may_call == MayCall::Its {
            let unit = self.unit();
            return unit.callers(name).is_some_and(|callers| are_its_own(unit, callers, name));
        }
        let mut mentioning = self.all().filter(|file| self.may_mention(*file, name));
        let finds = |finder: &String| self.all().any(|file| self.may_mention(file, finder));
        mentioning.all(|file| {
            let unit = self.unit_of(file);
            unit.calling(name).is_some_and(|callers| are_its_own(unit, callers, name))
        }) && !library.function_finders().iter().any(finds)
    }
}

/// Returns whether all callers of a function are the function itself.
fn are_its_own(unit: &TranslationUnit, callers: Vec<usize>, name: &str) -> bool {
    callers.into_iter().all(|place| unit.functions[place].text.name == name)
}
