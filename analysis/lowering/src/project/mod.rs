//! The files that are checked together, and the names by which runs tell their functions and objects apart.
//!
//! Several files may have a function or an object with static storage of the same name. A run that begins in
//! one file gives what only another file knows a *name of the run*: the name in the source, followed by
//! [`MARK`] and the number of the file. The file in which runs begin keeps its names. What the whole program
//! knows keeps its name too, unless the first file has something of its own by that name: then the name of the
//! run ends with the mark.

mod believed;
mod definitions;
mod file;
mod kept;
mod members;
mod outlined;
mod programs;
#[cfg(test)]
mod tests;
mod uncalled;

pub use file::{Contents, ProjectFile, Reader};
pub use kept::{Basis, Kept, KeptInvariant, NothingKept};
pub use members::MemberStores;
pub use programs::Programs;
pub use uncalled::Named;

use std::{
    borrow::Cow,
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};

use csieve_base::hints::is_trial_program;

use self::definitions::Definitions;
use crate::{
    habits::AllUses,
    lower::UnitContext,
    summary::{Inlined, Replaced, Summaries},
    unit::{Outline, START, TranslationUnit, defined_by},
};

/// The character between a name in the source and the number of its file. No name in C has it.
const MARK: char = '@';

/// The files that are checked together.
#[derive(Clone, Debug, Default)]
pub struct Project {
    files: Vec<ProjectFile>,
    /// The number of each file, by path.
    numbers: FxHashMap<Arc<str>, u32>,
    /// The files that define functions and objects for the others.
    functions: Definitions,
    objects: Definitions,
    /// Which of the files may be parts of one program. Found when it is first asked for.
    programs: OnceLock<Programs>,
    /// The objects to which a file gives a first value.
    initialised: FxHashSet<String>,
    /// What all files do with the pointers that functions return.
    uses: AllUses,
    /// The library functions that some file defines.
    replaced: Replaced,
    /// The inline functions of headers whose definition for the linker is known.
    inlined: Inlined,
    /// Whether a file has functions that run before `main`.
    has_constructors: bool,
    /// Whether a file has a function `main`. That of a test or an example makes no program of a library.
    has_main: bool,
    /// A hash of all that the files are after preprocessing.
    hash: u64,
}

impl PartialEq for Project {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
    }
}

/// The project of a file that is checked alone.
static NO_PROJECT: Project = Project {
    files: Vec::new(),
    numbers: FxHashMap::with_hasher(FxBuildHasher),
    functions: Definitions::new(),
    objects: Definitions::new(),
    programs: OnceLock::new(),
    initialised: FxHashSet::with_hasher(FxBuildHasher),
    uses: AllUses::new(),
    replaced: Replaced::NONE,
    inlined: Inlined::NONE,
    has_constructors: false,
    has_main: false,
    hash: 0,
};

impl Project {
    /// Creates a project of files. Their numbers count from 0.
    pub fn new(files: Vec<ProjectFile>) -> Self {
        let mut project = Self { files, ..Self::default() };
        let folder = common_folder(&project.files);
        let mut hasher = FxHasher::default();
        for (number, file) in project.files.iter().enumerate() {
            project.numbers.insert(Arc::clone(&file.path), number as u32);
            let outline = &file.outline;
            (&file.path, outline.context_hash).hash(&mut hasher);
            for function in &outline.functions {
                (function.span.start, function.text_hash).hash(&mut hasher);
            }
            for (callee, uses) in &outline.uses.shared {
                project.uses.add(callee, uses);
            }
            project.has_constructors |= outline.has_constructors;
            project.has_main |= outline.has_main && !is_trial_program(&file.path[folder..]);
            let exported = outline.functions.iter().filter(|function| function.is_exported);
            for name in exported.map(|function| &*function.name).filter(|name| *name != START) {
                project.functions.add(name, number as u32);
            }
            for name in &outline.objects {
                project.objects.add(name, number as u32);
                if !outline.tentative.contains(name) {
                    project.initialised.insert(name.clone());
                }
            }
        }
        (project.replaced, project.inlined) = defined_by(project.files.iter().map(|file| &*file.outline));
        project.hash = hasher.finish();
        project
    }
}

impl Project {
    /// Returns whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns which of the files may be parts of one program.
    fn programs(&self) -> &Programs {
        self.programs.get_or_init(|| {
            let outlines: Vec<&Outline> = self.files.iter().map(|file| &*file.outline).collect();
            Programs::of(&outlines)
        })
    }

    /// Returns the only one of several files that define a name which may be in one program with a file.
    fn linked(&self, file: u32, defining: &[u32]) -> Option<u32> {
        let mut linked = defining.iter().copied().filter(|other| self.programs().may_link(file, *other));
        linked.next().filter(|_| linked.next().is_none())
    }
}

/// Returns the length in bytes of the path of the folder that has all of the files, with its last separator.
fn common_folder(files: &[ProjectFile]) -> usize {
    let Some(first) = files.first() else { return 0 };
    let shared =
        |file: &ProjectFile| first.path.bytes().zip(file.path.bytes()).take_while(|(a, b)| a == b).count();
    let length = files.iter().map(shared).min().unwrap_or(0);
    first.path.as_bytes()[..length]
        .iter()
        .rposition(|byte| matches!(byte, b'/' | b'\\'))
        .map_or(0, |at| at + 1)
}

