//! Doubts: reasons why a finding that no proof rules out is weak evidence all the same.

use serde::Serialize;

use csieve_base::text::Sentence;

/// Why a finding is weak evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// The hint that speaks against the finding.
    pub hint: HintId,
    /// The reason in one plain sentence that names the lines.
    pub sentence: Sentence,
}

/// The hints that make a finding doubtful; `docs/doubts.md` says what each of them looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintId {
    /// A callee frees, or returns an address, only if a number in the object asks for it.
    ConditionalCallee,
    /// Some call jumps back to a `setjmp`.
    JumpBack,
    /// An assertion fails, and the run goes on.
    FailedAssertion,
    /// The program ends before the lost object is missed.
    ProgramEnds,
    /// The callee that allocated counted no object.
    CountedAsNothing,
    /// A comment speaks of the loss.
    CommentOnLoss,
    /// The call that allocated set `errno`.
    ErrorOfSuccess,
    /// The index rests on what the author asserts.
    AssertedBound,
    /// Memory changes in a way that the function does not show.
    UnseenChange,
    /// The same call gives two answers.
    TwoAnswers,
    /// Conditions on values from outside the function decide.
    UnseenDecision,
    /// The search was stopped.
    StoppedSearch,
    /// Only the calls of the same file choose the inputs.
    InternalCallers,
}

impl HintId {
    /// All hints.
    pub const ALL: &'static [Self] = &[
        Self::ConditionalCallee,
        Self::JumpBack,
        Self::FailedAssertion,
        Self::ProgramEnds,
        Self::CountedAsNothing,
        Self::CommentOnLoss,
        Self::ErrorOfSuccess,
        Self::AssertedBound,
        Self::UnseenChange,
        Self::TwoAnswers,
        Self::UnseenDecision,
        Self::StoppedSearch,
        Self::InternalCallers,
    ];

    /// The name in JSON and in `docs/doubts.md`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ConditionalCallee => "conditional-callee",
            Self::JumpBack => "jump-back",
            Self::FailedAssertion => "failed-assertion",
            Self::ProgramEnds => "program-ends",
            Self::CountedAsNothing => "counted-as-nothing",
            Self::CommentOnLoss => "comment-on-loss",
            Self::ErrorOfSuccess => "error-of-success",
            Self::AssertedBound => "asserted-bound",
            Self::UnseenChange => "unseen-change",
            Self::TwoAnswers => "two-answers",
            Self::UnseenDecision => "unseen-decision",
            Self::StoppedSearch => "stopped-search",
            Self::InternalCallers => "internal-callers",
        }
    }
}
