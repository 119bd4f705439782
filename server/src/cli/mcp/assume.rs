//! The tool `try_assumption`: whether a finding can still happen if a condition holds.

use std::{path::Path, sync::Arc};

use csieve_analysis::text::SourceText;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::{
    id::Id,
    workbench::{Trial, Workbench, inside},
};
use crate::{
    build::Builds,
    present::{Located, explanation},
    project::{AnalysedFile, Prepared},
};

/// What is asked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The id of the finding, from `check`.
    id: String,
    /// A condition in C, without calls and assignments: `n > 0`.
    condition: String,
    /// The line before which the condition holds; where the function begins if not given.
    line: Option<u32>,
}

/// What becomes of a finding.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Answer {
    /// The verdict without the assumption.
    before: &'static str,
    /// The verdict with it, and its reason; it is not found at all if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    /// Whether the finding cannot happen if the condition holds.
    impossible: bool,
    /// Why some path is impossible then.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    /// The comment that says so in the file, and where it stands.
    comment: String,
}

impl Asked {
    /// Answers the question.
    ///
    /// # Errors
    /// If there is no such finding, or the condition cannot be assumed there.
    pub(super) fn answer(&self, bench: &Workbench) -> Result<Answer, String> {
        let id = Id::parse(&self.id)?;
        let project = bench.project(None)?;
        let file = bench.file(&project, &id.path)?;
        let finding = id.find(&file)?;
        let path = inside(&id.path)?;
        let (place, line) = self.place(project.builds, &path, &finding)?;
        let comment = format!("/* csieve: assume {} */", self.condition.trim());
        if self.condition.contains("*/") || self.condition.contains('\n') {
            return Err("a condition is one line of C without comments".to_owned());
        }
        let mut text = finding.text.to_owned();
        text.insert_str(place, &comment);
        let trial = bench.project(Some(Trial { path: &path, text: &text }))?;
        let trial = bench.file(&trial, &id.path)?;
        if let Some(problem) = new_remark(&file, &trial, &finding.finding.function) {
            return Err(problem);
        }
        let after = same(&trial, &finding);
        let impossible = after.is_none_or(|after| after.finding.is_refuted());
        Ok(Answer {
            before: finding.finding.verdict.as_str(),
            after: after.as_ref().map(explanation::conclusion),
            impossible,
            because: after
                .filter(|_| impossible)
                .and_then(|after| after.proof().map(|(at, one)| at.reason(one))),
            comment: format!("{comment} on line {line}"),
        })
    }

    /// Returns the offset in the file, in bytes, where the assumption is written, and its line.
    fn place(&self, builds: Builds, path: &Path, finding: &Located) -> Result<(usize, u32), String> {
        let source = (SourceText::new(finding.text), None);
        let file = Prepared::new(path.to_owned(), source, &Arc::new(builds), None);
        let name = &finding.finding.function;
        let function = file.unit().functions.iter().find(|function| function.text.name == *name);
        let function = function.ok_or_else(|| format!("`{name}` cannot be read alone"))?;
        let Some(line) = self.line else {
            let start = function.body().start;
            return Ok((start as usize + 1, finding.lines.line_number(start)));
        };
        let start = finding.lines.line_start(line.saturating_sub(1));
        let start = start.filter(|start| function.body().start < *start && *start < function.body().end);
        let start = start.ok_or_else(|| format!("line {line} is not in the body of `{name}`"))? as usize;
        let rest = &finding.text[start..];
        Ok((start + rest.len() - rest.trim_start().len(), line))
    }
}

/// Returns what is wrong with an assumption, if the analysis says so.
fn new_remark(before: &AnalysedFile, after: &AnalysedFile, function: &str) -> Option<String> {
    let remarks = |file: &AnalysedFile| {
        let report = file.reports.iter().find(|(_, report)| report.function == function);
        report.map(|(_, report)| report.clone())
    };
    let (before, after) = (remarks(before)?, remarks(after)?);
    if let Some(skipped) = &after.skipped {
        return Some(format!("`{function}` cannot be read with the condition: {}", skipped.text()));
    }
    let new = after.remarks.iter().find(|(_, said)| !before.remarks.iter().any(|(_, known)| known == said));
    new.map(|(_, said)| said.clone())
}

/// Returns what was found of the same kind at the same line, about the same object.
fn same<'f>(file: &'f AnalysedFile, finding: &Located) -> Option<Located<'f>> {
    let line = finding.line(finding.finding.span);
    file.findings().map(|(_, located)| located).find(|located| {
        let (one, other) = (located.finding, finding.finding);
        one.rule == other.rule
            && one.function == other.function
            && one.subject == other.subject
            && located.line(one.span) == line
    })
}
