//! Syntax errors: rejecting broken code, and tolerating correct code that the grammar does not support.

use csieve_frontend::syntax::{Field, Kind, Node};

use crate::lower::{Lowered, Lowering, SYNTAX_ERROR, types::arguments, usage::inner};

/// The words that begin or continue statements, and never name anything.
const KEYWORDS: [&str; 12] =
    ["break", "case", "continue", "default", "do", "else", "for", "goto", "if", "return", "switch", "while"];

impl<'a> Lowering<'a> {
    /// Fails if the syntax tree of a function has errors that `is_tolerated` does not accept.
    pub(in crate::lower) fn check_syntax(&self, function: Node<'a>) -> Lowered<()> {
        if let Some(node) = function.subtree().find(|node| self.is_misread(*node)) {
            return Err(self.skipped(SYNTAX_ERROR, node));
        }
        if !function.has_error() {
            return Ok(());
        }
        let mut pending = vec![function];
        while let Some(node) = pending.pop() {
            if node.is_missing() && !is_unnamed_bits(node) || node.is_error() && !self.is_tolerated(node) {
                return Err(self.skipped(SYNTAX_ERROR, node));
            }
            if node.has_error() && !node.is_error() {
                let first = pending.len();
                pending.extend(node.children());
                pending[first..].reverse();
            }
        }
        Ok(())
    }

    /// Returns whether a node is, or shows, a syntax error that `is_tolerated` does not accept.
    pub(super) fn is_broken(&self, node: Node<'a>) -> bool {
        self.is_misread(node)
            || node.is_missing() && !is_unnamed_bits(node)
            || node.is_error() && !self.is_tolerated(node)
    }

    /// Returns whether a node is a wrong reading of broken code: where the right side is not typed yet, the grammar takes
    /// `x = if (a)` for a call, and `x *p = y` for a product with an assignment.
    fn is_misread(&self, node: Node<'a>) -> bool {
        match node.kind() {
            // Where a name is declared, what is read as its type says more.
            Kind::Identifier => KEYWORDS.contains(&self.source(node)) && !is_declared(node),
            Kind::AssignmentExpression => {
                node.parent().is_some_and(|parent| parent.kind() == Kind::BinaryExpression)
            }
            _ => false,
        }
    }

    /// Returns whether an error node is correct code that the grammar does not support: case ranges, computed
    /// jumps, nested members in `offsetof`, attributes of statements, and macros in function headers.
    fn is_tolerated(&self, node: Node<'a>) -> bool {
        let next = node.next_named_sibling();
        self.is_range_end(node)
            || self.source(node) == "goto"
                && next.is_some_and(|next| {
                    next.kind() == Kind::ExpressionStatement
                        && next.named_child(0).is_some_and(|target| {
                            let target = inner(target);
                            target.kind() == Kind::PointerExpression && target.operator() == Kind::Star
                        })
                })
            || node.parent().is_some_and(|parent| parent.kind() == Kind::OffsetofExpression)
            || self.is_attribute(node)
            || is_header_macro(node)
    }

    fn is_attribute(&self, node: Node<'a>) -> bool {
        node.child_count() > 0
            && node.children().all(|child| child.kind() == Kind::AttributeSpecifier && !child.has_error())
            && node.next_named_sibling().is_some_and(|next| self.source(next) == ";")
    }

    /// Handles an error node among statements: it is ignored if `is_tolerated` accepts it, and fails
    /// otherwise.
    pub(super) fn tolerated_error(&mut self, node: Node<'a>) -> Lowered<()> {
        if self.is_tolerated(node) { Ok(()) } else { Err(self.skipped(SYNTAX_ERROR, node)) }
    }

    /// Returns whether a node is the `... 5` of `case 1 ... 5:`.
    pub(super) fn is_range_end(&self, node: Node<'a>) -> bool {
        node.is_error()
            && self.source(node).starts_with("...")
            && node.named_child_count() == 1
            && node.parent().is_some_and(|parent| parent.kind() == Kind::CaseStatement)
            && node.prev_named_sibling().is_some_and(|before| {
                node.parent().and_then(|parent| parent.field(Field::Value)) == Some(before)
            })
            && node.next_sibling().is_some_and(|next| next.kind() == Kind::Colon)
    }

    /// Returns the two bounds of a GNU case range, which expanded text spells `case $range (a, b):`.
    pub(super) fn case_range(&self, case: Node<'a>, value: Node<'a>) -> Option<(Node<'a>, Node<'a>)> {
        let called = value.field(Field::Function).map(|name| self.source(name));
        if let (Some("$range"), [low, high]) = (called, arguments(value).as_slice()) {
            return Some((*low, *high));
        }
        let range = case.named_children().find(|child| self.is_range_end(*child))?;
        range.named_child(0).map(|high| (value, high))
    }
}

/// Returns whether a name stands where a declaration has the name of its object.
fn is_declared(name: Node<'_>) -> bool {
    let Some(parent) = name.parent() else { return false };
    parent.kind() == Kind::Declaration || parent.field(Field::Declarator) == Some(name)
}

/// Returns whether a missing node stands for the name of an unnamed bit-field: `int : 3;`.
fn is_unnamed_bits(node: Node<'_>) -> bool {
    node.kind() == Kind::FieldIdentifier
        && node.next_sibling().is_some_and(|next| next.kind() == Kind::BitfieldClause)
}

/// Returns whether an error node consists only of names between the result type and the name of a function,
/// as in `int ZEXPORT inflate(...)`. Such macros affect linking and calling conventions, but not parameters
/// or body.
fn is_header_macro(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    let only_names = node.child_count() > 0
        && node.children().all(|child| {
            matches!(
                child.kind(),
                Kind::Identifier | Kind::TypeIdentifier | Kind::PrimitiveType | Kind::TypeQualifier
            )
        });
    only_names && node.is_error() && is_before_parameters(node, parent)
}

/// Returns whether a node comes before the function's name in the header of a definition. `parent` is the
/// parent of the node.
fn is_before_parameters(node: Node<'_>, parent: Node<'_>) -> bool {
    let mut around = parent;
    while around.kind() == Kind::PointerDeclarator {
        match around.parent() {
            Some(outer) => around = outer,
            None => return false,
        }
    }
    let mut declarator = (around.kind() == Kind::FunctionDefinition).then_some(around);
    while let Some(next) = declarator.and_then(|outer| outer.field(Field::Declarator)) {
        if next.kind() == Kind::FunctionDeclarator {
            return node.end_byte() <= next.start_byte();
        }
        declarator = Some(next);
    }
    false
}
