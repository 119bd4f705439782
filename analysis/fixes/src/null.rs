//! What it does: tests a pointer right after it was obtained, and leaves the function as it does elsewhere
//! when something has failed.
//!
//! When it is offered: an assignment on the path gives the pointer the result of a call, and the function has
//! an exit for failures or no result at all.
//!
//! Example:
//!
//! ```c
//! char *copy = malloc(n);
//! if (copy == NULL)      // inserted
//!     return -1;         // inserted
//! memset(copy, 0, n);
//! ```

use csieve_base::text::{Line, Span, sentence};
use csieve_frontend::syntax::{Kind, Node};

use crate::{
    Candidate, Subject,
    assigned::{assigned, uncast},
    exits::error_exits,
    insert,
    safety::is_used_at_once,
    written::{Written, is_place, root_of},
};

/// Returns candidates for an access through NULL.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    let Some((statement, place)) = obtained(subject, written) else { return Vec::new() };
    let line = Line(statement.start_byte() as u32);
    let (exits, anchor) = (error_exits(written, statement), behind_declarations(written, statement, place));
    let is_safe = is_used_at_once(subject, Span::new(statement.start_byte(), statement.end_byte()), place);
    let candidate = |exit: String| {
        let test = test(subject, written, place);
        let leaves: Vec<String> = exit.split_inclusive("; ").map(|one| format!("\t{}", one.trim())).collect();
        let lines = if written.has_braces_always() || leaves.len() > 1 {
            [vec![format!("if ({test}) {{")], leaves, vec!["}".to_owned()]].concat()
        } else {
            [vec![format!("if ({test})")], leaves].concat()
        };
        let edits = insert::after(written, anchor, &lines)?;
        let title = sentence!("insert `if ({}) {}` after line {}", test, exit, line);
        Some(Candidate { title, edits, is_safe })
    };
    exits.into_iter().filter_map(candidate).collect()
}

/// Returns the last assignment on the path that gives the pointer the result of a call, with the place that
/// is assigned.
fn obtained<'a, 't>(subject: &Subject, written: &'t Written<'a>) -> Option<(Node<'t>, &'a str)> {
    let finding = subject.finding;
    let own = finding.witness.iter().rev().filter(|step| step.callee.is_none());
    let before = own.filter(|step| step.span.end <= finding.span.start);
    before.filter_map(|step| written.statement(step.span)).find_map(|statement| {
        let (place, value) = assigned(written, statement)?;
        let is_it = place == finding.subject || finding.subject.contains(place);
        let is_call = uncast(value).kind() == Kind::CallExpression;
        (is_it && is_call && is_place(place)).then_some((statement, place))
    })
}

/// Returns the last of the declarations that follow a declaration, call nothing and do not use the pointer:
/// statements come after them.
fn behind_declarations<'t>(written: &Written, statement: Node<'t>, place: &str) -> Node<'t> {
    let mut anchor = statement;
    while let Some(next) = anchor.next_named_sibling().filter(|_| statement.kind() == Kind::Declaration) {
        let calls = next.subtree().any(|node| node.kind() == Kind::CallExpression);
        if next.kind() != Kind::Declaration || calls || written.names(next, root_of(place)) {
            break;
        }
        anchor = next;
    }
    anchor
}

/// Returns the test whether a pointer is NULL as the function writes others.
fn test(subject: &Subject, written: &Written, place: &str) -> String {
    let says = |pattern: &str| written.text.matches(pattern).count();
    let in_words = says("== NULL") + says("!= NULL");
    let in_signs = says("if (!");
    let null = subject.null();
    if in_signs > in_words || null == "0" { format!("!{place}") } else { format!("{place} == NULL") }
}
