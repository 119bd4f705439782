//! Functions to which no run of the program comes, as far as the checked files show.

use csieve_base::library::Library;

use super::Surroundings;
use crate::unit::{FUZZ_TARGET, START, TranslationUnit};

/// Why nothing is said to call a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncalled {
    /// Only its file knows it.
    Private,
    /// The files are those of a program, and none of them finds its functions by their names.
    OfProgram,
}

impl Surroundings<'_> {
    /// Returns why nothing in the checked files calls a function of the file in which runs begin, but itself; `None` if something
    /// may call it. In a file that is checked alone, the calls may not be written yet.
    ///
    /// What needs no call in C may be called otherwise: a function without parameters may be a handler of which assembly knows,
    /// and the system calls what has a name of its own.
    pub fn uncalled(&self, name: &str, library: &Library) -> Option<Uncalled> {
        let unit = self.unit();
        let is_entry = || name == START || name == FUZZ_TARGET || name.starts_with('_');
        if self.count() < 2 || is_entry() || library.is_built_in_function(name) {
            return None;
        }
        if let Some(callers) = unit.callers(name) {
            return calls_itself(unit, callers, name).then_some(Uncalled::Private);
        }
        let has_parameters = || unit.context.parameter_count(name).is_some_and(|(count, _)| count > 0);
        if !unit.context.is_exported(name) || !self.has_all_calls(name) || !has_parameters() {
            return None;
        }
        let mut mentioning = self.all().filter(|file| self.may_mention(*file, name));
        let is_uncalled = mentioning.all(|file| {
            let unit = self.unit_of(file);
            unit.calling(name).is_some_and(|callers| calls_itself(unit, callers, name))
        });
        let finds = |finder: &String| self.all().any(|file| self.may_mention(file, finder));
        (is_uncalled && !library.function_finders().iter().any(finds)).then_some(Uncalled::OfProgram)
    }
}

/// Returns whether nothing calls a function but the function itself.
fn calls_itself(unit: &TranslationUnit, callers: Vec<usize>, name: &str) -> bool {
    callers.into_iter().all(|place| unit.functions[place].text.name == name)
}
