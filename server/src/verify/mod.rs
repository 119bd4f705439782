//! Whole programs: reads a task, has its property decided, and tells the answer at places of the file.

mod task;

pub use task::{DataModel, Problem, Task};
