//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.

use csieve_analysis::{finding::HintId, rule::Rule};

use super::Fails;

/// Returns the share of causes about which people care, in percent: of a rule, by what has to fail, and by whether they are
/// confirmed.
pub(super) fn of_kind(kind: (Rule, Fails, bool)) -> u8 {
    match kind {
        (Rule::DivisionByZero, Fails::Nothing, false) => 48,
        (Rule::DivisionByZero, Fails::Nothing, true) => 56,
        (Rule::DoubleClose, Fails::Nothing, false) => 66,
        (Rule::DoubleClose, Fails::Nothing, true) => 62,
        (Rule::DoubleFree, Fails::Nothing, false) => 48,
        (Rule::DoubleFree, Fails::Nothing, true) => 56,
        (Rule::DoubleLock, Fails::Nothing, false) => 42,
        (Rule::DoubleLock, Fails::Nothing, true) => 46,
        (Rule::InfiniteLoop, Fails::Nothing, false) => 56,
        (Rule::InfiniteLoop, Fails::Nothing, true) => 48,
        (Rule::IntegerOverflow, Fails::Nothing, false) => 27,
        (Rule::IntegerOverflow, Fails::Nothing, true) => 38,
        (Rule::MemoryLeak, Fails::Nothing, false) => 59,
        (Rule::MemoryLeak, Fails::Nothing, true) => 63,
        (Rule::MismatchedClose, Fails::Nothing, false) => 17,
        (Rule::MismatchedClose, Fails::Nothing, true) => 27,
        (Rule::MissingUnlock, Fails::Nothing, false) => 38,
        (Rule::MissingUnlock, Fails::Nothing, true) => 44,
        (Rule::NullDereference, Fails::Nothing, false) => 58,
        (Rule::NullDereference, Fails::Nothing, true) => 68,
        (Rule::NullDereference, Fails::Allocation, false) => 56,
        (Rule::NullDereference, Fails::Allocation, true) => 65,
        (Rule::NullDereference, Fails::Call, false) => 77,
        (Rule::NullDereference, Fails::Call, true) => 84,
        (Rule::OutOfBounds, Fails::Nothing, false) => 36,
        (Rule::OutOfBounds, Fails::Nothing, true) => 67,
        (Rule::ResourceLeak, Fails::Nothing, false) => 46,
        (Rule::ResourceLeak, Fails::Nothing, true) => 55,
        (Rule::UninitializedRead, Fails::Nothing, false) => 51,
        (Rule::UninitializedRead, Fails::Nothing, true) => 45,
        (Rule::UnlockWithoutLock, Fails::Nothing, false) => 42,
        (Rule::UnlockWithoutLock, Fails::Nothing, true) => 46,
        (Rule::UseAfterFree, Fails::Nothing, false) => 37,
        (Rule::UseAfterFree, Fails::Nothing, true) => 38,
        _ => 53,
    }
}

/// Returns the share of findings that matter among those that are doubtful for a reason, in percent.
pub(super) fn of_doubt(hint: HintId) -> u8 {
    match hint {
        HintId::CommentOnLoss => 13,
        HintId::ConditionalCallee => 25,
        HintId::CountedAsNothing => 13,
        HintId::FailedAssertion => 15,
        HintId::InternalCallers => 15,
        HintId::JumpBack => 8,
        HintId::OtherArguments => 39,
        HintId::ProgramEnds => 10,
        HintId::StoppedSearch => 21,
        HintId::TwoAnswers => 17,
        HintId::UnseenChange => 11,
        HintId::UnseenDecision => 20,
        _ => 17,
    }
}
