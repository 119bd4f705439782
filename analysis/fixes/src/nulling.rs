//! What it does: sets a pointer to NULL right after its memory is freed, or its file is closed.
//!
//! When it is offered: a statement frees what a pointer of the function points to, and the program tests the pointer, or
//! frees it once more, which does nothing with NULL.
//!
//! Example:
//!
//! ```c
//! free(s->name);
//! s->name = NULL;      // inserted
//! ```

use csieve_base::text::{Line, sentence};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::{Type, expr_text};
use csieve_reports::finding::StepKind;

use crate::{
    Candidate, Subject, insert,
    written::{Written, is_place},
};

/// Returns candidates for something that is used, freed or closed after it was freed or closed.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    candidate(subject, written).into_iter().collect()
}

fn candidate(subject: &Subject, written: &Written) -> Option<Candidate> {
    let finding = subject.finding;
    let own = finding.witness.iter().rev().filter(|step| step.callee.is_none());
    let mut before = own.filter(|step| step.span != finding.span && step.decisive);
    let freed = before.find_map(|step| {
        let is_free = matches!(step.kind, StepKind::Free | StepKind::Call);
        let statement = written.statement(step.span).filter(|_| is_free)?;
        Some((statement, argument(written, statement)?))
    });
    let (statement, place) = freed?;
    if !is_pointer(subject, place) {
        return None;
    }
    let line = format!("{place} = {};", subject.null());
    let edits = insert::after(written, statement, std::slice::from_ref(&line))?;
    let at = Line(statement.start_byte() as u32);
    Some(Candidate { title: sentence!("insert `{}` after line {}", line, at), edits })
}

/// Returns the only argument of the call that a statement consists of.
fn argument<'t>(written: &Written<'t>, statement: Node<'t>) -> Option<&'t str> {
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
