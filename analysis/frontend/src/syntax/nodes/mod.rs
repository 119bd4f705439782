//! Syntax nodes with kinds and fields that are types: code that names a kind which the grammar lacks does not
//! compile.

mod children;
mod cursor;
mod generated;
mod groups;
mod ids;
mod node;
#[cfg(test)]
mod tests;

pub use children::{Children, Fields};
pub use cursor::Cursor;
pub use generated::{Field, Kind};
pub use node::Node;
