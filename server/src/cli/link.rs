//! The command `csieve link`, which puts summary files together.

use std::path::PathBuf;

use clap::Args;

use super::{
    AGAIN, AnalysisOptions, CLEAN, Failure,
    output::print,
    steps::{print_key, summary_files},
};
use crate::steps::{key_to_link, link};

/// Make one summary file of several, and say which C files must be summarised again.
///
/// Prints a line for each group of C files that must be summarised again, together and with the new summary file, because
/// more is known now of what they call; the paths are separated by tabs. Then the exit code is 4. When no line is left, the
/// summary file has everything.
#[derive(Args, Debug)]
pub(super) struct Link {
    /// Summary files (`csieve summarise`).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The summary file to write.
    #[arg(short, long, value_name = "FILE", required_unless_present = "key")]
    output: Option<PathBuf>,
    /// Just print the key of this step: a hash of all that its result depends on.
    #[arg(long)]
    key: bool,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

impl Link {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (options, _) = self.analysis.of(&self.files)?;
        let [files, _] = summary_files(&self.files, &[])?;
        let Some(output) = self.output.filter(|_| !self.key) else {
            return print_key(key_to_link(&files, &options)?);
        };
        let linked = self.analysis.on_threads(|| link(&files, &options))?;
        let lines: String = linked.again.iter().map(|group| group.join("\t") + "\n").collect();
        linked.write(&output)?;
        print(&lines)?;
        Ok(if lines.is_empty() { CLEAN } else { AGAIN })
    }
}
