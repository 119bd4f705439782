//! Presents findings to people, in the same way on the command line and in editors.

mod alarm;
mod allocations;
mod causes;
mod danger;
pub mod explanation;
mod extent;
mod fingerprint;
pub mod inputs;
pub mod key_steps;
mod located;
pub mod observer;
mod once;
pub mod rank;
mod severity;
pub mod svg;
pub mod trace;
mod unused;
mod uri;

pub use alarm::sentences as alarms;
pub use allocations::Allocations;
pub use causes::{Cause, Shared, causes, numbers};
pub use danger::Danger;
pub use extent::Extent;
pub use fingerprint::Fingerprints;
pub use located::{Located, Starts, StepPlace};
pub use once::Once;
pub use severity::Severity;
pub use unused::unused;
pub use uri::{slashed, uri};

/// Returns the reason why a function was skipped, without the line number in it, so that equal reasons can be
/// counted together.
pub fn reason_kind(reason: &str) -> &str {
    reason.split(" near line").next().unwrap_or(reason).trim_end_matches(',')
}
