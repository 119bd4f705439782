//! The step that puts summary files together and says what must be summarised again.

use std::{path::Path, sync::Arc};

use csieve_analysis::{
    cancel::Never,
    options::Options,
    summarise::{Cache, Missing, Needed, ProjectSummaries},
};

use super::{
    file::{StepError, SummaryFile},
    key_of,
    units::{Units, known, problems},
};
use crate::{
    cache::Key,
    project::{KnownSummaries, Member, summarised},
};

/// Summary files that were put together.
pub struct Linked {
    units: Units,
    known: KnownSummaries,
    problems: Vec<String>,
    /// The paths of the C files that must be summarised again now. Those of an entry must be summarised together, because
    /// their functions call each other.
    pub again: Vec<Vec<String>>,
}

/// Returns a hash of everything that the result of [`link`] depends on.
///
/// # Errors
/// If the program itself cannot be read.
pub fn key_to_link(files: &[Arc<SummaryFile>], options: &Options) -> Result<Key, StepError> {
    key_of("link", options, files)
}

/// Puts summary files together, on the threads of the current pool. Nothing is summarised here.
pub fn link(files: &[Arc<SummaryFile>], options: &Options) -> Linked {
    let (units, known) = (Units::of(files), known(files));
    let members: Vec<Member> = units.members().collect();
    let cached = members.iter().map(|file| (file, &known as &(dyn Cache + Sync), Missing::StaysUnknown));
    let to_make =
        summarised((cached.collect(), Needed::All), options, &Never, |made: ProjectSummaries| made.to_make());
    let path = |at: usize| members[at].file.path.to_string();
    // Nobody cancels.
    let again = to_make.unwrap_or_default().into_iter().map(|files| files.into_iter().map(path).collect());
    Linked { again: again.collect(), units, known, problems: problems(files) }
}

impl Linked {
    /// Writes the summary file that has all units, and the summaries that count for them together.
    ///
    /// # Errors
    /// If a file cannot be read any more, or the new one cannot be written.
    pub fn write(self, path: &Path) -> Result<(), StepError> {
        SummaryFile::write(path, self.units.written()?, self.known.used(), self.problems)
    }
}
