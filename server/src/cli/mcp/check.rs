//! The tool `check`: what is found in files.

use std::{path::PathBuf, ptr};

use csieve_analysis::finding::Finding;
use rmcp::schemars::{self, JsonSchema};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{
    id::{Id, named},
    workbench::{Project, Trial, Workbench, inside},
};
use crate::{
    cli::{files::c_files, outcome::Before, places::others},
    present::Located,
};

/// The most findings of one answer, unless the agent says how many it wants.
const MOST: usize = 20;

/// What is asked.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// C files or folders, relative to the project. All of the project if there are none.
    #[serde(default)]
    paths: Vec<String>,
    /// The text that the file would have; `paths` has just that file then.
    text: Option<String>,
    /// A revision of git, such as `HEAD`: what was found there already is left out.
    since: Option<String>,
    /// Also doubtful findings, each with the reason for the doubt.
    #[serde(default)]
    doubtful: bool,
    /// The most findings to return, those of the highest ranks; 20 if not given. Findings of one cause count once.
    limit: Option<usize>,
}

/// What is found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Answer {
    /// The findings, the likeliest and most severe ones first.
    findings: Vec<Found>,
    /// How many more there are than these.
    left_out: usize,
    /// What was analysed, in one line.
    summary: String,
}

/// A finding in one line.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Found {
    /// The name of the finding, for the other tools.
    id: String,
    /// The check that found it.
    rule: String,
    /// `confirmed`: inputs reach it. `unrefuted`: no proof rules it out.
    verdict: &'static str,
    /// Line in the file, from 1.
    line: u32,
    /// The function.
    function: String,
    /// What happens.
    message: String,
    /// Where else the same cause leads to the same: one change mends all.
    #[serde(skip_serializing_if = "Option::is_none")]
    also: Option<String>,
    /// Why it may be no bug after all.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<String>,
}

impl Asked {
    /// Answers the question.
    ///
    /// # Errors
    /// If a path or revision is wrong, or nothing can be analysed.
    pub(super) fn answer(&self, bench: &Workbench) -> Result<Answer, String> {
        let paths = self.paths.iter().map(|name| inside(name)).collect::<Result<Vec<_>, _>>()?;
        let trial = match (&self.text, paths.as_slice()) {
            (None, _) => None,
            (Some(text), [path]) => Some(Trial { path, text }),
            (Some(_), _) => return Err("`text` needs just one file in `paths`".to_owned()),
        };
        let project = bench.project(trial)?;
        let these = wanted(&paths, trial, &project)?;
        let mut outcome = bench.analyse(&project, &these)?;
        if outcome.files.is_empty() {
            return Err(format!("nothing was analysed; {}", outcome.summary.unreadable.join("; ")));
        }
        if let Some(revision) = &self.since {
            outcome.before = Some(Before::of(&bench.at_revision(revision, &these)?.files));
        }
        outcome.shown.usual.doubtful = self.doubtful;
        let all = outcome.causes().len();
        outcome.shown.top = Some(self.limit.unwrap_or(MOST));
        let ids: FxHashMap<*const Finding, Id> = outcome
            .files
            .iter()
            .flat_map(named)
            .map(|(id, located)| (ptr::from_ref(located.finding), id))
            .collect();
        let causes = outcome.causes();
        let found = causes.iter().take(self.limit.unwrap_or(MOST)).filter_map(|cause| {
            let (_, located) = &cause.first;
            let id = ids.get(&ptr::from_ref(located.finding))?;
            Some(Found::new(id.to_string(), located, others(cause)))
        });
        let findings: Vec<Found> = found.collect();
        Ok(Answer { left_out: all - findings.len(), findings, summary: outcome.line() })
    }
}

/// Returns the files that are asked about.
fn wanted(paths: &[PathBuf], trial: Option<Trial>, project: &Project) -> Result<Vec<PathBuf>, String> {
    match trial {
        // The file may not exist yet.
        Some(trial) => Ok(vec![trial.path.to_owned()]),
        None if paths.is_empty() => Ok(project.files.clone()),
        None => c_files(paths, &project.builds).map_err(|failure| failure.message),
    }
}

impl Found {
    fn new(id: String, located: &Located, also: Option<String>) -> Self {
        let finding = located.finding;
        Self {
            id,
            rule: finding.id().to_owned(),
            verdict: finding.verdict.as_str(),
            line: located.line(finding.span),
            function: finding.function.clone(),
            message: located.message(),
            also,
            doubt: finding.doubt().map(|doubt| located.sentence(&doubt.sentence)),
        }
    }
}
