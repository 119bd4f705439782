//! A function of one of the checked files.

use std::borrow::Cow;

use csieve_lowering::{project::Surroundings, unit::UnitFunction};

/// A function with its file, as the file of the finding sees it.
#[derive(Clone, Copy)]
pub(super) struct Within<'a> {
    /// The number of the file; `None` for the file of the finding.
    pub file: Option<u32>,
    /// The index of the function among the functions of its file.
    pub place: usize,
    /// The function.
    pub function: &'a UnitFunction,
}

impl<'a> Within<'a> {
    /// Returns a function of a file by its index.
    pub(super) fn new(files: Surroundings<'a>, file: Option<u32>, place: usize) -> Self {
        Self { file, place, function: &files.unit_of(file).functions[place] }
    }

    /// Returns the name in the source.
    pub(super) fn name(self) -> &'a str {
        &self.function.text.name
    }

    /// Returns the name of the run, which no function of another file has.
    pub(super) fn run_name(self, files: Surroundings) -> Cow<'a, str> {
        let renamed = self.file.and_then(|file| files.renamed(file, self.name()));
        renamed.map_or(Cow::Borrowed(self.name()), Cow::Owned)
    }

    /// Returns whether two are the same function.
    pub(super) fn is(self, other: Self) -> bool {
        (self.file, self.place) == (other.file, other.place)
    }
}
