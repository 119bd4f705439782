//! Guesses the flags of a file that no build file describes, from the files of its project.

mod candidate;
mod closure;
mod project_root;
mod tree;

pub use candidate::usual_folders;
pub use closure::{Guess, guess};
pub use project_root::project_root;
pub use tree::Tree;
