//! The checks. A check is one file: its declaration with its page, its labels, its property and its message.

mod any_lock;
mod any_loss;
mod any_reason;
mod assertion_failure;
mod declaration;
mod division_by_zero;
mod double_close;
mod double_free;
mod double_lock;
mod failed_realloc;
mod freed;
mod infinite_loop;
mod integer_overflow;
mod invalid_free;
mod limits;
mod locks;
mod memory_leak;
mod mismatched_close;
mod missing_unlock;
mod null_dereference;
mod of_users;
mod out_of_bounds;
mod page;
mod reach;
mod resource_leak;
mod stack_address_escape;
mod uninitialized_read;
mod unlock_without_lock;
mod unreachable_code;
mod use_after_free;

pub use assertion_failure::AssertionFailure;
pub use declaration::{
    AfterCall, ConditionalCallee, Declaration, Detection, Driver, InRuns, Instrument, MisuseEdges,
    MisuseSort, Names, Proof, RunMisuse, RunSubject, Severity,
};
pub use division_by_zero::DivisionByZero;
pub use double_close::DoubleClose;
pub use double_free::DoubleFree;
pub use double_lock::DoubleLock;
pub use infinite_loop::InfiniteLoop;
pub use integer_overflow::IntegerOverflow;
pub use invalid_free::InvalidFree;
pub use memory_leak::MemoryLeak;
pub use mismatched_close::MismatchedClose;
pub use missing_unlock::MissingUnlock;
pub use null_dereference::NullDereference;
pub use out_of_bounds::OutOfBounds;
pub use page::{examples, page};
pub use reach::Reach;
pub use resource_leak::ResourceLeak;
pub use stack_address_escape::StackAddressEscape;
pub use uninitialized_read::UninitializedRead;
pub use unlock_without_lock::UnlockWithoutLock;
pub use unreachable_code::UnreachableCode;
pub use use_after_free::UseAfterFree;

pub(crate) use locks::{ends_owner, is_left_to, leads_to, with_result};
pub(crate) use missing_unlock::may_stay;

use csieve_base::{
    own::OwnName,
    rule::Rule,
    text::{Line, Sentence, Span},
};
use csieve_graph::{Action, Edge, EdgeId, cell_text};

use crate::model::{Counterexample, Function, Holder, Property};

/// A property with the messages of its findings.
pub trait Check: Property {
    /// Returns the any-reason property: the same misuse, whatever its cause. A check reports only misuses
    /// that it can name a cause for. A finding counts as refuted only if this property has no counterexample
    /// either: a divisor that may be 0 because a caller passed 0, or a pointer that may be freed because it
    /// equals another, is not safe.
    fn for_any_reason(&self) -> &dyn Property;

    /// Returns whether the any-reason property may find the misuse of a place of the source on an edge. By
    /// default it may on every edge of the place, because the check may have seen the misuse on some of these
    /// edges only.
    fn is_at(&self, edge: &Edge, span: Span) -> bool {
        edge.span == span
    }

    /// Returns which decisions make a counterexample doubtful. A decision is a branch, usually on a value
    /// that the function cannot see (`csieve_reduction::plausibility`).
    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::Certain
    }

    /// Returns whether a counterexample is kept although the search ran out of its budget before it tried all
    /// paths.
    fn is_kept_when_stopped(&self, _function: &Function, _found: &Counterexample) -> bool {
        true
    }

    /// Returns whether the message names everything that leads to the misuse. If not, the message of a kept
    /// finding also names the decision between the cause and the misuse.
    fn names_reason(&self) -> bool {
        false
    }

    /// Returns the name of the rule, if it is one of a user.
    fn own_name(&self) -> Option<OwnName> {
        None
    }

    /// Returns the text of the variable or expression that is misused.
    fn subject(&self, function: &Function, found: &Counterexample) -> String;

    /// Returns the message: one plain sentence that names the subject and the line of the cause.
    fn message(&self, function: &Function, found: &Counterexample) -> Sentence;
}

