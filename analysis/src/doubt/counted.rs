//! Uses behind a free that happens only with the last reference.

use crate::{
    cfg::Action,
    finding::line_of,
    model::{Counterexample, Function},
};

use super::{Doubt, observers::Without};

/// The doubt about a counterexample in which a callee frees an object only if a number in the object says so: who gives a
/// reference back and goes on has another one, as a rule.
pub fn counted_reference<'a>(function: &'a Function<'a>, found: &Counterexample) -> Option<Doubt<'a>> {
    let at = found.turn.or(found.start)?;
    let id = found.word[at];
    let edge = function.cfg.edge(id);
    let inside = edge.inside.as_ref().filter(|inside| inside.counted)?;
    matches!(edge.action, Action::Free { .. }).then(|| Doubt {
        sentence: format!(
            "`{}` on line {} frees it only in a special case, such as the last reference, and perhaps that is none",
            inside.function,
            line_of(edge.span.start)
        ),
        observers: vec![Box::new(Without(id))],
    })
}
