//! Recording the unreachable statements right after jumps.

use csieve_frontend::syntax::{Field, Kind, Node};

use crate::lower::{Lowering, calls::never_returns, usage::inner};

impl<'a> Lowering<'a> {
    /// Records `next`, the statement after `jump`, if control flow does not continue after `jump`.
    pub(super) fn note_behind(&mut self, jump: Node<'a>, next: Node<'a>) {
        let is_left = |next| is_call(jump) && only_satisfies(next);
        if self.dead && is_jump(jump) && self.says_something(next) && !is_left(next) && !has_labels(next) {
            let (jump, next) = (self.span(jump), self.span(next));
            self.graph.behind(next, jump);
        }
    }

    /// Returns whether an author may miss what a statement does if no run reaches it. Statements that only
    /// silence a compiler, or state that they are unreachable, do not count.
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
            never_returns(name) || name.ends_with("va_end") || info.is_some_and(|info| self.is_ending(info))
        })
    }
}

/// Returns whether a statement ends the current path in every build. A loop or branch that ends the path only
/// because of constants does not count: the constants may differ in another build.
fn is_jump(node: Node) -> bool {
    match node.kind() {
        Kind::ReturnStatement | Kind::BreakStatement | Kind::ContinueStatement | Kind::GotoStatement => true,
        _ => is_call(node),
    }
}

/// Returns whether a statement is a call.
fn is_call(node: Node) -> bool {
    let expression = node.named_child(0).filter(|_| node.kind() == Kind::ExpressionStatement).map(inner);
    expression.is_some_and(|expression| expression.kind() == Kind::CallExpression)
}

/// Returns whether people write a statement behind a call that never returns for compilers that do not know that: a
/// `return`, an assignment of a constant, or a loop that does nothing, such as `for (;;);`.
fn only_satisfies(node: Node) -> bool {
    let is_constant = |value: Node| {
        matches!(
            value.kind(),
            Kind::NumberLiteral
                | Kind::Identifier
                | Kind::Null
                | Kind::True
                | Kind::False
                | Kind::CharLiteral
        )
    };
    match node.kind() {
        Kind::ReturnStatement => true,
        Kind::ExpressionStatement => node
            .named_child(0)
            .map(inner)
            .filter(|expression| expression.kind() == Kind::AssignmentExpression)
            .and_then(|assignment| assignment.field(Field::Right).map(inner))
            .is_some_and(is_constant),
        Kind::ForStatement | Kind::WhileStatement | Kind::DoStatement => !any_below(node, |below| {
            matches!(
                below.kind(),
                Kind::CallExpression
                    | Kind::AssignmentExpression
                    | Kind::UpdateExpression
                    | Kind::ReturnStatement
                    | Kind::GotoStatement
            )
        }),
        _ => false,
    }
}

fn has_call(node: Node) -> bool {
    any_below(node, |node| node.kind() == Kind::CallExpression)
}

/// Returns whether a jump may lead into a statement.
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
