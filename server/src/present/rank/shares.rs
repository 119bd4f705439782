//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.

use csieve_analysis::{finding::HintId, rule::Rule};

/// Returns the share of true findings of a rule, in percent. Of null dereferences, those count apart that need a
/// call to fail.
pub(super) fn of_kind(kind: (Rule, bool)) -> u8 {
    match kind {
        (Rule::DivisionByZero, false) => 83,
        (Rule::DoubleClose, false) => 82,
        (Rule::DoubleFree, false) => 90,
        (Rule::InfiniteLoop, false) => 57,
        (Rule::IntegerOverflow, false) => 62,
        (Rule::InvalidFree, false) => 60,
        (Rule::MemoryLeak, false) => 78,
        (Rule::MismatchedClose, false) => 50,
        (Rule::MissingUnlock, false) => 71,
        (Rule::NullDereference, false) => 50,
        (Rule::OutOfBounds, false) => 52,
        (Rule::ResourceLeak, false) => 91,
        (Rule::StackAddressEscape, false) => 60,
        (Rule::UninitializedRead, false) => 61,
        (Rule::UnlockWithoutLock, false) => 50,
        (Rule::UseAfterFree, false) => 69,
        (Rule::NullDereference, true) => 91,
        _ => 75,
    }
}

/// Returns the share of findings that matter among those that are doubtful for a reason, in percent.
pub(super) fn of_doubt(hint: HintId) -> u8 {
    match hint {
        HintId::CommentOnLoss => 13,
        HintId::ConditionalCallee => 13,
        HintId::CountedAsNothing => 11,
        HintId::InternalCallers => 13,
        HintId::JumpBack => 7,
        HintId::OtherArguments => 46,
        HintId::ProgramEnds => 10,
        HintId::StoppedSearch => 21,
        HintId::TwoAnswers => 23,
        HintId::UnseenChange => 7,
        HintId::UnseenDecision => 16,
        _ => 16,
    }
}
