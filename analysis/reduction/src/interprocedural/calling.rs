//! The functions of the checked files that call a function.

use csieve_lowering::unit::TranslationUnit;
use csieve_reports::finding::Looked;

use super::{Subject, notebook::Notebook, within::Within};

/// The callers of a function.
pub(super) struct Calling<'a> {
    /// The callers in the checked files, those of the file of the finding first.
    pub callers: Vec<Within<'a>>,
    /// Whether there are certainly no others: the function is known to its file only.
    pub are_all: bool,
}

/// The number of calls from which one may guess which pointers other code passes to a function of a library, and that
/// from which one may guess all that is passed to a function which no declaration makes known to other code.
const ENOUGH_CALLS: usize = 3;
const ENOUGH_CALLS_OF_UNDECLARED: usize = 2;

/// What the calls of a function in the checked files show of all its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// These calls are those of the program.
    Everything,
    /// Other files may call a function of a library as well. Code that calls it often shows which pointers are meant
    /// to be valid. It says nothing about numbers: those that a function tests are just what others may pass.
    Pointers,
    /// There are too few of them.
    Nothing,
}

impl Calling<'_> {
    /// Returns the number of calls.
    pub(super) fn calls(&self, name: &str) -> usize {
        self.callers.iter().map(|caller| caller.function.tree.count_calls(name)).sum()
    }

    /// Returns what the calls of a function show.
    pub(super) fn show(&self, subject: Subject, callee: Within) -> Shown {
        let (files, name) = (subject.around.files, callee.name());
        if self.are_all || files.has_all_calls_in(callee.file, name) {
            return Shown::Everything;
        }
        let others = self.callers.iter().filter(|caller| !caller.is(callee));
        let others: usize = others.map(|caller| caller.function.tree.count_calls(name)).sum();
        match files.is_declared(callee.file, name) {
            true if others >= ENOUGH_CALLS => Shown::Pointers,
            false if others >= ENOUGH_CALLS_OF_UNDECLARED => Shown::Everything,
            _ => Shown::Nothing,
        }
    }
}

/// Returns the callers of a function, which is given by its file and its name there. `None` if code may call the function
/// in a way that is not seen.
pub(super) fn calling<'a>(
    subject: Subject<'a>,
    (file, name): (Option<u32>, &str),
    notebook: &mut Notebook,
) -> Option<Calling<'a>> {
    let files = subject.around.files;
    notebook.looks_in(subject, (file, name), Looked::Callers);
    let unit = files.unit_of(file);
    let found = |file: Option<u32>, callers: Vec<usize>| {
        callers.into_iter().map(move |place| Within::new(files, file, place))
    };
    if let Some(own) = unit.callers(name) {
        return Some(Calling { callers: found(file, own).collect(), are_all: true });
    }
    if !unit.context.is_exported(name) || !files.is_only_in(file, name) {
        return None;
    }
    notebook.looks(subject, name, Looked::Calls);
    let mut callers = Vec::new();
    for other in files.all().filter(|other| files.may_mention(*other, name)) {
        let unit = files.unit_of(other);
        if other == file || !is_another(unit, name) {
            callers.extend(found(other, unit.calling(name)?));
        }
    }
    Some(Calling { callers, are_all: false })
}

/// Returns whether a file means a function of its own by a name.
fn is_another(unit: &TranslationUnit, name: &str) -> bool {
    unit.context.is_definition(name) && !unit.context.is_exported(name)
}
