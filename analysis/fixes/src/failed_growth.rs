//! What it does: keeps the old pointer until `realloc` has succeeded.
//!
//! When it is offered: the result of `realloc` replaces the only pointer to the old memory, and the next
//! statement tests it.
//!
//! Example:
//!
//! ```c
//! void *grown = realloc(b->data, n);      // was: b->data = realloc(b->data, n);
//! if (!grown)                             // was: if (!b->data)
//!     return -1;
//! b->data = grown;                        // inserted
//! ```

use csieve_base::text::{Line, sentence, words};
use csieve_frontend::syntax::{Field, Kind, Node};

use crate::{
    Candidate, Subject,
    assigned::{assigned, uncast},
    edit::Edit,
    insert,
    written::{Written, is_jump, is_place},
};

/// Names for the new pointer, the best first.
const NAMES: [&str; 2] = ["grown", "resized"];

/// Returns candidates for memory that a failed `realloc` leaves.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    let steps = subject.finding.witness.iter().filter(|step| step.callee.is_none());
    let mut statements = steps.filter_map(|step| written.statement(step.span));
    statements.find_map(|statement| candidate(written, statement)).into_iter().collect()
}

fn candidate(written: &Written, statement: Node) -> Option<Candidate> {
    let (place, value) = assigned(written, statement)?;
    let call = uncast(value);
    let first = call.field(Field::Arguments)?.named_child(0)?;
    let is_grown = statement.kind() == Kind::ExpressionStatement
        && written.of(call.field(Field::Function)?).contains("realloc")
        && written.of(first) == place
        && is_place(place);
    let test = statement.next_named_sibling().filter(|_| is_grown)?;
    let condition = test.field(Field::Condition).filter(|_| test.kind() == Kind::IfStatement)?;
    let inner = uncast(condition);
    let tested = match inner.kind() {
        Kind::UnaryExpression => inner.field(Field::Argument)?,
        Kind::BinaryExpression => inner.field(Field::Left)?,
        _ => return None,
    };
    let leaves = match test.field(Field::Consequence)? {
        block if block.kind() == Kind::CompoundStatement => {
            block.named_children().last().is_some_and(is_jump)
        }
        one => is_jump(one),
    };
    if written.of(tested) != place || !leaves || test.field(Field::Alternative).is_some() {
        return None;
    }
    let name = NAMES.into_iter().find(|name| words(written.text).all(|word| word != *name))?;
    let left = statement.start_byte()..statement.start_byte() + place.len();
    let mut edits =
        vec![Edit::replace(left, format!("void *{name}")), Edit::replace(tested.byte_range(), name)];
    edits.extend(insert::after(written, test, &[format!("{place} = {name};")])?);
    let line = Line(statement.start_byte() as u32);
    Some(Candidate {
        title: sentence!("keep `{}` until `realloc` has succeeded, line {}", place, line),
        edits,
        // Where another pointer leads to the old memory, too, the program may go by the NULL.
        is_safe: false,
    })
}
