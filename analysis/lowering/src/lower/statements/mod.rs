//! Lowering of statements.

mod behind;
mod cleanup;
mod condition;
mod declare;
mod gap;
mod jump;
mod label;
mod loops;
mod object;
mod start;
mod switch;
mod syntax;

pub(super) use self::{
    gap::Gaps,
    jump::Jumps,
    label::{Labels, label_address, label_operand},
};
use super::{Lowered, Lowering, usage::inner};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::Action;

impl<'a> Lowering<'a> {
    /// Lowers a block, in a scope of its own.
    pub(super) fn block(&mut self, node: Node<'a>) -> Lowered<()> {
        self.scopes.open();
        self.sequence(node)?;
        let span = self.span(node);
        self.close_scope(span);
        Ok(())
    }

    /// Lowers the statements among the children of a node, in order.
    pub(super) fn sequence(&mut self, node: Node<'a>) -> Lowered<()> {
        let mut jump: Option<Node<'a>> = None;
        for child in node.named_children() {
            if let Some(jump) = jump.take() {
                self.note_behind(jump, child);
            }
            jump = self.follow(child)?;
        }
        self.gap(node);
        Ok(())
    }

    /// Lowers one statement of a sequence. Returns the statement if it was reached but control does not
    /// continue after it.
    pub(super) fn follow(&mut self, node: Node<'a>) -> Lowered<Option<Node<'a>>> {
        let is_reached = !self.dead;
        self.statement(node)?;
        Ok((is_reached && self.dead).then_some(node))
    }

    /// Lowers one statement.
    pub(super) fn statement(&mut self, node: Node<'a>) -> Lowered<()> {
        self.enter(node)?;
        self.mark_node(node);
        match node.kind() {
            Kind::CompoundStatement => self.block(node)?,
            Kind::ExpressionStatement => self.expression_statement(node)?,
            Kind::Declaration => self.declaration(node)?,
            Kind::IfStatement => self.if_statement(node)?,
            Kind::WhileStatement => self.while_statement(node)?,
            Kind::DoStatement => self.do_statement(node)?,
            Kind::ForStatement => self.for_statement(node)?,
            Kind::SwitchStatement => self.switch_statement(node)?,
            Kind::CaseStatement => self.case_statement(node)?,
            Kind::ReturnStatement => self.return_statement(node)?,
            Kind::BreakStatement => self.break_statement(node)?,
            Kind::ContinueStatement => self.continue_statement(node)?,
            Kind::GotoStatement => self.goto_statement(node)?,
            Kind::LabeledStatement => self.labeled_statement(node)?,
            Kind::AttributedStatement => {
                for child in node.named_children() {
                    if child.kind() != Kind::AttributeDeclaration {
                        self.statement(child)?;
                    }
                }
            }
            Kind::TypeDefinition => {
                node.field(Field::Type).into_iter().for_each(|ty| self.effects_of_lengths(ty, false));
                for declarator in node.fields(Field::Declarator) {
                    self.array_sizes(declarator)?;
                }
                self.type_reader().type_definition(node);
            }
            Kind::StructSpecifier | Kind::UnionSpecifier | Kind::EnumSpecifier => {
                self.type_reader().forward(node);
                self.type_reader().type_specifier(node);
            }
            Kind::Error => self.tolerated_error(node)?,
            Kind::Comment | Kind::AttributeSpecifier => {}
            Kind::FunctionDefinition => return Err(self.skipped("a function inside a function", node)),
            _ => return Err(self.skipped("a statement that is not understood", node)),
        }
        self.leave();
        Ok(())
    }

    fn expression_statement(&mut self, node: Node<'a>) -> Lowered<()> {
        let Some(expression) = node.named_children().find(|child| child.kind() != Kind::Comment) else {
            return Ok(());
        };
        if self.jumps_by_value(node) {
            let target = self.field(inner(expression), Field::Argument)?;
            return self.computed_goto(target, self.span(node));
        }
        let bare = inner(expression);
        if bare.kind() == Kind::Identifier && !self.is_value_name(self.source(bare)) {
            self.bare_macro(bare);
            return Ok(());
        }
        self.discard(expression)
    }

    /// Lowers `FOO;` with an undeclared name, which is a macro that may do anything to the visible variables.
    fn bare_macro(&mut self, node: Node<'a>) {
        let name = self.source(node);
        let span = self.span(node);
        self.graph.abstracted(span, format!("the macro `{name}`"));
        let vars = self.scopes.visible_vars();
        self.step(Action::Opaque { vars }, span);
    }
}
