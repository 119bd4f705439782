//! What it does: corrects the size of an access or of an allocation: `sizeof` of the array in place of a
//! number, `sizeof` of the object in place of its pointer, room for the zero at the end of a text, `<` in
//! place of `<=`.
//!
//! When it is offered: the path has a call with such a size, or the access is in a loop with such a bound.
//!
//! Example:
//!
//! ```c
//! char line[80];
//! fgets(line, sizeof line, in);      // was: fgets(line, 100, in);
//! ```

use csieve_base::text::{Line, sentence};
use csieve_frontend::syntax::{Field, Kind, Node};

use crate::{
    Candidate, Subject,
    assigned::{assigned, uncast},
    edit::Edit,
    written::{Written, is_constant},
};

/// Returns candidates for an access out of bounds.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    let Some(statement) = written.statement(subject.finding.span) else { return Vec::new() };
    let mut found = arrays(subject, written, statement);
    found.extend(allocations(subject, written));
    found.extend(bounds(written, statement));
    found
}

/// Returns `sizeof` of an array for a size that a library function is given with the array.
fn arrays(subject: &Subject, written: &Written, statement: Node) -> Vec<Candidate> {
    let mut found = Vec::new();
    for call in statement.subtree().filter(|node| node.kind() == Kind::CallExpression) {
        let (Some(function), Some(arguments)) = (call.field(Field::Function), call.field(Field::Arguments))
        else {
            continue;
        };
        let arguments: Vec<Node> = arguments.named_children().collect();
        for (buffer, size) in subject.library.sized_buffers(written.of(function)) {
            let (Some(buffer), Some(size)) = (arguments.get(buffer), arguments.get(size)) else { continue };
            let name = written.of(*buffer);
            let is_array = written.declaration(name, *buffer).is_some_and(|(_, declarator)| {
                declarator.kind() == Kind::ArrayDeclarator
                    && declarator.field(Field::Declarator).is_some_and(|one| one.kind() == Kind::Identifier)
            });
            // What is computed means the size of something else.
            if is_array && is_constant(written.of(*size)) {
                let text = size_of(subject, name);
                let title = sentence!("pass `{}` in place of `{}`", text, written.of(*size));
                let edits = vec![Edit::replace(size.byte_range(), text)];
                // A call that stays within the array does not need more than its size.
                found.push(Candidate { title, edits, is_safe: true });
            }
        }
    }
    found
}

/// Returns corrections of allocations on the path that are too small.
fn allocations(subject: &Subject, written: &Written) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for step in subject.finding.witness.iter().filter(|step| step.callee.is_none()) {
        let Some(statement) = written.statement(step.span) else { continue };
        let Some((place, value)) = assigned(written, statement) else { continue };
        let call = uncast(value);
        let allocates = call.field(Field::Function).is_some_and(|function| {
            subject.library.function(written.of(function)).is_some_and(|entry| entry.allocates.is_some())
        });
        if !allocates {
            continue;
        }
        let line = Line(statement.start_byte() as u32);
        for size in call.subtree() {
            let candidate = match size.kind() {
                Kind::SizeofExpression => of_object(subject, written, (place, size)).map(|text| (size, text)),
                Kind::CallExpression => with_zero(written, size).map(|text| (size, text)),
                _ => None,
            };
            let Some((size, text)) = candidate else { continue };
            let title = sentence!("write `{}` in place of `{}` on line {}", text, written.of(size), line);
            let edits = vec![Edit::replace(size.byte_range(), text)];
            // Nothing goes by the size of memory but what accesses it, and less would be no correction.
            let candidate = Candidate { title, edits, is_safe: true };
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        }
    }
    found
}

/// Returns `sizeof *p` for `sizeof p`, where `p` gets the memory.
fn of_object(subject: &Subject, written: &Written, (place, size): (&str, Node)) -> Option<String> {
    let operand = uncast(size.field(Field::Value)?);
    (written.of(operand) == place).then(|| size_of(subject, &format!("*{place}")))
}

/// Returns `strlen(s) + 1` for a size that is just the length of a text.
fn with_zero(written: &Written, call: Node) -> Option<String> {
    let is_length = call.field(Field::Function).is_some_and(|function| written.of(function) == "strlen");
    let is_alone = call.parent().is_some_and(|parent| parent.kind() == Kind::ArgumentList);
    (is_length && is_alone).then(|| format!("{} + 1", written.of(call)))
}

/// Returns `<` for `<=` in the conditions of the loops around a statement, the innermost first.
fn bounds(written: &Written, statement: Node) -> Vec<Candidate> {
    let mut found = Vec::new();
    for around in std::iter::once(statement).chain(statement.around()) {
        let is_loop = matches!(around.kind(), Kind::ForStatement | Kind::WhileStatement | Kind::DoStatement);
        let Some(condition) = around.field(Field::Condition).filter(|_| is_loop).map(uncast) else {
            continue;
        };
        let operator = condition.field(Field::Operator).filter(|operator| written.of(*operator) == "<=");
        let Some(operator) = operator.filter(|_| condition.kind() == Kind::BinaryExpression) else {
            continue;
        };
        let line = Line(condition.start_byte() as u32);
        found.push(Candidate {
            title: sentence!("write `<` in place of `<=` on line {}", line),
            edits: vec![Edit::replace(operator.byte_range(), "<")],
            // A run may need the last round, or leave before the access.
            is_safe: false,
        });
    }
    found
}

/// Returns `sizeof` of an object as the file writes it.
fn size_of(subject: &Subject, object: &str) -> String {
    let says = |pattern: &str| subject.file_text.matches(pattern).count();
    let with_brackets = says("sizeof(") > says("sizeof ");
    if with_brackets { format!("sizeof({object})") } else { format!("sizeof {object}") }
}
