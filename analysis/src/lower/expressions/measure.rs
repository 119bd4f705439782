//! `sizeof` and its kin: nothing is evaluated.

use tree_sitter::Node;

use super::super::{Lowering, convert::Value, ctype::CType};

impl<'a> Lowering<'a> {
    pub(super) fn measure(&mut self, node: Node<'a>) -> Value {
        match self.type_reader().measure(node, 0) {
            Some(size) => self.constant(size),
            None => self.any(&CType::ULONG),
        }
    }
}
