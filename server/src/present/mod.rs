//! Findings as people read them: the same content for the command line and for editors.

mod alarm;
pub mod explanation;
pub mod inputs;
mod located;
pub mod observer;
mod once;
pub mod svg;
pub mod trace;
mod unused;

pub use alarm::sentences as alarms;
pub use located::{Located, Starts, StepPlace};
pub use once::Once;
pub use unused::unused;

/// A reason why a function was skipped without the place: the same reason on different lines is one.
pub fn reason_kind(reason: &str) -> &str {
    reason.split(" near line").next().unwrap_or(reason).trim_end_matches(',')
}
