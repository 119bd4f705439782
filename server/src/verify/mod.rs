//! Whole programs: reads a task, has its property decided, and tells the answer at places of the file.

mod task;
mod told;
mod witness;

pub use task::{DataModel, Problem, Task};
pub use told::{Mismatch, Told};
pub use witness::Witness;
