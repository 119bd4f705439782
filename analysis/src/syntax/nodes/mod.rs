//! Nodes of trees, with kinds and fields that are types: one that the grammar does not have does not compile.

mod children;
mod cursor;
mod generated;
mod groups;
mod ids;
mod node;

pub use children::{Children, Fields};
pub use cursor::Cursor;
pub use generated::{Field, Kind};
pub use node::Node;
