//! A function as its author wrote it: its statements, and the style of the text around them.

use csieve_base::text::{Span, words};
use csieve_frontend::syntax::{Field, Kind, Node, Unit};

/// The text of a function with its tree. Macros are not expanded in it.
#[derive(Debug)]
pub(crate) struct Written<'a> {
    /// The text of the function's definition.
    pub(crate) text: &'a str,
    tree: Unit,
}

impl<'a> Written<'a> {
    /// Parses the text of a definition.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, tree: Unit::parse(text) }
    }

    /// Returns the tree of the definition.
    pub(crate) fn root(&self) -> Node<'_> {
        self.tree.root()
    }

    /// Returns the text of a node.
    pub(crate) fn of(&self, node: Node) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Returns whether a node has a name as one of its words.
    pub(crate) fn names(&self, node: Node, name: &str) -> bool {
        words(self.of(node)).any(|word| word == name)
    }

    /// Returns the innermost statement around a range that stands in a block, or is the body of a statement.
    /// `None` where the text is not understood.
    pub(crate) fn statement(&self, span: Span) -> Option<Node<'_>> {
        let Span { start, end } = self.trimmed(span);
        let node = self.root().descendant_for_byte_range(start as usize, end as usize)?;
        let found = std::iter::once(node).chain(node.around()).find(|node| is_statement(*node))?;
        let is_understood = !found.has_error() && found.around().all(|around| !around.is_error());
        is_understood.then_some(found)
    }

    /// Returns a range without the blanks at its ends.
    fn trimmed(&self, span: Span) -> Span {
        let text = self.text.get(span.range()).unwrap_or_default();
        let start = span.start as usize + text.len() - text.trim_start().len();
        Span::new(start, start + text.trim().len())
    }

    /// Returns the body of the function.
    pub(crate) fn body(&self) -> Option<Node<'_>> {
        let mut nodes = self.root().subtree();
        let function = nodes.find(|node| node.kind() == Kind::FunctionDefinition)?;
        function.field(Field::Body).filter(|body| body.kind() == Kind::CompoundStatement)
    }

    /// Returns the blanks at the start of the line with this offset.
    pub(crate) fn indent(&self, at: usize) -> &'a str {
        let line = &self.text[self.line_start(at)..];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// Returns whether only blanks come before an offset on its line.
    pub(crate) fn begins_line(&self, at: usize) -> bool {
        self.text[self.line_start(at)..at].trim().is_empty()
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Returns the end of what belongs to a statement that ends at an offset: a comment behind it on its line
    /// does.
    pub(crate) fn end_with_comment(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        let line = rest.split('\n').next().unwrap_or(rest).trim_end();
        let comment = line.trim_start();
        let is_comment = comment.starts_with("//")
            || comment.starts_with("/*") && comment.find("*/").is_some_and(|end| end + 2 == comment.len());
        if is_comment { at + line.len() } else { at }
    }

    /// Returns how lines end.
    pub(crate) fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// Returns by what blocks are indented: the blanks before the first statement of the body.
    pub(crate) fn unit(&self) -> &'a str {
        let first = self.body().and_then(|body| {
            let mut all = body.named_children();
            all.find(|child| is_statement(*child) && self.begins_line(child.start_byte()))
        });
        match first.map(|first| self.indent(first.start_byte())) {
            Some(indent) if !indent.is_empty() => indent,
            _ => "    ",
        }
    }

    /// Returns whether the braces of blocks behind `if` and loops begin lines of their own.
    pub(crate) fn has_braces_on_lines(&self) -> bool {
        let blocks = self.root().subtree().filter(|node| {
            let is_block = node.kind() == Kind::CompoundStatement;
            is_block && node.parent().is_some_and(|parent| is_with_body(parent.kind()))
        });
        let begin: Vec<bool> = blocks.map(|block| self.begins_line(block.start_byte())).collect();
        begin.iter().filter(|begins| **begins).count() * 2 > begin.len()
    }

    /// Returns whether single statements that leave the function stand in braces, too.
    pub(crate) fn has_braces_always(&self) -> bool {
        let alone = self.root().subtree().filter(|node| is_jump(*node)).filter_map(|jump| {
            let parent = jump.parent()?;
            let is_block = parent.kind() == Kind::CompoundStatement && parent.named_child_count() == 1;
            let is_body = is_block && parent.parent().is_some_and(|owner| is_with_body(owner.kind()));
            (is_body || is_with_body(parent.kind())).then_some(is_body)
        });
        let alone: Vec<bool> = alone.collect();
        alone.iter().filter(|braces| **braces).count() * 2 > alone.len()
    }

    /// Returns the statements of a kind, in the order of the text.
    pub(crate) fn all(&self, kind: Kind) -> impl Iterator<Item = Node<'_>> {
        self.root().subtree().filter(move |node| node.kind() == kind && !node.has_error())
    }

    /// Returns the innermost declaration of a variable whose scope has a node, with the declarator of the
    /// variable.
    pub(crate) fn declaration<'t>(&'t self, name: &str, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let declares = |declaration: Node<'t>| {
            let mut declarators = declaration.fields(Field::Declarator);
            let found = declarators.find(|declarator| self.declared(*declarator) == Some(name))?;
            Some((declaration, found))
        };
        node.around().find_map(|around| {
            let inside = around.named_children().filter(|child| child.kind() == Kind::Declaration);
            inside.filter(|child| child.start_byte() < node.start_byte()).filter_map(declares).last()
        })
    }

    /// Returns the name that a declarator declares.
    pub(crate) fn declared(&self, declarator: Node) -> Option<&'a str> {
        let mut node = declarator;
        while node.kind() != Kind::Identifier {
            let mut inside = node.named_children();
            node = node
                .field(Field::Declarator)
                .or_else(|| inside.find(|child| child.kind().is_declarator()))?;
        }
        Some(self.of(node))
    }
}

