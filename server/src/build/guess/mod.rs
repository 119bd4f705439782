//! Flags for a file that nobody describes: guessed from the tree around it.

mod candidate;
mod closure;
mod project_root;
mod tree;

pub use candidate::usual_folders;
pub use closure::{Guess, guess};
pub use project_root::project_root;
pub use tree::Tree;