/// The project as one of its files sees it: the file in which runs begin.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    project: &'a Project,
    /// The path of the file, by which it is known in the project.
    path: &'a str,
    /// The file itself. The project may have an older version of it.
    own: Own<'a>,
    /// What was made for other functions.
    kept: &'a dyn Kept,
}

/// The file in which runs begin.
#[derive(Clone, Copy, Debug)]
enum Own<'a> {
    /// A version of the file.
    Unit(&'a TranslationUnit),
    /// The file as the project has it, whose functions may not be read yet.
    File(&'a ProjectFile),
}

/// What a name of a run stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning<'n> {
    /// The number of the file; `None` for the file in which runs begin.
    pub file: Option<u32>,
    /// The name in the source.
    pub name: Cow<'n, str>,
}

impl<'a> Surroundings<'a> {
    /// Creates the view of a file on a project. `path` is the path of the file.
    pub fn new(project: &'a Project, path: &'a str, unit: &'a TranslationUnit) -> Self {
        Self { project, path, own: Own::Unit(unit), kept: &NothingKept }
    }

    /// Creates the view of a file of a project on the project.
    pub fn of_file(project: &'a Project, file: &'a ProjectFile) -> Self {
        Self { project, path: &file.path, own: Own::File(file), kept: &NothingKept }
    }

    /// Returns the same view with a store of what several functions need.
    #[must_use]
    pub fn keeping(self, kept: &'a dyn Kept) -> Self {
        Self { kept, ..self }
    }

