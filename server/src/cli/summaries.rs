//! The command `csieve summaries`, which prints the summaries of functions.

use std::{fmt::Write, path::PathBuf};

use clap::Args;
use csieve_analysis::summary::SummaryText;

use super::{AnalysisOptions, CLEAN, Failure, files::c_files, output::print};
use crate::project;

/// Say what callers may know of the functions of files: what they return, free, write and need.
#[derive(Args, Debug)]
pub(super) struct SummariesOf {
    /// C files or directories; what functions of one do is known to those of the others.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Just the functions with this name.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

impl SummariesOf {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let (options, builds) = self.analysis.of(&self.paths)?;
        let files = c_files(&self.paths, &builds)?;
        let files = self.analysis.on_threads(|| project::summaries(&files, &builds, &options))?;
        let mut out = String::new();
        for (path, functions) in files {
            let file =
                functions.map_err(|error| Failure::incomplete(format!("{}: {error}", path.display())))?;
            let wanted = |name: &str| self.function.as_deref().is_none_or(|wanted| wanted == name);
            for (function, summary) in file.into_iter().filter(|(name, _)| wanted(name)) {
                let _ = match summary {
                    Some(summary) => {
                        write!(out, "{}", SummaryText { function: &function, summary: &summary })
                    }
                    None => writeln!(out, "{function}\n  may do anything"),
                };
            }
        }
        print(&out)?;
        Ok(CLEAN)
    }
}
