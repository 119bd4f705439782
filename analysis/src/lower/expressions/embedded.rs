//! What stands inside an expression and is none: statements and assembly.

use tree_sitter::Node;

use crate::lower::{
    Lowered, Lowering,
    convert::Value,
    ctype::{CType, Shape},
    usage::identifiers,
};

impl<'a> Lowering<'a> {
    /// `({ ...; value; })`
    pub(super) fn statement_expression(&mut self, node: Node<'a>) -> Lowered<Value> {
        let Some(block) =
            node.named_children(&mut node.walk()).find(|child| child.kind() == "compound_statement")
        else {
            return Err(self.skipped("an expression that is not understood", node));
        };
        let mut items: Vec<_> =
            block.named_children(&mut block.walk()).filter(|child| child.kind() != "comment").collect();
        let last = items.pop();
        self.scopes.open();
        for item in items {
            self.statement(item)?;
        }
        let value = match last {
            Some(last) if last.kind() == "expression_statement" => match last.named_child(0) {
                Some(expression) => {
                    let value = self.value(expression)?;
                    if value.ty.shape == Shape::Void {
                        value
                    } else {
                        self.save(&value, self.span(expression))
                    }
                }
                None => self.any(&CType::VOID),
            },
            Some(last) => {
                self.statement(last)?;
                self.any(&CType::VOID)
            }
            None => self.any(&CType::VOID),
        };
        self.scopes.close();
        Ok(value)
    }

    /// Inline assembly: it may read and write what it names, and memory.
    pub(super) fn assembly(&mut self, node: Node<'a>) -> Lowered<()> {
        let jumps = node.named_children(&mut node.walk()).any(|child| {
            child.kind() == "gnu_asm_goto_list"
                || child.kind() == "gnu_asm_qualifier" && self.source(child) == "goto"
        });
        if jumps {
            return Err(self.skipped("inline assembly that jumps", node));
        }
        let names = identifiers(node, self.text);
        let span = self.span(node);
        self.graph.abstracted(span, "inline assembly");
        self.opaque(&names, span);
        Ok(())
    }
}
