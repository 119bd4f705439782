//! Why a function is not analysed.

use tree_sitter::Node;

use crate::finding::line_of;

/// A function could not be lowered without guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// One plain sentence; `{line:N}` stands for the line of offset `N` of the function.
    pub reason: String,
}

/// A result of lowering a part of a function.
pub(crate) type Lowered<T> = Result<T, Skipped>;

impl Skipped {
    /// A reason with the line of a node; `base` is the start of the function.
    pub(crate) fn near(what: &str, node: Node<'_>, base: u32) -> Self {
        let offset = (node.start_byte() as u32).saturating_sub(base);
        Self { reason: format!("{what} near line {}", line_of(offset)) }
    }
}