    /// Returns the store of what several functions need.
    pub fn kept(&self) -> &'a dyn Kept {
        self.kept
    }

    /// Creates the view of a file that is checked alone.
    pub fn alone(unit: &'a TranslationUnit) -> Self {
        Self::new(&NO_PROJECT, "", unit)
    }

    /// Returns the file in which runs begin.
    pub fn unit(&self) -> &'a TranslationUnit {
        match self.own {
            Own::Unit(unit) => unit,
            Own::File(file) => file.unit(),
        }
    }

    /// Returns the number of files that a run can enter, with numbers from 0.
    pub fn count(&self) -> usize {
        self.project.files.len()
    }

    /// Returns the other file with a number.
    pub fn file(&self, number: u32) -> &'a ProjectFile {
        &self.project.files[number as usize]
    }

    /// Returns the path of the other file that has a function of a run. `None` for a function of the file in
    /// which runs begin.
    pub fn path_of(&self, function: &str) -> Option<&'a str> {
        self.function(function).file.map(|number| &*self.file(number).path)
    }

    /// Returns whether functions of any file run before `main`.
    pub fn has_constructors(&self) -> bool {
        self.project.has_constructors
            || match self.own {
                Own::Unit(unit) => unit.context.has_constructors(),
                Own::File(file) => file.outline.has_constructors,
            }
    }

    /// Returns what graphs of functions may know of other functions without summaries: which library functions the files
    /// define themselves.
    pub fn without_summaries(&self) -> Summaries {
        Summaries::knowing(self.project.replaced.clone(), self.project.inlined.clone())
    }

    /// Returns whether a file of the project is the one in which runs begin.
    pub fn is_own(&self, number: u32) -> bool {
        *self.file(number).path == *self.path
    }

    /// Returns a hash of what the files together tell every function: whether they are a program, and whether something
    /// runs before `main`.
    pub fn facts_hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.project.files.is_empty(), self.project.has_main, self.has_constructors()).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns whether the files are those of a program, and only the file in which runs begin defines a
    /// function. The calls of the function in all files are then those of the program.
    pub fn has_all_calls(&self, function: &str) -> bool {
        self.has_all_calls_in(None, function)
    }

    /// Returns whether the files are those of a program, and only this file defines a function.
    pub fn has_all_calls_in(&self, file: Option<u32>, function: &str) -> bool {
        if self.project.files.is_empty() {
            return self.unit().context.is_definition("main");
        }
        self.project.has_main && !self.is_shared(file) && self.is_only_in(file, function)
    }

    /// Returns whether a file becomes part of a shared library, so that others use what it defines as well.
    fn is_shared(&self, file: Option<u32>) -> bool {
        self.outline_of(file).map_or_else(|| self.unit().context.is_shared(), |outline| outline.is_shared)
    }

    /// Returns whether only the file in which runs begin defines a function that it defines for all files.
    pub fn is_only_here(&self, function: &str) -> bool {
        self.is_only_in(None, function)
    }

    /// Returns whether only this file defines a function that it defines for all files.
    pub fn is_only_in(&self, file: Option<u32>, function: &str) -> bool {
        let defining = || self.project.functions.only(function);
        let is_it = |number: u32| file.map_or_else(|| self.is_own(number), |file| file == number);
        self.project.files.is_empty() || defining().is_some_and(is_it)
    }

    /// Returns the file that defines an object for all files, if the files are those of a program: what stores
    /// into the object is then in these files.
    pub fn defining_for_all(&self, object: &str) -> Option<Option<u32>> {
        if self.project.files.is_empty() {
            let own = &self.unit().context;
            let is_here = own.is_shared_variable(object) && !own.is_foreign_object(object);
            return (is_here && own.is_definition("main")).then_some(None);
        }
        let number = self.project.objects.only(object).filter(|_| self.project.has_main)?;
        let file = (!self.is_own(number)).then_some(number);
        (!self.is_shared(file)).then_some(file)
    }

    /// Returns the numbers of all files, that of the file in which runs begin as `None`.
    pub fn all(&self) -> impl Iterator<Item = Option<u32>> + use<'a> {
        let this = *self;
        let others = (0..self.count() as u32).filter(move |number| !this.is_own(*number));
        [None].into_iter().chain(others.map(Some))
    }

    /// Returns the number of the other file with this path, if there is one.
    pub fn numbered(&self, path: &str) -> Option<u32> {
        self.project.numbers.get(path).copied()
    }

    /// Returns the unit of a file.
    pub fn unit_of(&self, file: Option<u32>) -> &'a TranslationUnit {
        match file {
            Some(number) => self.file(number).unit(),
            None => self.unit(),
        }
    }

    /// Returns the other file that defines a function for all files.
    pub fn defining(&self, function: &str) -> Option<u32> {
        self.other(function, &self.project.functions)
    }

    /// Returns the other file that defines an object for all files.
    pub fn defining_object(&self, object: &str) -> Option<u32> {
        self.other(object, &self.project.objects)
    }

    /// Returns whether the file in which runs begin defines an object to which another file gives its first value.
    pub fn starts_elsewhere(&self, object: &str) -> bool {
        self.project.initialised.contains(object) && self.unit().context.is_tentative(object)
    }

    fn other(&self, name: &str, definitions: &Definitions) -> Option<u32> {
        let found = definitions.only(name).or_else(|| {
            let own = self.project.numbers.get(self.path)?;
            self.project.linked(*own, definitions.several(name)?)
        });
        found.filter(|number| *self.file(*number).path != *self.path)
    }

    /// Returns what a name of a run means as a function.
    pub fn function<'n>(&self, name: &'n str) -> Meaning<'n> {
        if self.project.files.is_empty() {
            return Meaning { file: None, name: Cow::Borrowed(name) };
        }
        let (own, (name, scope)) = (&self.unit().context, parted(name));
        let file = match scope {
            Scope::File(number) => Some(number),
            Scope::Shared => self.defining(name),
            // A function of another program may have the name of a variable of this one.
            Scope::Any if own.is_defined_elsewhere(name) || own.is_variable(name) => None,
            Scope::Any => self.defining(name),
        };
        Meaning { file, name: Cow::Borrowed(name) }
    }

    /// Returns what a name of a run means as an object with static storage. The name in the source of an object
    /// `x` of a function `f` is `f.x`.
    pub fn object<'n>(&self, name: &'n str) -> Meaning<'n> {
        if let Some((function, _)) = name.rsplit_once('.') {
            return Meaning { name: plain(name), ..self.function(function) };
        }
        let (name, scope) = parted(name);
        let file = match scope {
            Scope::File(number) => Some(number),
            Scope::Any
                if self.unit().context.is_variable(name) && !self.unit().context.is_foreign_object(name) =>
            {
                None
            }
            _ => self.defining_object(name),
        };
        Meaning { file, name: Cow::Borrowed(name) }
    }

    /// Returns the name of the run for a name in the text of another file; `None` if it is the same.
    pub fn renamed(&self, file: u32, name: &str) -> Option<String> {
        let (there, here) = (&self.file(file).unit().context, &self.unit().context);
        if is_private(there, name) {
            Some(format!("{name}{MARK}{file}"))
        } else {
            is_private(here, name).then(|| format!("{name}{MARK}"))
        }
    }
}

/// Returns whether only a file with this context knows a function or an object of this name.
fn is_private(context: &UnitContext, name: &str) -> bool {
    context.is_function(name) && !context.is_exported(name)
        || context.is_variable(name) && !context.is_shared_variable(name)
}

/// The files to which a name of a run belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// The name has no mark.
    Any,
    /// The name has a mark without a number.
    Shared,
    /// The name has a mark with this number.
    File(u32),
}

/// Returns a name in the source, and what its mark says.
fn parted(name: &str) -> (&str, Scope) {
    match name.split_once(MARK) {
        Some((name, number)) => (name, number.parse().map_or(Scope::Shared, Scope::File)),
        None => (name, Scope::Any),
    }
}

/// Returns the name in the source for a name of a run, which may be that of an object of a function.
pub fn plain(name: &str) -> Cow<'_, str> {
    match name.split_once(MARK) {
        Some((name, rest)) => match rest.split_once('.') {
            Some((_, object)) => Cow::Owned(format!("{name}.{object}")),
            None => Cow::Borrowed(name),
        },
        None => Cow::Borrowed(name),
    }
}
