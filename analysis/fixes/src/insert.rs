//! Inserts statements, with braces where they need some.

use csieve_frontend::syntax::{Field, Kind, Node};

use crate::{
    edit::Edit,
    written::{Written, holds_statements, is_with_body},
};

/// Returns the edits that insert lines before a statement. `None` where the text has no place for them.
pub(crate) fn before(written: &Written, statement: Node, lines: &[String]) -> Option<Vec<Edit>> {
    let parent = statement.parent()?;
    let start = statement.start_byte();
    if holds_statements(parent.kind()) {
        let code = joined(written, lines, written.indent(start));
        let gap = format!("{}{}", written.newline(), written.indent(start));
        return Some(vec![Edit::insert(start, format!("{code}{gap}"))]);
    }
    with_braces(written, parent, statement, lines, true)
}

/// Returns the edits that insert lines after a statement. `None` where the text has no place for them.
pub(crate) fn after(written: &Written, statement: Node, lines: &[String]) -> Option<Vec<Edit>> {
    let parent = statement.parent()?;
    if holds_statements(parent.kind()) {
        let at = written.end_with_comment(statement.end_byte());
        let indent = written.indent(statement.start_byte());
        let code = joined(written, lines, indent);
        return Some(vec![Edit::insert(at, format!("{}{indent}{code}", written.newline()))]);
    }
    with_braces(written, parent, statement, lines, false)
}

/// Returns the edits that insert lines before the brace at the end of a block.
pub(crate) fn at_the_end(written: &Written, block: Node, lines: &[String]) -> Option<Vec<Edit>> {
    let brace = block.end_byte().checked_sub(1)?;
    if block.kind() != Kind::CompoundStatement || !written.begins_line(brace) {
        return None;
    }
    let outer = written.indent(brace);
    let indent = format!("{outer}{}", written.unit());
    let code = joined(written, lines, &indent);
    let start = brace - outer.len();
    Some(vec![Edit::insert(start, format!("{indent}{code}{}", written.newline()))])
}

/// Returns the edit that removes a statement with its line. `None` if it does not stand in a block, alone on
/// its line.
pub(crate) fn without(written: &Written, statement: Node) -> Option<Edit> {
    let (start, end) = (statement.start_byte(), written.end_with_comment(statement.end_byte()));
    let rest = &written.text[end..];
    let behind = rest.find('\n').filter(|at| rest[..*at].trim().is_empty())?;
    let is_alone = written.begins_line(start)
        && statement.parent().is_some_and(|parent| parent.kind() == Kind::CompoundStatement);
    is_alone.then(|| Edit::replace(start - written.indent(start).len()..end + behind + 1, ""))
}

/// Joins lines of code, all but the first behind an indent. A line that begins with a tab is one step deeper.
fn joined(written: &Written, lines: &[String], indent: &str) -> String {
    let deeper = lines.iter().map(|line| line.replacen('\t', written.unit(), 1));
    deeper.collect::<Vec<_>>().join(&format!("{}{indent}", written.newline()))
}

/// Makes a block of a statement that is the body of another, with lines before or after it.
fn with_braces(
    written: &Written,
    parent: Node,
    statement: Node,
    lines: &[String],
    comes_first: bool,
) -> Option<Vec<Edit>> {
    if !is_with_body(parent.kind()) {
        return None;
    }
    let newline = written.newline();
    // Behind a comment at the head, a brace would be a part of the comment.
    let head = statement.prev_sibling().filter(|head| head.kind() != Kind::Comment)?;
    let head_end = head.end_byte();
    let owner = if parent.kind() == Kind::ElseClause { parent.parent()? } else { parent };
    let outer = written.indent(owner.start_byte());
    let indent = format!("{outer}{}", written.unit());
    let code = joined(written, lines, &indent);
    let brace = if written.has_braces_on_lines() { format!("{newline}{outer}{{") } else { " {".to_owned() };
    let open = if comes_first {
        format!("{brace}{newline}{indent}{code}{newline}{indent}")
    } else {
        format!("{brace}{newline}{indent}")
    };
    if !is_blank(written, head_end, statement.start_byte()) {
        return None;
    }
    let end = written.end_with_comment(statement.end_byte());
    let close = if comes_first {
        format!("{newline}{outer}}}")
    } else {
        format!("{newline}{indent}{code}{newline}{outer}}}")
    };
    let opened = Edit::replace(head_end..statement.start_byte(), open);
    let is_joined = |next: &Node| !written.has_braces_on_lines() && is_blank(written, end, next.start_byte());
    let closed = match follower(parent, statement).filter(is_joined) {
        // `} else` goes on one line.
        Some(next) => Edit::replace(end..next.start_byte(), format!("{close} ")),
        None => Edit::insert(end, close),
    };
    Some(vec![opened, closed])
}

/// Returns what belongs to a statement and comes after its body: `else`, or the `while` of a `do`.
fn follower<'t>(parent: Node<'t>, statement: Node<'t>) -> Option<Node<'t>> {
    match parent.kind() {
        Kind::IfStatement => parent.field(Field::Alternative),
        Kind::DoStatement => statement.next_sibling(),
        _ => None,
    }
}

fn is_blank(written: &Written, from: usize, to: usize) -> bool {
    written.text.get(from..to).is_some_and(|text| text.trim().is_empty())
}
