//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.

use csieve_analysis::{finding::HintId, rule::Rule};

/// Returns the share of true findings of a rule, in percent. Of null dereferences, those count apart that need a
/// call to fail.
pub(super) fn of_kind(kind: (Rule, bool)) -> u8 {
    match kind {
        (Rule::DivisionByZero, false) => 65,
        (Rule::DoubleClose, false) => 69,
        (Rule::DoubleFree, false) => 71,
        (Rule::DoubleLock, false) => 59,
        (Rule::InfiniteLoop, false) => 70,
        (Rule::IntegerOverflow, false) => 69,
        (Rule::InvalidFree, false) => 66,
        (Rule::MemoryLeak, false) => 82,
        (Rule::MismatchedClose, false) => 46,
        (Rule::MissingUnlock, false) => 61,
        (Rule::NullDereference, false) => 61,
        (Rule::OutOfBounds, false) => 52,
        (Rule::ResourceLeak, false) => 91,
        (Rule::StackAddressEscape, false) => 59,
        (Rule::UninitializedRead, false) => 62,
        (Rule::UnlockWithoutLock, false) => 33,
        (Rule::UseAfterFree, false) => 58,
        (Rule::NullDereference, true) => 87,
        _ => 74,
    }
}

/// Returns the share of findings that matter among those that are doubtful for a reason, in percent.
pub(super) fn of_doubt(hint: HintId) -> u8 {
    match hint {
        HintId::CommentOnLoss => 11,
        HintId::ConditionalCallee => 28,
        HintId::CountedAsNothing => 11,
        HintId::FailedAssertion => 14,
        HintId::InternalCallers => 14,
        HintId::JumpBack => 6,
        HintId::OtherArguments => 43,
        HintId::ProgramEnds => 9,
        HintId::StoppedSearch => 21,
        HintId::TwoAnswers => 17,
        HintId::UnseenChange => 11,
        HintId::UnseenDecision => 20,
        _ => 17,
    }
}
