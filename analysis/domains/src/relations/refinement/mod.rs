//! Abstract interpretation refined by counterexamples ([GR], sections 2 to 4).
//!
//! An iteration over a transition system widens at the heads of loops. If its result does not exclude the end
//! (the error), an abstract counterexample is followed back from the end to the step that lost too much
//! precision. The next iteration applies a more precise operation at that step.

mod hint;
mod iterate;
mod live;
mod search;
mod statement;
mod system;
mod thresholds;
mod weakest;

pub use hint::{Hint, Instead};
pub use iterate::{Run, iterate};
pub use search::{Plan, Refined, refined};
pub use statement::Statement;
pub use system::{Transition, Transitions};
pub use weakest::{Loss, weakest};
