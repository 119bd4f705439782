//! The tool `driver`: a C program that triggers a finding.

use csieve_analysis::project::Surroundings;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::{
    id::Id,
    workbench::{Project, Workbench, inside},
};
use crate::{
    driver::{Driver, Subject, driver},
    project,
};

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
        let analysed = bench.on_threads(|| project::run_first(&files, &builds, &options))?;
        let (file, unit, linked) =
            analysed.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
        let located = id.find(&file)?;
        if !located.finding.is_confirmed() {
            let verdict = located.finding.verdict.as_str();
            return Err(format!("a driver needs a confirmed finding, and this one is {verdict}"));
        }
        let build = builds.for_file(&file.path);
        let subject = Subject {
            located: &located,
            path: &file.path,
            source: &file.source,
            files: Surroundings::new(linked.project(), file.path.to_str().unwrap_or_default(), &unit),
            build: &build,
            options: &options,
        };
        let Driver { name, text, build: command, .. } =
            driver(subject).map_err(|reason| format!("there is no driver for it: {reason}"))?;
        Ok(Answer { name, text, command })
    }
}
