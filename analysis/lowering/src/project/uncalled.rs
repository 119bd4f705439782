//! Functions to which no run of the program comes, as far as the checked files show.

use csieve_base::library::Library;

use super::Surroundings;
use crate::unit::{FUZZ_TARGET, START};

/// The largest number of functions whose callers are sought to know of one whether anything calls it.
const MOST_ASKED: usize = 4;

/// Who could call a function, if anybody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MayCall {
    /// Its file: no other knows it.
    Its,
    /// The files of a program that leads to the function's file: no declaration tells other code of the function.
    Program,
}

/// A function, by its file and its name there.
pub type Named = (Option<u32>, String);

impl Surroundings<'_> {
    /// Returns who could call a function; `None` if code that is not checked may. In a file that is checked alone, the calls may
    /// not be written yet.
    ///
    /// A function that a header declares is there for others: files that are not checked, or another build. What needs no
    /// declaration in C may be called otherwise: a function without parameters may be a handler of which assembly knows, and the
    /// system calls what has a name of its own.
    fn may_call(&self, (file, name): (Option<u32>, &str), library: &Library) -> Option<MayCall> {
        let context = &self.unit_of(file).context;
        let is_entry = || name == START || name == FUZZ_TARGET || name.starts_with('_');
        if self.count() < 2 || is_entry() || library.is_built_in_function(name) {
            return None;
        }
        if !context.is_exported(name) {
            return Some(MayCall::Its);
        }
        let has_parameters = || context.parameter_count(name).is_some_and(|(count, _)| count > 0);
        let number = file.or_else(|| self.project.numbers.get(self.path).copied());
        let is_of_program = self.has_all_calls_in(file, name)
            && has_parameters()
            && !self.is_declared(file, name)
            && number.is_some_and(|number| self.project.programs().has(number));
        is_of_program.then_some(MayCall::Program)
    }

    /// Returns whether nothing in the checked files calls a function, but itself and functions that nothing calls either, and no
    /// file finds functions by their names. Adds to `asked` the functions whose callers were sought: none if code that is not checked
    /// may call the function.
    pub fn is_uncalled(
        &self,
        function: (Option<u32>, &str),
        library: &Library,
        asked: &mut Vec<Named>,
    ) -> bool {
        let (file, name) = function;
        if asked.iter().any(|(other, known)| (*other, known.as_str()) == function) {
            return true;
        }
        let Some(may_call) = self.may_call(function, library).filter(|_| asked.len() < MOST_ASKED) else {
            return false;
        };
        asked.push((file, name.to_owned()));
        let callers: Option<Vec<Named>> = match may_call {
            MayCall::Its => self.callers_in(file, self.unit_of(file).callers(name)),
            MayCall::Program => {
                let finds = |finder: &String| self.all().any(|file| self.may_mention(file, finder));
                if library.function_finders().iter().any(finds) {
                    return false;
                }
                let mentioning = self.all().filter(|file| self.may_mention(*file, name));
                let each = mentioning.map(|file| self.callers_in(file, self.unit_of(file).calling(name)));
                each.collect::<Option<Vec<_>>>().map(|each| each.concat())
            }
        };
        let is_uncalled = |(file, name): Named| self.is_uncalled((file, &name), library, asked);
        callers.is_some_and(|callers| callers.into_iter().all(is_uncalled))
    }

    /// Returns functions of a file with their names.
    fn callers_in(&self, file: Option<u32>, callers: Option<Vec<usize>>) -> Option<Vec<Named>> {
        let functions = &self.unit_of(file).functions;
        Some(callers?.into_iter().map(|place| (file, functions[place].text.name.clone())).collect())
    }
}
