//! The command `csieve summarise`, which writes what other steps need of C files.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use rayon::prelude::*;

use super::{
    AnalysisOptions, CLEAN, Failure, INCOMPLETE, build,
    files::find,
    output::print,
    steps::{StepArgs, print_key, summary_files},
};
use crate::{
    project::Prepared,
    steps::{ToSummarise, is_summary_file, summarise},
};

/// Read C files and summarise their functions, for steps on other machines.
///
/// The summary file has all that later steps need of the files: neither the files nor their headers are read again.
#[derive(Args, Debug)]
pub(super) struct Summarise {
    /// C files or directories. The units of summary files (`.csum`) are summarised again.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The summary file to write.
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["key", "list"])]
    output: Option<PathBuf>,
    /// Just list the C files, one a line.
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    step: StepArgs,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

impl Summarise {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (options, builds) = self.analysis.of(&self.paths)?;
        let builds = Arc::new(builds);
        let found = find(&self.paths, &builds, false)?;
        if self.list {
            let lines = found.files.iter().map(|path| format!("{}\n", path.display()));
            print(&lines.collect::<Vec<_>>().concat())?;
            return Ok(if found.problems.is_empty() { CLEAN } else { INCOMPLETE });
        }
        let (summarised, found_files): (Vec<PathBuf>, Vec<PathBuf>) =
            found.files.into_iter().partition(|path| is_summary_file(path));
        let [again, with] = summary_files(&summarised, &self.step.with)?;
        let mut to_do = ToSummarise { problems: found.problems, again, with, ..ToSummarise::default() };
        self.analysis.on_threads(|| {
            let read = |path: &PathBuf| Prepared::read(path, &builds, None);
            for file in found_files.par_iter().map(read).collect::<Vec<_>>() {
                match file {
                    Ok(file) => {
                        build::described(&file.reading)?;
                        to_do.files.push(file);
                    }
                    Err((path, error)) => to_do.problems.push(format!("{}: {error}", path.display())),
                }
            }
            let Some(output) = self.output.filter(|_| !self.step.key) else {
                return print_key(to_do.key(&options)?);
            };
            summarise(&to_do, &options)?.write(&output)?;
            for problem in &to_do.problems {
                eprintln!("error: {problem}");
            }
            Ok(if to_do.problems.is_empty() { CLEAN } else { INCOMPLETE })
        })?
    }
}
