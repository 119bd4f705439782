//! Habits: what nearly all callers of a function do with its result.
//!
//! Of a function that is nowhere in the files, and of what a getter returns, the callers know more than anything that
//! can be read. If nearly all of them compare the result with NULL, the few that access it without a test are probably
//! wrong ([Deviant] 3). A habit is a belief: findings may rest on it and say so,
//! a proof never does.
//!
//! - [`Uses`] are the counts, made for one function after the other and kept in the outline of a file.
//! - A [`Habit`] is what follows from the counts of all files. It changes seldom: it has rounded numbers only, so that one
//!   more call in some file does not change what is known in all others.

mod find;
mod habit;
mod roles;
#[cfg(test)]
mod tests;
mod uses;

pub use find::{literals, uses_in};
pub use habit::{Habit, Released, Share};
pub use uses::{AllUses, FileUses, NamedUses, Tested, Uses};
