//! Heap graphs with summary nodes ([GR], section 6).
//!
//! A [`Graph`] stands for many heaps. Its nodes are objects that the function made itself and that no other
//! code can reach. A node stands for at most one object or, as a *summary*, for any number of objects. A
//! variable leads to at most one node; a field of a node may lead to any of several. An access along a field
//! into a summary takes one object out of it (materialisation). Objects that no variable leads to are merged
//! into one node again (canonical abstraction), except those that differ in a kept field. Kept fields are the
//! refinement of [GR]: a union in place of a widening.
//!
//! Graphs also say which numbers are at most which others, and along which links the numbers of objects rise,
//! as in sorted lists.
//!
//! Memory outside of the graph never points into it. So other code cannot affect a node before the address of
//! the node escapes. Then the graph forgets the node and all that it leads to.

mod canonical;
mod command;
mod focus;
mod forget;
mod graph;
mod heaps;
mod order;
mod transfer;
mod value;

pub use canonical::{Feature, Kept};
pub use command::{Command, Path, Relation, Source};
pub use graph::{FieldId, Graph, Node, NodeId, VarIndex};
pub use heaps::{Added, Heaps};
pub use order::{Along, Scalar};
pub use transfer::Scope;
pub use value::Value;