/// The decisions that make a counterexample doubtful. Positions are indices into the word of the
/// counterexample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decisions {
    /// Decisions never make the counterexample doubtful.
    Certain,
    /// No decision is needed: the counterexample is doubtful as it is, because it begins with a decision that
    /// few callers make.
    Unfounded,
    /// The decision that the edge at this position makes or rests on, together with another decision on a
    /// value that the function cannot see.
    After(usize),
    /// A decision of any kind after this position, if the misuse does not happen on the other side.
    AfterAny(usize),
    /// A decision on a value that the function cannot see, after this position, if the misuse does not happen
    /// on the other side.
    AfterForeign(usize),
    /// One decision on a value that the function cannot see, if the misuse does not happen on the other side.
    AfterOne,
    /// Two decisions on values that the function cannot see, if the misuse does not happen on the other side
    /// of the second.
    AfterFirst,
}

/// Returns the declaration of the check of a rule.
pub fn declaration(rule: Rule) -> &'static Declaration {
    match rule {
        Rule::UseAfterFree => &UseAfterFree::DECLARATION,
        Rule::DoubleFree => &DoubleFree::DECLARATION,
        Rule::InvalidFree => &InvalidFree::DECLARATION,
        Rule::NullDereference => &NullDereference::DECLARATION,
        Rule::UninitializedRead => &UninitializedRead::DECLARATION,
        Rule::MemoryLeak => &MemoryLeak::DECLARATION,
        Rule::OutOfBounds => &OutOfBounds::DECLARATION,
        Rule::DivisionByZero => &DivisionByZero::DECLARATION,
        Rule::IntegerOverflow => &IntegerOverflow::DECLARATION,
        Rule::ResourceLeak => &ResourceLeak::DECLARATION,
        Rule::DoubleClose => &DoubleClose::DECLARATION,
        Rule::MismatchedClose => &MismatchedClose::DECLARATION,
        Rule::DoubleLock => &DoubleLock::DECLARATION,
        Rule::MissingUnlock => &MissingUnlock::DECLARATION,
        Rule::UnlockWithoutLock => &UnlockWithoutLock::DECLARATION,
        Rule::StackAddressEscape => &StackAddressEscape::DECLARATION,
        Rule::UnreachableCode => &UnreachableCode::DECLARATION,
        Rule::InfiniteLoop => &InfiniteLoop::DECLARATION,
        Rule::AssertionFailure => &AssertionFailure::DECLARATION,
        Rule::Own(_) => &of_users::DECLARATION,
    }
}

/// Returns the search of a rule for counterexamples. `None` if the findings of the rule are proofs.
pub fn check(rule: Rule) -> Option<&'static dyn Check> {
    match declaration(rule).detection {
        Detection::Search(check) => Some(check),
        Detection::Proof(_) | Detection::OfUsers => None,
    }
}

/// Returns whether a run goes from the cause to the misuse without a branch. If so, the misuse happens
/// whenever the cause does.
fn is_straight(function: &Function, found: &Counterexample) -> bool {
    let is_test = |edge: &EdgeId| {
        let is_chosen = matches!(
            function.cfg.edge(*edge).action,
            Action::Assume { .. } | Action::AssumeNone { .. } | Action::Learn { .. }
        );
        is_chosen && function.cfg.siblings(*edge).len() > 1 && !function.cfg.is_implied(*edge)
    };
    let first = found.start.map_or(0, |start| start + 1);
    !found.word.iter().skip(first).any(is_test)
}

/// Returns the text of a variable or memory cell in the syntax of C.
fn holder_text(function: &Function, holder: Holder) -> String {
    match holder {
        Holder::Var(var) => function.cfg.var(var).name.clone(),
        Holder::Cell(address) => cell_text(function.cfg, address),
    }
}

/// Returns the line of an edge in the source, for a message.
fn line(function: &Function, edge: EdgeId) -> Line {
    Line(function.cfg.edge(edge).span.start)
}
