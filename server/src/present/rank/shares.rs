//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.

use csieve_analysis::{finding::HintId, rule::Rule};

/// Returns the share of true findings of a rule, in percent. Of null dereferences, those count apart that need a
/// call to fail.
pub(super) fn of_kind(kind: (Rule, bool)) -> u8 {
    match kind {
        (Rule::DivisionByZero, false) => 83,
        (Rule::DoubleClose, false) => 80,
        (Rule::DoubleFree, false) => 89,
        (Rule::InfiniteLoop, false) => 57,
        (Rule::IntegerOverflow, false) => 74,
        (Rule::InvalidFree, false) => 60,
        (Rule::MemoryLeak, false) => 77,
        (Rule::MismatchedClose, false) => 50,
        (Rule::MissingUnlock, false) => 71,
        (Rule::NullDereference, false) => 54,
        (Rule::OutOfBounds, false) => 50,
        (Rule::ResourceLeak, false) => 90,
        (Rule::StackAddressEscape, false) => 60,
        (Rule::UninitializedRead, false) => 58,
        (Rule::UnlockWithoutLock, false) => 50,
        (Rule::UseAfterFree, false) => 69,
        (Rule::NullDereference, true) => 93,
        _ => 75,
    }
}

/// Returns the share of findings that matter among those that are doubtful for a reason, in percent.
pub(super) fn of_doubt(hint: HintId) -> u8 {
    match hint {
        HintId::CommentOnLoss => 10,
        HintId::ConditionalCallee => 10,
        HintId::InternalCallers => 10,
        HintId::JumpBack => 5,
        HintId::OtherArguments => 25,
        HintId::ProgramEnds => 4,
        HintId::StoppedSearch => 17,
        HintId::TwoAnswers => 25,
        HintId::UnseenChange => 7,
        HintId::UnseenDecision => 16,
        _ => 12,
    }
}
