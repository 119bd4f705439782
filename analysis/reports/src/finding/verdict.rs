//! The verdict on a finding, with the data that belongs to it.

use serde::Serialize;

use super::{Doubt, Input, Round, Trail};

/// The verdict on a finding (see the README's table).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// Concrete inputs reach the misuse.
    Confirmed(Confirmation),
    /// No refuter ruled the misuse out, and no inputs are known that reach it.
    Unrefuted(Candidate),
    /// Observers cover every counterexample; the rounds of the finding hold their proofs.
    Refuted(Refuted),
}

/// The run that reaches a confirmed misuse.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Confirmation {
    /// The inputs of the run; those that are not listed do not matter.
    pub inputs: Vec<Input>,
    /// The function with which the program starts, if a run from there reached a misuse that no check
    /// expected. The report of that function has the finding, even if the misuse is in another function.
    pub program: Option<String>,
    /// Why the program may never give these inputs. Doubtful findings are shown on request only.
    pub doubt: Option<Doubt>,
    /// The path that the run follows; none for a run of the whole program.
    #[serde(skip)]
    pub trail: Option<Trail>,
}

/// The state of the search for a misuse that is neither confirmed nor refuted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// Why the search ended without a proof, if a budget ended it.
    pub limit: Option<String>,
    /// Why the path is weak evidence (see `csieve_reduction::plausibility`). Doubtful findings are shown on
    /// request only.
    pub doubt: Option<Doubt>,
    /// Why no inputs were found, if they were looked for; as the end of a sentence.
    pub unconfirmed: Option<String>,
    /// The path that guides a search for inputs; none if no path is known.
    #[serde(skip)]
    pub trail: Option<Trail>,
}

/// What a refutation rests on besides the rounds of the finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refuted {
    /// The calling functions with the proofs that no run reaches the misuse through them; empty if the rounds
    /// of the finding are the proof.
    pub callers: Vec<Caller>,
}

/// A function from which no run reaches a misuse in a function that it calls, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caller {
    /// The name of the function; places in the rounds are relative to its definition.
    pub function: String,
    /// The paths through the function, each with the conflicts that rule it out. Statements of callees have
    /// the places of the calls.
    pub rounds: Vec<Round>,
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
    /// The verdict without its data.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Self::Confirmed(_) => VerdictKind::Confirmed,
            Self::Unrefuted(_) => VerdictKind::Unrefuted,
            Self::Refuted(_) => VerdictKind::Refuted,
        }
    }

    /// The word used in every output.
    pub fn as_str(&self) -> &'static str {
        self.kind().as_str()
    }

    /// The state of the search, if the misuse is neither confirmed nor refuted.
    pub fn candidate(&self) -> Option<&Candidate> {
        match self {
            Self::Unrefuted(candidate) => Some(candidate),
            Self::Confirmed(_) | Self::Refuted(_) => None,
        }
    }

    /// The run that reaches the misuse, if it is confirmed.
    pub fn confirmation(&self) -> Option<&Confirmation> {
        match self {
            Self::Confirmed(confirmation) => Some(confirmation),
            Self::Unrefuted(_) | Self::Refuted(_) => None,
        }
    }

    /// The calling functions that a refutation goes through; empty for other verdicts.
    pub fn callers(&self) -> &[Caller] {
        match self {
            Self::Refuted(refuted) => &refuted.callers,
            Self::Confirmed(_) | Self::Unrefuted(_) => &[],
        }
    }
}

impl VerdictKind {
    /// The word used in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Unrefuted => "unrefuted",
            Self::Refuted => "refuted",
        }
    }
}
