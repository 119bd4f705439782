//! The tool `explain`: how a finding comes about.

use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::{id::Id, workbench::Workbench};
use crate::present::{Extent, Located, explanation, key_steps::key_steps, trace};

/// What is asked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The id of the finding, from `check`.
    id: String,
    /// Also all steps of all rounds, with equations and observers, as text.
    #[serde(default)]
    full: bool,
}

/// How a finding comes about.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Answer {
    /// The check that found it.
    rule: String,
    /// The verdict, with its reason.
    verdict: String,
    /// Line in the file, from 1.
    line: u32,
    /// The text of the line.
    source: String,
    /// What happens.
    message: String,
    /// The steps of the path that matter, in order.
    steps: Vec<KeyStep>,
    /// Why other paths to the place are impossible, one sentence for each that was tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    impossible: Vec<String>,
    /// All that is known, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    full: Option<String>,
}

/// A step of a path.
#[derive(Debug, Serialize, JsonSchema)]
struct KeyStep {
    /// The line, with the name of the file if it is another one.
    line: String,
    /// What happens there.
    text: String,
}

impl Asked {
    /// Answers the question.
    ///
    /// # Errors
    /// If there is no such finding.
    pub(super) fn answer(&self, bench: &Workbench) -> Result<Answer, String> {
        let id = Id::parse(&self.id)?;
        let mut project = bench.project(None)?;
        // The rounds say how close each proof is, the rest does not.
        project.options.tells_how_close = self.full;
        let file = bench.file(&project, &id.path)?;
        Ok(Answer::new(&id.find(&file)?, self.full))
    }
}

impl Answer {
    fn new(located: &Located, full: bool) -> Self {
        let finding = located.finding;
        let step = |(_, step)| KeyStep { line: trace::line(located, step), text: trace::text(step) };
        let refuted = located.rounds().into_iter().filter(|(_, round)| !round.conflicts.is_empty());
        Self {
            rule: finding.id().to_owned(),
            verdict: explanation::conclusion(located),
            line: located.line(finding.span),
            source: located.source_line(finding.span).to_owned(),
            message: located.sentence(&finding.message),
            steps: key_steps(&finding.witness).map(step).collect(),
            impossible: refuted.map(|(at, round)| explanation::summary(&at, round)).collect(),
            full: full.then(|| explanation::text(located, Extent::Brief)),
        }
    }
}
