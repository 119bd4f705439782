//! The tool `driver`: a C program that triggers a finding.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::{
    id::Id,
    workbench::{Project, Workbench, inside},
};
use crate::{cli::driver::driver_of, driver::Driver, project};

/// What is asked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The id of a confirmed finding, from `check`.
    id: String,
}

/// A program that triggers a finding.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Answer {
    /// A name for the file.
    name: String,
    /// The program.
    text: String,
    /// The command that builds and runs the file, for a shell.
    command: String,
}

impl Asked {
    /// Answers the question.
    ///
    /// # Errors
    /// If there is no such finding, or there is no driver for it.
    pub(super) fn answer(&self, bench: &Workbench) -> Result<Answer, String> {
        let id = Id::parse(&self.id)?;
        let path = inside(&id.path)?;
        let mut files = vec![path.clone()];
        let Project { builds, files: all, options } = bench.project(None)?;
        files.extend(all.into_iter().filter(|file| *file != path));
        let analysed = bench.on_threads(|| project::run_first(&files, &builds, &options, None))?;
        let (file, unit, linked) =
            analysed.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
        let located = id.find(&file)?;
        if !located.finding.is_confirmed() {
            let verdict = located.finding.verdict.as_str();
            return Err(format!("a driver needs a confirmed finding, and this one is {verdict}"));
        }
        let driver = driver_of(&located, (&file, &unit, &linked), &builds, &options);
        let Driver { name, text, build: command, .. } =
            driver.map_err(|reason| format!("there is no driver for it: {reason}"))?;
        Ok(Answer { name, text, command })
    }
}
