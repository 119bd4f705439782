//! `sizeof` and its kin: nothing is evaluated.

use super::super::{Lowering, convert::Value, ctype::CType, usage::identifiers};
use crate::syntax::{Kind, Node};

impl<'a> Lowering<'a> {
    pub(super) fn measure(&mut self, node: Node<'a>) -> Value {
        match self.type_reader().measure(node) {
            Some(size) => self.constant(size),
            None => {
                self.measured_effects(node);
                self.any(&CType::ULONG)
            }
        }
    }

    /// The length of an array that is not constant is computed: `sizeof (int[n++])`.
    fn measured_effects(&mut self, node: Node<'a>) {
        let mut pending = vec![node];
        let (mut array, mut effects) = (false, false);
        while let Some(node) = pending.pop() {
            array |= node.kind() == Kind::AbstractArrayDeclarator;
            effects |= matches!(
                node.kind(),
                Kind::AssignmentExpression | Kind::UpdateExpression | Kind::CallExpression
            );
            pending.extend(node.named_children());
        }
        if array && effects {
            let names = identifiers(node, self.text);
            let span = self.span(node);
            self.opaque(&names, span);
        }
    }
}
