//! Abstract interpretation that counterexamples refine (Gulavani and Rajamani, "Counterexample Driven Refinement for Abstract
//! Interpretation", sections 2 to 4).
//!
//! An iteration over a transition system widens at the heads of loops. If it then cannot exclude the end, an abstract
//! counterexample is followed back from there to the step that lost what would exclude it, and the next iteration does
//! something more precise at that step.

mod hint;
mod iterate;
mod search;
mod statement;
mod system;
mod weakest;

pub use hint::{Hint, Instead};
pub use iterate::{Run, iterate};
pub use search::{Plan, Refined, refined};
pub use statement::Statement;
pub use system::{Transition, Transitions};
pub use weakest::{Loss, weakest};
