//! Claims of other tools about a function: whether any run of the function can do what they say.
//!
//! A claim ([`Claim`]) is what a report of another tool says: this misuse, of this object, at this line, perhaps along
//! this path. [`decide()`] looks for a proof that no run does it. Two questions are asked of path reduction
//! ([`csieve_reduction::reduce`]):
//!
//! 1. Does any run reach the place at all? This question has an answer for every claim about runs.
//! 2. Does any run do the misuse there, for any reason? This needs a property that finds every misuse of the kind,
//!    those included that a check would not report.
//!
//! What always holds:
//! - A claim is refuted only with a proof about all paths to its place. That the reported path alone is impossible is
//!   told besides.
//! - That the graph has no word to a misuse proves nothing: what the other tool means may not be in the graph.
//! - A misuse ends the run. A proof that rests on that of an earlier misuse says so ([`Judged::after`]), unless that
//!   misuse is refuted too: otherwise a true report would be gone because the program breaks on the line before, and
//!   nobody would be told of that line.

mod claim;
mod decide;
mod indeterminate;
mod lost;
mod place;
mod properties;
mod route;

pub use claim::{Claim, Judged, Why};
pub use csieve_reduction::reduce::Earlier;
pub use decide::{Judge, decide};
