//! Flags for a file that nobody describes: guessed from the tree around it.

mod closure;
mod project_root;
mod tree;

pub use closure::{Guess, guess, usual_folders};
pub use project_root::project_root;
pub use tree::Tree;
