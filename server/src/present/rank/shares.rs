//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.

use csieve_analysis::{finding::HintId, rule::Rule};

/// Returns the share of true findings of a rule, in percent. Of null dereferences, those count apart that need a
/// call to fail.
pub(super) fn of_kind(kind: (Rule, bool)) -> u8 {
    match kind {
        (Rule::DivisionByZero, false) => 71,
        (Rule::DoubleClose, false) => 74,
        (Rule::DoubleFree, false) => 76,
        (Rule::DoubleLock, false) => 58,
        (Rule::InfiniteLoop, false) => 62,
        (Rule::IntegerOverflow, false) => 69,
        (Rule::InvalidFree, false) => 58,
        (Rule::MemoryLeak, false) => 81,
        (Rule::MismatchedClose, false) => 46,
        (Rule::MissingUnlock, false) => 59,
        (Rule::NullDereference, false) => 55,
        (Rule::OutOfBounds, false) => 50,
        (Rule::ResourceLeak, false) => 90,
        (Rule::StackAddressEscape, false) => 58,
        (Rule::UninitializedRead, false) => 59,
        (Rule::UnlockWithoutLock, false) => 32,
        (Rule::UseAfterFree, false) => 61,
        (Rule::NullDereference, true) => 86,
        _ => 73,
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
