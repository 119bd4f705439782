//! Finds out how a C file is compiled: its flags and the places of its headers. Nothing in the workspace is
//! executed.
//!
//! [`Builds::for_file`] answers for one file. It asks [`sources`] for the flags that build tools wrote down,
//! or else [`guess`]es them from the project's tree. [`flags`] are read as compilers read them, and
//! [`search`] finds headers as gcc does, in [`files`] that are read once.

mod builds;
mod choose;
mod file_build;
pub mod files;
pub mod flags;
pub mod guess;
mod include_lines;
mod inputs;
mod machine;
mod on_disk;
mod options;
mod paths;
mod recipe;
pub mod search;
mod settings;
pub mod sources;
mod stamp;
#[cfg(test)]
mod tests;
mod unit_of;

pub use builds::Builds;
pub use file_build::FileBuild;
pub use inputs::Inputs;
pub use machine::is_machine;
pub use options::standard;
pub use recipe::Recipe;
pub use settings::{BuildSettings, ConfigChoice};
pub use unit_of::is_header;
