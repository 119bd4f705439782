//! The verdict on a finding, with the data that belongs to it.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use csieve_base::text::LineIndex;

use super::{Doubt, Input, Round, Trail};

/// The verdict on a finding (see the README's table).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub enum Verdict {
    /// Concrete inputs reach the misuse.
    Confirmed(Confirmation),
    /// No refuter ruled the misuse out, and no inputs are known that reach it.
    Unrefuted(Candidate),
    /// Observers reject every counterexample. The rounds of the finding have the proofs of these observers.
    Refuted(Refuted),
}

/// Who chooses what a confirmed run needs; the best evidence first ([docs/evidence.md]).
///
/// [docs/evidence.md]: https://github.com/csieve/csieve/blob/main/docs/evidence.md
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, BorshSerialize, BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// The run begins in `main`, and gets nothing but what programs get from outside.
    Program,
    /// The run begins in a function. It rests on nothing but what comes from outside of the program: a call that fails, input.
    Environment,
    /// The run begins in a function. It rests on values for which the function itself asks.
    #[default]
    Contract,
}

impl Evidence {
    /// Returns the name of the evidence in outputs for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Environment => "environment",
            Self::Contract => "contract",
        }
    }

    /// Returns the evidence in the words of a reader, as the rest of "confirmed ...".
    pub fn said(self) -> &'static str {
        match self {
            Self::Program => "by a run from main",
            Self::Environment => "whatever callers pass",
            Self::Contract => "for values that the function itself tests for",
        }
    }
}

/// The run that reaches a confirmed misuse.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Confirmation {
    /// The inputs of the run. Inputs that are not listed do not matter.
    pub inputs: Vec<Input>,
    /// The function in which the program starts (`main`), if a run from there reached a misuse that no check
    /// had found. The report of that function has the finding, even if the misuse is in another function.
    pub program: Option<String>,
    /// Who chooses what the run needs.
    pub evidence: Evidence,
    /// Why the program may never give these inputs. Doubtful findings are shown on request only.
    pub doubt: Option<Doubt>,
    /// The path that the run follows. None for a run of the whole program.
    #[serde(skip)]
    pub trail: Option<Trail>,
}

/// The state of the search for a misuse that is neither confirmed nor refuted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Candidate {
    /// Why the search for counterexamples ended without a proof, if a limit ended it.
    pub limit: Option<String>,
    /// Why the path is weak evidence (see `csieve_reduction::plausibility`). Doubtful findings are shown on
    /// request only.
    pub doubt: Option<Doubt>,
    /// Why no inputs were found, as the end of a sentence. None if no inputs were looked for.
    pub unconfirmed: Option<String>,
    /// The path that guides a search for inputs. None if no path is known.
    #[serde(skip)]
    pub trail: Option<Trail>,
}

/// What a refutation rests on besides the rounds of the finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Refuted {
    /// The calling functions with the proofs that no run reaches the misuse through them; empty if the rounds
    /// of path reduction of the finding are the proof.
    pub callers: Vec<Caller>,
}

/// A calling function for which it is proved that no run through it reaches the misuse in a function that it
/// calls, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Caller {
    /// The name of the function. Spans in `rounds` are relative to the start of its definition.
    pub function: String,
    /// The file of the function; `None` for the file of the finding.
    #[serde(skip)]
    pub elsewhere: Option<Elsewhere>,
    /// The paths through the function, each with the conflicts that rule it out. Statements of callees have
    /// the spans of the calls.
    pub rounds: Vec<Round>,
}

/// A function of another file than that of the finding.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct Elsewhere {
    /// The path of the file.
    pub path: Arc<str>,
    /// The text of the function.
    pub text: Arc<str>,
    /// The lines of the text, as lines of the file.
    pub lines: LineIndex,
}

/// A verdict without its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictKind {
    /// See [`Verdict::Confirmed`].
    Confirmed,
    /// See [`Verdict::Unrefuted`].
    Unrefuted,
    /// See [`Verdict::Refuted`].
    Refuted,
}

impl Verdict {
    /// Returns the verdict without its data.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Self::Confirmed(_) => VerdictKind::Confirmed,
            Self::Unrefuted(_) => VerdictKind::Unrefuted,
            Self::Refuted(_) => VerdictKind::Refuted,
        }
    }

    /// Returns the word for the verdict that every output uses.
    pub fn as_str(&self) -> &'static str {
        self.kind().as_str()
    }

    /// Returns the state of the search, if the misuse is neither confirmed nor refuted.
    pub fn candidate(&self) -> Option<&Candidate> {
        match self {
            Self::Unrefuted(candidate) => Some(candidate),
            Self::Confirmed(_) | Self::Refuted(_) => None,
        }
    }

    /// Returns the run that reaches the misuse, if the misuse is confirmed.
    pub fn confirmation(&self) -> Option<&Confirmation> {
        match self {
            Self::Confirmed(confirmation) => Some(confirmation),
            Self::Unrefuted(_) | Self::Refuted(_) => None,
        }
    }

    /// Returns the calling functions for which a refutation has proofs. Empty for other verdicts.
    pub fn callers(&self) -> &[Caller] {
        match self {
            Self::Refuted(refuted) => &refuted.callers,
            Self::Confirmed(_) | Self::Unrefuted(_) => &[],
        }
    }

    /// Returns the reason why the evidence is weak, if it is.
    pub fn doubt(&self) -> Option<&Doubt> {
        match self {
            Self::Unrefuted(candidate) => candidate.doubt.as_ref(),
            Self::Confirmed(confirmation) => confirmation.doubt.as_ref(),
            Self::Refuted(_) => None,
        }
    }

    /// Makes the evidence weak for a reason. A refutation stays one.
    pub fn set_doubt(&mut self, doubt: Doubt) {
        match self {
            Self::Unrefuted(candidate) => candidate.doubt = Some(doubt),
            Self::Confirmed(confirmation) => confirmation.doubt = Some(doubt),
            Self::Refuted(_) => {}
        }
    }
}

impl VerdictKind {
    /// Returns the word for the verdict that every output uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Unrefuted => "unrefuted",
            Self::Refuted => "refuted",
        }
    }
}
