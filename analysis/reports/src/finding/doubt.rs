//! Doubts: reasons why a finding that no proof rules out is weak evidence all the same.

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Serialize;

use csieve_base::text::Sentence;

use super::Caller;

/// The reason why the evidence of a finding is weak.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, BorshSerialize, BorshDeserialize)]
pub struct Doubt {
    /// The hint of plausibility that speaks against the finding.
    pub hint: HintId,
    /// The doubt as one plain sentence, which names the lines of the source that it rests on.
    pub sentence: Sentence,
    /// The callers of the function with the proofs that no run reaches the misuse through them, if the doubt is that there
    /// may be others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<Caller>,
}

impl Doubt {
    /// Makes a doubt without proofs.
    pub fn new(hint: HintId, sentence: Sentence) -> Self {
        Self { hint, sentence, callers: Vec::new() }
    }

    /// Returns whether a run that reaches the misuse answers the doubt about a stopped search: the run may go
    /// round loops more often than the path, and in a run nothing changes unseen.
    pub fn is_answered_by_runs(&self) -> bool {
        matches!(self.hint, HintId::StoppedSearch | HintId::UnseenChange)
    }
}

/// The hints of plausibility, each of which can make a finding doubtful. `docs/doubts.md` says what each hint
/// looks at.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, BorshSerialize, BorshDeserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum HintId {
    /// A callee frees an object, or returns its address, only if a number in the object (a reference count or
    /// a flag) asks for it.
    ConditionalCallee,
    /// The misuse needs a call that jumps back to a `setjmp`.
    JumpBack,
    /// The path goes on behind a call of what nothing declares, which may never return.
    UndeclaredCallee,
    /// An assertion fails on the path, and the run goes on.
    FailedAssertion,
    /// The program ends right after memory or a resource leaks.
    ProgramEnds,
    /// The callee that allocated the leaked object also returned a count of 0.
    CountedAsNothing,
    /// A comment near the leak mentions it.
    CommentOnLoss,
    /// `errno` is tested right after the call that allocated or opened what leaks.
    ErrorOfSuccess,
    /// The only evidence of the bad index is a condition that the author asserts.
    AssertedBound,
    /// A call has to find nothing, which only other callers of the function expect, and the path may exclude it.
    KnownPresence,
    /// The path needs a change of memory that the function does not show.
    UnseenChange,
    /// The path needs two different results of the same call with the same arguments.
    TwoAnswers,
    /// The misuse depends on conditions on foreign values.
    UnseenDecision,
    /// A limit stopped the search for counterexamples.
    StoppedSearch,
    /// Only calls in the same file choose the inputs of the function.
    InternalCallers,
    /// No call in the checked files passes what the path needs.
    OtherArguments,
    /// Nothing in the checked files stores what the path needs into an object with static storage.
    OtherStores,
    /// All callers in the checked files release the lock.
    ReleasedByCallers,
    /// Nothing in the checked files calls the function.
    NeverCalled,
}

impl HintId {
    /// All hints of plausibility.
    pub const ALL: &'static [Self] = &[
        Self::ConditionalCallee,
        Self::JumpBack,
        Self::UndeclaredCallee,
        Self::FailedAssertion,
        Self::ProgramEnds,
        Self::CountedAsNothing,
        Self::CommentOnLoss,
        Self::ErrorOfSuccess,
        Self::AssertedBound,
        Self::KnownPresence,
        Self::UnseenChange,
        Self::TwoAnswers,
        Self::UnseenDecision,
        Self::StoppedSearch,
        Self::InternalCallers,
        Self::OtherArguments,
        Self::OtherStores,
        Self::ReleasedByCallers,
        Self::NeverCalled,
    ];

    /// Returns the name of the hint in JSON and in `docs/doubts.md`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ConditionalCallee => "conditional-callee",
            Self::JumpBack => "jump-back",
            Self::UndeclaredCallee => "undeclared-callee",
            Self::FailedAssertion => "failed-assertion",
            Self::ProgramEnds => "program-ends",
            Self::CountedAsNothing => "counted-as-nothing",
            Self::CommentOnLoss => "comment-on-loss",
            Self::ErrorOfSuccess => "error-of-success",
            Self::AssertedBound => "asserted-bound",
            Self::KnownPresence => "known-presence",
            Self::UnseenChange => "unseen-change",
            Self::TwoAnswers => "two-answers",
            Self::UnseenDecision => "unseen-decision",
            Self::StoppedSearch => "stopped-search",
            Self::InternalCallers => "internal-callers",
            Self::OtherArguments => "other-arguments",
            Self::OtherStores => "other-stores",
            Self::ReleasedByCallers => "released-by-callers",
            Self::NeverCalled => "never-called",
        }
    }
}
