//! What the commands that do one step of an analysis share: their files, and the key of the step.

use std::{path::PathBuf, sync::Arc};

use clap::Args;

use super::{CLEAN, Failure, output::print};
use crate::{
    cache::Key,
    steps::{StepError, SummaryFile, differing, is_summary_file},
};

/// What a step knows besides what it works on.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Steps")]
pub(super) struct StepArgs {
    /// Summary files (`csieve summarise`) of files whose functions are called.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) with: Vec<PathBuf>,
    /// Just print the key of this step: a hash of all that its result depends on.
    #[arg(long)]
    pub(super) key: bool,
}

impl StepArgs {
    /// Returns whether a check of these paths is a step of a larger one.
    pub(super) fn is_any(&self, paths: &[PathBuf]) -> bool {
        !self.with.is_empty() || paths.iter().any(|path| is_summary_file(path))
    }
}

impl From<StepError> for Failure {
    fn from(error: StepError) -> Self {
        Self::incomplete(error.to_string())
    }
}

/// Reads the heads of summary files: those on which a step works, and those that it knows besides.
pub(super) fn summary_files(
    own: &[PathBuf],
    with: &[PathBuf],
) -> Result<[Vec<Arc<SummaryFile>>; 2], Failure> {
    let read = |path: &PathBuf| Ok(Arc::new(SummaryFile::read(path)?));
    let all = |paths: &[PathBuf]| paths.iter().map(read).collect::<Result<Vec<_>, Failure>>();
    let (own, with) = (all(own)?, all(with)?);
    for note in differing(&[own.clone(), with.clone()].concat()) {
        eprintln!("note: {note}");
    }
    Ok([own, with])
}

/// Prints the key of a step.
pub(super) fn print_key(key: Key) -> Result<u8, Failure> {
    print(&format!("{key}\n"))?;
    Ok(CLEAN)
}
