//! The checks. A check is one file: its labels, its property and its message.

mod any_lock;
mod any_loss;
mod any_reason;
mod division_by_zero;
mod double_close;
mod double_free;
mod double_lock;
mod freed;
mod invalid_free;
mod locks;
mod memory_leak;
mod missing_unlock;
mod null_dereference;
mod resource_leak;
mod rule;
mod uninitialized_read;
mod unlock_without_lock;
mod use_after_free;

pub use division_by_zero::DivisionByZero;
pub use double_close::DoubleClose;
pub use double_free::DoubleFree;
pub use double_lock::DoubleLock;
pub use invalid_free::InvalidFree;
pub use memory_leak::MemoryLeak;
pub use missing_unlock::MissingUnlock;
pub use null_dereference::NullDereference;
pub use resource_leak::ResourceLeak;
pub use rule::Rule;
pub use uninitialized_read::UninitializedRead;
pub use unlock_without_lock::UnlockWithoutLock;
pub use use_after_free::UseAfterFree;

use crate::{
    cfg::{Edge, EdgeId, cell_text},
    finding::line_of,
    model::{Counterexample, Function, Holder, Property},
    text::Span,
};

/// A property with words for people.
pub trait Check: Property {
    /// The same misuse for whatever reason. A check reports what it can name a cause for; a finding counts as
    /// refuted only if this has no counterexample either. A divisor that may be 0 because a caller passed 0, or
    /// a pointer that may be freed because it equals another, is not safe.
    fn for_any_reason(&self) -> &'static dyn Property;

    /// Whether an edge belongs to the misuse for any reason at a place of the source: all of that place do, for
    /// the check itself may have seen a misuse on some of them only.
    fn is_at(&self, edge: &Edge, span: Span) -> bool {
        edge.span == span
    }

    /// The variable or expression that is misused, as written.
    fn subject(&self, function: &Function, found: &Counterexample) -> String;

    /// One plain sentence that names the subject and the line of the cause.
    fn message(&self, function: &Function, found: &Counterexample) -> String;
}

/// All checks, in the order of the rules.
pub const ALL: &[&dyn Check] = &[
    &UseAfterFree,
    &DoubleFree,
    &InvalidFree,
    &NullDereference,
    &UninitializedRead,
    &MemoryLeak,
    &DivisionByZero,
    &ResourceLeak,
    &DoubleClose,
    &DoubleLock,
    &MissingUnlock,
    &UnlockWithoutLock,
];

/// The check of a rule.
///
/// # Panics
/// Never: every rule has a check.
pub fn check(rule: Rule) -> &'static dyn Check {
    *ALL.iter().find(|check| check.rule() == rule).expect("every rule has a check")
}

/// A place as the source writes it.
fn holder_text(function: &Function, holder: Holder) -> String {
    match holder {
        Holder::Var(var) => function.cfg.var(var).name.clone(),
        Holder::Cell(address) => cell_text(function.cfg, address),
    }
}

/// The line of an edge, as a placeholder (see [`crate::finding::line_of`]).
fn line(function: &Function, edge: EdgeId) -> String {
    line_of(function.cfg.edge(edge).span.start)
}