/// Returns whether a node is a statement, or a declaration in a block, and no block itself.
pub(crate) fn is_statement(node: Node) -> bool {
    matches!(
        node.kind(),
        Kind::Declaration
            | Kind::ExpressionStatement
            | Kind::ReturnStatement
            | Kind::GotoStatement
            | Kind::BreakStatement
            | Kind::ContinueStatement
            | Kind::IfStatement
            | Kind::ForStatement
            | Kind::WhileStatement
            | Kind::DoStatement
            | Kind::SwitchStatement
    ) && node.parent().is_some_and(|parent| holds_statements(parent.kind()) || is_with_body(parent.kind()))
        && !node.parent().is_some_and(|parent| is_head(parent, node))
}

/// Returns whether a node is in the head of a statement with a body, as the declaration of a `for` is.
fn is_head(parent: Node, node: Node) -> bool {
    parent.kind() == Kind::ForStatement && parent.field(Field::Body) != Some(node)
}

/// Returns whether statements stand one after the other in a node of this kind.
pub(crate) fn holds_statements(kind: Kind) -> bool {
    matches!(kind, Kind::CompoundStatement | Kind::CaseStatement | Kind::LabeledStatement)
}

/// Returns whether a node of this kind has one statement as its body.
pub(crate) fn is_with_body(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::IfStatement | Kind::ElseClause | Kind::ForStatement | Kind::WhileStatement | Kind::DoStatement
    )
}

/// Returns whether a statement leaves the place where it stands.
pub(crate) fn is_jump(node: Node) -> bool {
    matches!(
        node.kind(),
        Kind::ReturnStatement | Kind::GotoStatement | Kind::BreakStatement | Kind::ContinueStatement
    )
}

/// Returns whether an expression names an object and evaluates nothing: `p`, `s->data`, `all[i].name`.
pub(crate) fn is_place(text: &str) -> bool {
    let begins = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let inner = text.replace("->", ".");
    begins
        && !inner.contains("..")
        && inner.chars().all(|char| char.is_ascii_alphanumeric() || "_.[]".contains(char))
        && !inner.ends_with('.')
}

/// Returns whether a text is a number, or a name that macros have.
pub(crate) fn is_constant(text: &str) -> bool {
    text.chars().all(|char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '_')
}

/// Returns the variable that a place is a part of.
pub(crate) fn root_of(place: &str) -> &str {
    words(place).next().unwrap_or_default()
}
