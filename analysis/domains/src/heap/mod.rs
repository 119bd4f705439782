//! Heap graphs with summary nodes: Gulavani and Rajamani, "Counterexample Driven Refinement for Abstract Interpretation", section 6.
//!
//! A [`Graph`] stands for many heaps. Its nodes are the objects that the function made itself and that nobody else can reach;
//! a node is one object at most, or any number of them (a *summary*). Variables lead to at most one node, fields of nodes to
//! some of several. Going along a field into a summary takes one object out of it (materialisation), and objects that no variable
//! leads to become one node again (canonical abstraction), apart from those that differ in a field that is kept apart:
//! those are the refinement of the paper, a union where there was a widening.
//!
//! Values that lead out of the graph keep one promise: memory that is not in the graph never leads into it. So what others
//! can do does not matter to a node until its address gets out, and then it is forgotten with all that it leads to.

mod canonical;
mod command;
mod focus;
mod forget;
mod graph;
mod heaps;

mod transfer;
mod value;

pub use canonical::Kept;
pub use command::{Command, Path, Relation, Source};
pub use graph::{FieldId, Graph, Node, NodeId, VarIndex};
pub use heaps::{Added, Heaps};
pub use transfer::Scope;
pub use value::Value;
