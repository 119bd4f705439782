//! The forms of the output.

use clap::ValueEnum;

use super::{
    super::{Failure, coverage, github, gitlab, html, json, junit, outcome::Outcome, sarif, text},
    Check, Settled,
};
use crate::present::Extent;

/// A form of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Findings with source snippets, for people.
    Text,
    /// SARIF 2.1.0.
    Sarif,
    /// csieve's own JSON, with everything it knows.
    Json,
    /// One page with the paths walked through the source, to attach to a review.
    Html,
    /// Workflow commands, which GitHub shows as annotations.
    Github,
    /// A code quality report of GitLab.
    Gitlab,
    /// A JUnit report: every function is a test.
    Junit,
}

impl Check {
    /// Renders what was found.
    ///
    /// # Errors
    /// If the form cannot tell what is asked for, or fixes cannot be made.
    pub(super) fn rendered(&self, outcome: &Outcome, settled: &Settled) -> Result<String, Failure> {
        if self.coverage {
            return coverage::render(&outcome.files, self.format);
        }
        let extent = if self.all_steps { Extent::Whole } else { Extent::Brief };
        Ok(match self.format {
            Format::Text => text::render(outcome, self.output.is_none()),
            Format::Sarif => {
                let fixes = self.fixes(outcome, settled)?;
                sarif::render(outcome, &settled.options, self.category.as_deref(), &fixes, extent)
            }
            Format::Json => json::render(outcome, extent),
            Format::Html => html::render(outcome, extent),
            Format::Github => github::render(outcome),
            Format::Gitlab => gitlab::render(outcome),
            Format::Junit => junit::render(outcome),
        })
    }
}
