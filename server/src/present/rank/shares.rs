//! What judged samples say of each kind of finding. `tests/projects/ranks.py` writes this file.

use csieve_analysis::{finding::HintId, rule::Rule};

/// Returns the share of true findings of a rule, in percent. Of null dereferences, those count apart that need a
/// call to fail.
pub(super) fn of_kind(kind: (Rule, bool)) -> u8 {
    match kind {
        (Rule::DivisionByZero, false) => 77,
        (Rule::DoubleClose, false) => 74,
        (Rule::DoubleFree, false) => 86,
        (Rule::InfiniteLoop, false) => 58,
        (Rule::IntegerOverflow, false) => 70,
        (Rule::InvalidFree, false) => 58,
        (Rule::MemoryLeak, false) => 73,
        (Rule::MismatchedClose, false) => 82,
        (Rule::MissingUnlock, false) => 82,
        (Rule::NullDereference, false) => 59,
        (Rule::OutOfBounds, false) => 46,
        (Rule::ResourceLeak, false) => 87,
        (Rule::StackAddressEscape, false) => 58,
        (Rule::UninitializedRead, false) => 50,
        (Rule::UnlockWithoutLock, false) => 49,
        (Rule::UseAfterFree, false) => 74,
        (Rule::NullDereference, true) => 94,
        _ => 73,
    }
}

/// Returns the share of findings that matter among those that are doubtful for a reason, in percent.
pub(super) fn of_doubt(hint: HintId) -> u8 {
    match hint {
        HintId::CommentOnLoss => 10,
        HintId::InternalCallers => 10,
        HintId::JumpBack => 5,
        HintId::ProgramEnds => 4,
        HintId::StoppedSearch => 19,
        HintId::TwoAnswers => 25,
        HintId::UnseenChange => 4,
        HintId::UnseenDecision => 21,
        _ => 12,
    }
}
