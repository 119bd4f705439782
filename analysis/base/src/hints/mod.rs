//! Hints of plausibility: guesses from names and comments of C code. Every word that csieve takes as a hint
//! stands in this folder.
//!
//! A hint never refutes a finding. It makes a finding doubtful, with the reason for that, or it makes a check
//! silent about code that is meant as it is. `docs/doubts.md` has a table of all hints and of their effect.

mod assertions;
mod comments;
mod constants;
mod foreign;
mod locks;
mod makers;
mod programs;
#[cfg(test)]
mod tests;
mod trials;

pub use assertions::{expectation, is_assertion, is_check};
pub use comments::{leaves_locked, mentions_loss, repeats_release};
pub use constants::names_a_constant;
pub use foreign::{FOREIGN_FOLDERS, is_foreign};
pub use locks::{LockHint, is_lock_for_callers, may_end_owner};
pub use makers::makes_something;
pub use programs::{asks_for_option, is_program};
pub use trials::{is_trial, is_trial_program};
