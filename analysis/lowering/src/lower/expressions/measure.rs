//! `sizeof` and similar operators, whose operands are not evaluated.

use super::super::{Lowering, convert::Value, ctype::CType, usage::identifiers};
use csieve_frontend::syntax::{Kind, Node};

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

    /// Handles side effects in the length of a variable-length array, which is evaluated:
    /// `sizeof (int[n++])`.
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
