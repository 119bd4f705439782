//! The tool `why_refuted`: what was proved to be impossible at a line.

use csieve_analysis::finding::Conflict;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::{id::named, workbench::Workbench};
use crate::{
    cli::place::nothing_here,
    present::{Located, observer},
};

/// What is asked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// A C file of the project.
    file: String,
    /// The line, from 1.
    line: u32,
    /// Also the observers that reject the impossible paths.
    #[serde(default)]
    observers: bool,
}

/// What is known of a line.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Answer {
    /// The suspicions that were refuted.
    refuted: Vec<Refuted>,
    /// The ids of findings on the line that are not refuted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kept: Vec<String>,
}

/// A refuted suspicion.
#[derive(Debug, Serialize, JsonSchema)]
struct Refuted {
    id: String,
    /// The check.
    rule: String,
    /// What would happen if it were possible.
    message: String,
    /// The proofs, each of which rules out a class of paths.
    proofs: Vec<Proof>,
}

/// A proof that no run takes some paths.
#[derive(Debug, Serialize, JsonSchema)]
struct Proof {
    /// The refuter that found it.
    refuter: &'static str,
    /// Why the paths are impossible.
    because: String,
    /// The equations without a solution, each with its line.
    equations: Vec<String>,
    /// The automaton that rejects the paths.
    #[serde(skip_serializing_if = "Option::is_none")]
    observer: Option<String>,
}

impl Asked {
    /// Answers the question.
    ///
    /// # Errors
    /// If the file cannot be analysed, or nothing was ever suspected at the line.
    pub(super) fn answer(&self, bench: &Workbench) -> Result<Answer, String> {
        let file = bench.file(&bench.project(None)?, &self.file)?;
        let here = named(&file).filter(|(_, located)| located.line(located.finding.span) == self.line);
        let mut answer = Answer { refuted: Vec::new(), kept: Vec::new() };
        for (id, located) in here {
            if located.finding.is_refuted() {
                answer.refuted.push(Refuted::new(id.to_string(), &located, self.observers));
            } else {
                answer.kept.push(id.to_string());
            }
        }
        if answer.refuted.is_empty() && answer.kept.is_empty() {
            return Err(nothing_here(&file, self.line));
        }
        Ok(answer)
    }
}

impl Refuted {
    fn new(id: String, located: &Located, observers: bool) -> Self {
        let proof = |(at, proof): (Located, &_)| Proof::new(&at, proof, observers);
        Self {
            id,
            rule: located.finding.id().to_owned(),
            message: located.sentence(&located.finding.message),
            proofs: located.proofs().into_iter().map(proof).collect(),
        }
    }
}

impl Proof {
    fn new(at: &Located, proof: &Conflict, observers: bool) -> Self {
        let equations = proof.equations.iter();
        let equations =
            equations.map(|row| format!("line {}: {} ({})", at.line(row.span), row.equation, row.text));
        Self {
            refuter: proof.refuter.as_str(),
            because: at.reason(proof),
            equations: equations.collect(),
            observer: observers.then(|| observer::text(at, &proof.observer)),
        }
    }
}
