//! The analysis of a project as steps whose inputs and outputs are files and nothing else, for engines that run such steps
//! on other machines and keep their results.
//!
//! [`summarise`] makes a [`SummaryFile`] of C files; it has all that the later steps need of them. [`link`] puts summary
//! files together and says which C files must be summarised again, because their callees are known better now.
//! [`check`] analyses the functions of the files in a summary file, with what other summary files say of the rest.
//! Whatever the order of the steps, the results of the last one are those of one process that checks all files.

mod check;
mod file;
mod link;
mod summarise;
mod units;

pub use check::{ToCheck, check, key_to_check};
pub use file::{StepError, SummaryFile};
pub use link::{Linked, key_to_link, link};
pub use summarise::{Summarised, ToSummarise, summarise};
pub use units::differing;

use std::{hash::Hash, path::Path, sync::Arc};

use crate::cache::{Key, program};

/// The extension of summary files.
pub const EXTENSION: &str = "csum";

/// Returns whether a path is that of a summary file, by its extension.
pub fn is_summary_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// Returns the key of a step: a hash of the program, of what the step does, and of the summary files that it reads.
fn key_of(step: &str, what: &impl Hash, files: &[Arc<SummaryFile>]) -> Result<Key, StepError> {
    let program = program().map_err(|error| StepError::Io("csieve".into(), error))?;
    let files: Vec<Key> = files.iter().map(|file| file.key).collect();
    Ok(Key::of(&(program, step, what, files)))
}

/// Returns the key of the step that merges logs, from the hashes of their bytes.
///
/// # Errors
/// If the program itself cannot be read.
pub fn key_to_merge(logs: &[Key]) -> Result<Key, StepError> {
    key_of("merge", &logs, &[])
}
