//! What it does: inserts the release of memory, a file or a lock where the function leaves without it.
//!
//! When it is offered: the function says, or the library knows, how to release what is lost, and the
//! statement that leaves does not need it any more.
//!
//! Example:
//!
//! ```c
//! if (read_header() < 0) {
//!     free(line);      // inserted, with the braces
//!     return -1;
//! }
//! ```

use csieve_base::{
    rule::Rule,
    text::{Line, Sentence, Span, sentence},
};
use csieve_frontend::syntax::{Field, Kind, Node};
use csieve_graph::Action;
use csieve_reports::finding::StepKind;

use crate::{
    Candidate, Subject, insert,
    release::releases,
    safety::{OwnVariable, begins, is_of_library},
    written::{Written, is_jump, is_place, root_of},
};

/// Returns candidates for something that is lost.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    let name = subject.finding.subject.as_str();
    if !is_place(name) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for release in releases(subject, written, name) {
        let code = release.iter().map(|line| line.trim_start()).collect::<Vec<_>>().join(" ");
        for place in places(subject, written, name) {
            let (edits, told) = match place {
                Place::Before(node) => (insert::before(written, node, &release), told(node)),
                Place::End(block) => {
                    (insert::at_the_end(written, block, &release), "at the end of the block".into())
                }
            };
            let title = sentence!("insert `{}` {}", code, told);
            let is_safe = is_of_library(subject.library, &release) && is_lost(subject, name, place);
            found.extend(edits.map(|edits| Candidate { title, edits, is_safe }));
        }
    }
    found
}

/// Returns whether the object is lost in every run that gets to a place with it: only one variable of the function ever
/// knows it, which nothing reads any more.
fn is_lost(subject: &Subject, name: &str, place: Place) -> bool {
    let is_origin = |action: &Action| match subject.finding.rule {
        Rule::MemoryLeak => matches!(action, Action::Alloc { .. }),
        Rule::ResourceLeak => matches!(action, Action::Open { .. }),
        _ => false,
    };
    OwnVariable::of(subject.cfg, name).is_some_and(|own| {
        own.only_holds(is_origin)
            && match place {
                Place::Before(node) => {
                    let starts = begins(subject.cfg, Span::new(node.start_byte(), node.end_byte()));
                    own.stays_until(&starts) && own.is_forgotten_behind(starts)
                }
                // The variable ends there.
                Place::End(_) => own.stays(),
            }
    })
}

/// A place where a release may be inserted.
#[derive(Clone, Copy, PartialEq)]
enum Place<'t> {
    Before(Node<'t>),
    End(Node<'t>),
}

/// Returns the places where the release of `name` may belong, the likeliest first.
fn places<'t>(subject: &Subject, written: &'t Written, name: &str) -> Vec<Place<'t>> {
    let span = subject.finding.span;
    let mut found = Vec::new();
    let body = written.body();
    let leaves = written.statement(span).filter(|node| node.kind() != Kind::IfStatement);
    match leaves {
        Some(node) => found.push(Place::Before(node)),
        None => {
            // The function ends behind its last statement.
            let ends_here = |body: &Node| body.end_byte() as u32 == span.end;
            found.extend(body.filter(ends_here).map(Place::End));
        }
    }
    found.extend(last_jump(subject, written).map(Place::Before));
    found.retain(|place| match place {
        Place::Before(node) => {
            !written.names(*node, root_of(name)) && has_in_scope(written, root_of(name), *node)
        }
        Place::End(_) => true,
    });
    if let Some(block) = leaves.and_then(|node| block_of(written, root_of(name), node)) {
        found.push(Place::End(block));
    }
    found.dedup();
    found
}

/// Returns the last jump to another place of the function on the finding's path.
fn last_jump<'t>(subject: &Subject, written: &'t Written) -> Option<Node<'t>> {
    let own = subject.finding.witness.iter().rev().filter(|step| step.callee.is_none());
    for step in own.filter(|step| step.kind == StepKind::Branch) {
        let Some(test) = written.statement(step.span).filter(|node| node.kind() == Kind::IfStatement) else {
            continue;
        };
        let is_taken = test.field(Field::Consequence)?;
        let last = match is_taken.kind() {
            Kind::CompoundStatement => is_taken.named_children().last(),
            _ => Some(is_taken),
        };
        if let Some(jump) = last.filter(|node| is_jump(*node) && node.kind() != Kind::ReturnStatement) {
            return Some(jump);
        }
    }
    None
}

/// Returns whether a variable is in scope at a node: it is declared around it, or nowhere in the function.
fn has_in_scope(written: &Written, name: &str, node: Node) -> bool {
    written.declaration(name, node).is_some() || declarations(written, name).next().is_none()
}

/// Returns the block in which the only variable of a name lives, if it has ended before a node.
fn block_of<'t>(written: &'t Written, name: &str, node: Node<'t>) -> Option<Node<'t>> {
    if written.declaration(name, node).is_some() {
        return None;
    }
    let mut all = declarations(written, name);
    let block = all.next()?.parent().filter(|block| block.kind() == Kind::CompoundStatement)?;
    (all.next().is_none() && !block.named_children().last().is_some_and(is_jump)).then_some(block)
}

fn declarations<'t>(written: &'t Written, name: &str) -> impl Iterator<Item = Node<'t>> {
    written.all(Kind::Declaration).filter(move |declaration| {
        declaration.fields(Field::Declarator).any(|one| written.declared(one) == Some(name))
    })
}

/// Returns where something is inserted before a statement.
fn told(node: Node) -> Sentence {
    let line = Line(node.start_byte() as u32);
    match node.kind() {
        Kind::ReturnStatement => sentence!("before the return on line {}", line),
        Kind::GotoStatement => sentence!("before the jump on line {}", line),
        _ => sentence!("before line {}", line),
    }
}
