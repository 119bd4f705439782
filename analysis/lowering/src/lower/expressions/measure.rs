//! `sizeof` and similar operators, whose operands are not evaluated.

use super::super::{Lowering, convert::Value, usage::identifiers};
use csieve_frontend::syntax::{Kind, Node};

impl<'a> Lowering<'a> {
    pub(super) fn measure(&mut self, node: Node<'a>) -> Value {
        match self.type_reader().measure(node) {
            Some(size) => self.constant(size),
            None => {
                self.effects_of_lengths(node, true);
                self.any(&self.size())
            }
        }
    }

    /// Handles side effects in the lengths of variable-length arrays in a type, which are evaluated wherever the type
    /// stands: `sizeof (int[n++])`. With `is_array`, what is measured is such an array, and evaluated: `sizeof t[n++]`.
    pub(in crate::lower) fn effects_of_lengths(&mut self, node: Node<'a>, is_array: bool) {
        if !self.source(node).contains('[') {
            return;
        }
        let mut pending = vec![node];
        let (mut array, mut effects) = (is_array, false);
        while let Some(node) = pending.pop() {
            array |= matches!(node.kind(), Kind::AbstractArrayDeclarator | Kind::ArrayDeclarator);
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
