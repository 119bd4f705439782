//! Statements behind a jump: nothing gets to them.

use crate::{
    lower::{Lowering, calls::never_returns, usage::inner},
    syntax::{Field, Kind, Node},
};

impl<'a> Lowering<'a> {
    /// Notes a statement that follows one which control does not pass.
    pub(super) fn note_behind(&mut self, jump: Node<'a>, next: Node<'a>) {
        if self.dead && is_jump(jump) && self.says_something(next) && !has_labels(next) {
            let (jump, next) = (self.span(jump), self.span(next));
            self.graph.behind(next, jump);
        }
    }

    /// Whether a statement does something that its author may miss. What only keeps a compiler quiet, or says that
    /// nobody gets here, does not.
    fn says_something(&self, node: Node<'a>) -> bool {
        match node.kind() {
            Kind::ExpressionStatement => {
                let expression = node.named_child(0).map(inner);
                expression.is_some_and(|expression| match expression.kind() {
                    Kind::Identifier | Kind::NumberLiteral | Kind::CastExpression => false,
                    Kind::CallExpression => !self.ends_run(expression),
                    _ => true,
                })
            }
            Kind::ReturnStatement => {
                let value = node.named_children().find(|child| child.kind() != Kind::Comment);
                value.is_some_and(has_call)
            }
            Kind::IfStatement
            | Kind::WhileStatement
            | Kind::ForStatement
            | Kind::DoStatement
            | Kind::SwitchStatement => true,
            Kind::CompoundStatement => node
                .named_children()
                .find(|child| child.kind() != Kind::Comment)
                .is_some_and(|first| self.says_something(first)),
            _ => false,
        }
    }

    fn ends_run(&self, call: Node<'a>) -> bool {
        let name = call.field(Field::Function).map(|callee| self.source(callee));
        name.is_some_and(|name| {
            let info = self.declared_function(name);
            never_returns(name)
                || name.ends_with("va_end")
                || info.is_some_and(|info| info.attributes.noreturn || info.ends)
        })
    }
}

/// Whether a statement ends what comes before it whatever the values are. What only constants decide is not
/// meant: another build may decide otherwise.
fn is_jump(node: Node) -> bool {
    match node.kind() {
        Kind::ReturnStatement | Kind::BreakStatement | Kind::ContinueStatement | Kind::GotoStatement => true,
        Kind::ExpressionStatement => {
            let expression = node.named_child(0).map(inner);
            expression.is_some_and(|expression| expression.kind() == Kind::CallExpression)
        }
        _ => false,
    }
}

fn has_call(node: Node) -> bool {
    any_below(node, |node| node.kind() == Kind::CallExpression)
}

/// Whether a jump may lead into a statement.
fn has_labels(node: Node) -> bool {
    any_below(node, |node| matches!(node.kind(), Kind::LabeledStatement | Kind::CaseStatement))
}

fn any_below(node: Node, is_it: impl Fn(Node) -> bool) -> bool {
    let mut cursor = node.walk();
    loop {
        if is_it(cursor.node()) {
            return true;
        }
        if cursor.goto_first_child() {
            continue;
        }
        while cursor.node() != node && !cursor.goto_next_sibling() {
            cursor.goto_parent();
        }
        if cursor.node() == node {
            return false;
        }
    }
}
