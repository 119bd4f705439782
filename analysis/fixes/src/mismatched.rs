//! What it does: names the function that releases what was obtained in place of one for another kind.
//!
//! When it is offered: the library says which function that is.
//!
//! Example:
//!
//! ```c
//! FILE *out = popen(command, "r");
//! pclose(out);      // was: fclose(out);
//! ```

use csieve_base::text::sentence;
use csieve_frontend::syntax::{Field, Kind};
use csieve_graph::Action;

use crate::{Candidate, Subject, edit::Edit, release::of_allocator, safety::OwnVariable, written::Written};

/// Returns candidates for something that is released by a function for another kind.
pub(crate) fn candidates(subject: &Subject, written: &Written) -> Vec<Candidate> {
    let span = subject.finding.span;
    let node = written.root().descendant_for_byte_range(span.start as usize, span.end as usize);
    let call = node.and_then(|node| {
        let mut inside = std::iter::once(node).chain(node.around()).chain(node.subtree());
        inside.find(|one| one.kind() == Kind::CallExpression)
    });
    let Some(callee) = call.and_then(|call| call.field(Field::Function)) else { return Vec::new() };
    let wrong = written.of(callee);
    let is_safe = is_of_one_kind(subject);
    let right = right(subject).into_iter().filter(|name| name != wrong);
    right
        .map(|name| Candidate {
            title: sentence!("call `{}` in place of `{}`", name, wrong),
            edits: vec![Edit::replace(callee.byte_range(), name)],
            is_safe,
        })
        .collect()
}

/// Returns whether the variable never holds anything that the wrong function would be right for.
fn is_of_one_kind(subject: &Subject) -> bool {
    let mut kinds: Vec<&Action> = made(subject).collect();
    kinds.dedup_by(|one, other| std::ptr::eq(*one, *other));
    let is_same = |one: &Action, other: &Action| match (one, other) {
        (Action::Open { resource: one, .. }, Action::Open { resource: other, .. }) => one.name == other.name,
        (Action::Alloc { callee: one, .. }, Action::Alloc { callee: other, .. }) => one == other,
        _ => false,
    };
    let [kind] = kinds[..] else { return false };
    OwnVariable::of(subject.cfg, &subject.finding.subject)
        .is_some_and(|own| own.only_holds(|action| is_same(kind, action)))
}

/// Returns the functions that release what the path of the finding obtained.
fn right(subject: &Subject) -> Vec<String> {
    let mut found = Vec::new();
    for action in made(subject) {
        match action {
            Action::Open { resource, .. } => {
                found.extend(subject.library.closing(&resource.name).into_iter().map(str::to_owned));
            }
            Action::Alloc { callee, .. } => found.extend(of_allocator(subject, callee)),
            _ => {}
        }
    }
    found.dedup();
    found
}

/// Returns the actions with which the path of the finding allocated or opened something, in its order.
fn made<'a>(subject: &Subject<'a>) -> impl Iterator<Item = &'a Action> {
    let (cfg, witness) = (subject.cfg, &subject.finding.witness);
    let decisive = witness.iter().filter(|step| step.decisive && step.callee.is_none());
    let edges = decisive.flat_map(|step| cfg.edges.iter().filter(|edge| edge.span == step.span));
    edges
        .map(|edge| &edge.action)
        .filter(|action| matches!(action, Action::Open { .. } | Action::Alloc { .. }))
}
