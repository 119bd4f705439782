//! Uses behind a free that happens only with the last reference.

use crate::{
    cfg::{Action, EdgeId, Loc},
    finding::line_of,
    model::{Counterexample, Function, Observation, Observer, ObserverState},
};

use super::Doubt;

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

/// Rejects words with an edge.
pub(super) struct Without(pub EdgeId);

impl Observer for Without {
    fn step(&self, _state: &[u32], edge: EdgeId) -> Observation {
        if edge == self.0 { Observation::Reject } else { Observation::Stay }
    }

    fn relevant(&self, state: ObserverState, _at: Loc) -> ObserverState {
        state
    }
}
