//! What it does: sets a pointer to NULL right after its memory is freed, or its file is closed. A second
//! release that always follows the first is removed.
//!
//! When it is offered: a statement frees what a pointer of the function points to, and the program tests the
//! pointer, or frees it once more, which does nothing with NULL.
//!
//! Example:
//!
//! ```c
//! free(s->name);
//! s->name = NULL;      // inserted
//! ```

use csieve_base::{
    rule::Rule,
    text::{Line, Span, sentence},
};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Type, expr_text};
use csieve_reports::finding::StepKind;

use crate::{
    Candidate, Subject, insert,
    safety::OwnVariable,
    written::{Written, is_place},
};

/// Returns candidates for something that is used, freed or closed after it was freed or closed.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    let Some((first, place)) = first_release(subject, written) else { return Vec::new() };
    let both = [removed(subject, written, (first, place)), nulled(subject, written, (first, place))];
    both.into_iter().flatten().collect()
}

/// Returns the statement that releases what is used or released later, and the place that it releases.
fn first_release<'a, 't>(subject: &Subject, written: &'t Written<'a>) -> Option<(Node<'t>, &'a str)> {
    let finding = subject.finding;
    let own = finding.witness.iter().rev().filter(|step| step.callee.is_none());
    let mut before = own.filter(|step| step.span != finding.span && step.decisive);
    before.find_map(|step| {
        let is_free = matches!(step.kind, StepKind::Free | StepKind::Call);
        let statement = written.statement(step.span).filter(|_| is_free)?;
        Some((statement, argument(written, statement)?))
    })
}

/// Returns the removal of a second release that no run reaches without the first.
fn removed(subject: &Subject, written: &Written, (first, place): (Node, &str)) -> Option<Candidate> {
    let second =
        written.statement(subject.finding.span).filter(|_| subject.finding.rule != Rule::UseAfterFree)?;
    let block = first.parent().filter(|block| block.kind() == Kind::CompoundStatement)?;
    let follows = first.start_byte() < second.start_byte() && second.around().any(|around| around == block);
    let is_it =
        follows && written.of(first) == written.of(second) && argument(written, second) == Some(place);
    // A label between them would be another way.
    let between = written.text.get(first.end_byte()..second.start_byte())?;
    if !is_it || between.contains(':') {
        return None;
    }
    let (line, text) = (Line(second.start_byte() as u32), written.of(second));
    let edit = insert::without(written, second)?;
    let title = sentence!("remove `{}` on line {}", text, line);
    let is_same = OwnVariable::of(subject.cfg, place)
        .is_some_and(|own| !own.is_set_within(Span::new(first.start_byte(), second.end_byte())));
    Some(Candidate { title, edits: vec![edit], is_safe: is_same })
}

fn nulled(subject: &Subject, written: &Written, (statement, place): (Node, &str)) -> Option<Candidate> {
    if !is_pointer(subject, place) {
        return None;
    }
    let line = format!("{place} = {};", subject.null());
    let edits = insert::after(written, statement, std::slice::from_ref(&line))?;
    let at = Line(statement.start_byte() as u32);
    let title = sentence!("insert `{}` after line {}", line, at);
    let ends = || {
        let span = Span::new(statement.start_byte(), statement.end_byte());
        subject.cfg.edges.iter().filter(move |edge| span.contains(edge.span)).map(|edge| edge.to)
    };
    let is_safe = OwnVariable::of(subject.cfg, place).is_some_and(|own| own.is_forgotten_behind(ends()));
    Some(Candidate { title, edits, is_safe })
}

/// Returns the only argument of the call that a statement consists of.
fn argument<'a>(written: &Written<'a>, statement: Node) -> Option<&'a str> {
    let call = statement.named_child(0).filter(|_| statement.kind() == Kind::ExpressionStatement)?;
    let arguments = call.field(Field::Arguments).filter(|_| call.kind() == Kind::CallExpression)?;
    let only = arguments.named_child(0).filter(|_| arguments.named_child_count() == 1)?;
    Some(written.of(only)).filter(|text| is_place(text))
}

/// Returns whether a place holds a pointer, as far as the graph knows.
fn is_pointer(subject: &Subject, place: &str) -> bool {
    let is_it = |expr| subject.cfg.expr(expr).ty == Type::Pointer && expr_text(subject.cfg, expr) == place;
    subject.cfg.expr_ids().any(is_it)
}
