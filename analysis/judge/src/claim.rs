//! Claims, and what is said of them.

use csieve_base::{
    rule::Rule,
    text::{Sentence, Span},
};
use csieve_reduction::reduce::Earlier;
use csieve_reports::finding::Finding;

/// What a report of another tool says of a function. All spans are relative to the start of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rule of the check that is about the same misuse. `None` if there is none: the claim is then that something
    /// happens at the place, so that some run must reach it.
    pub rule: Option<Rule>,
    /// The line of the report.
    pub line: Span,
    /// Whether the report is at a closing brace: something ends there, and no statement of the line is meant.
    pub is_at_brace: bool,
    /// Whether the tool may name another line than that of the misuse, as a compiler does that reports what it sees in
    /// code that it has moved.
    pub is_vague: bool,
    /// The variable or expression that is misused, as in the source, if the report names it.
    pub subject: Option<String>,
    /// The line where the object came from, if the report tells: where it was allocated or opened.
    pub origin: Option<Span>,
    /// The lines that the reported path goes through in the function, in order; empty if the report has no path.
    pub path: Vec<Span>,
    /// Whether the misuse may have begun before the function was entered, so that its cause may lie outside.
    pub is_entered: bool,
}

/// What is known of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The refuted finding with the proof that no run does what is claimed; `None` if there is no proof.
    pub refuted: Option<Box<Finding>>,
    /// Why the claim is refuted, or why it is not.
    pub why: Why,
    /// The earlier misuses that the proof does not rule out: every run that gets to the place does one of them first,
    /// or none gets there at all. The claim counts as refuted only if these are known to happen.
    pub after: Vec<Earlier>,
    /// The places of the misuse in the function, if it has edges of its own and the claim is open. Larger graphs may
    /// show that no run gets there.
    pub places: Vec<Span>,
    /// Whether the reported path is impossible, although the claim may be true on another one.
    pub is_path_impossible: bool,
}

/// Why a claim is refuted, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// No run reaches the place.
    Unreachable,
    /// No run does the misuse at the place.
    NoMisuse,
    /// A path is left: some run may do it.
    MayHappen,
    /// It may happen after the overflow of a signed number, which is undefined, but wraps around in most programs.
    MayOverflow,
    /// The claim could not be asked about as such, only whether its place can be reached, and it may be.
    NotJudged(Sentence),
    /// The search ended at a limit, which this names.
    Stopped(String),
}

impl Judged {
    /// Returns what is said of a claim that is not refuted.
    pub(crate) fn open(why: Why) -> Self {
        Self { refuted: None, why, after: Vec::new(), places: Vec::new(), is_path_impossible: false }
    }
}
