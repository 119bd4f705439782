//! Guesses from names and comments: every word that csieve takes as a hint stands in this folder.
//!
//! A hint never refutes a finding. It makes a check silent about code that is meant as it is, or a finding
//! doubtful, with the reason. `docs/doubts.md` has a table of what each hint says and what it earned.

mod assertions;
mod comments;
mod constants;
mod locks;
mod programs;
#[cfg(test)]
mod tests;

pub use assertions::{expectation, is_assertion};
pub use comments::{mentions_loss, repeats_release};
pub use constants::names_a_constant;
pub use locks::{LockHint, is_lock_for_callers, may_end_owner};
pub use programs::is_program;
