//! Doubts about objects that a callee frees or returns only if a number in the object asks for it: a
//! reference count or a flag.

use csieve_base::text::{Line, sentence};
use csieve_graph::{Action, EdgeId};
use csieve_modelcheck::{
    checks::ConditionalCallee,
    model::{Counterexample, Function},
};

use super::{Doubt, observers::Without};

/// Returns the doubt about a counterexample in which a callee frees or returns an object only if a number in
/// the object asks for it. A caller that releases a reference and goes on using the object usually has
/// another reference. A caller that passes a local object has usually set the flag so that the callee does
/// not free the object.
pub(super) fn counted_reference<'a>(
    function: &'a Function<'a>,
    callee: ConditionalCallee,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let is_invalid = callee == ConditionalCallee::FreesForeign;
    let told = |id: EdgeId| {
        let inside = function.cfg.edge(id).inside.as_ref();
        inside.filter(|inside| inside.when.counted || is_invalid && inside.when.told)
    };
    let is_free = |id: EdgeId| matches!(function.cfg.edge(id).action, Action::Free { .. });
    let id = match callee {
        ConditionalCallee::FreesForeign => Some(found.misuse()),
        ConditionalCallee::Frees | ConditionalCallee::ReturnsAddress => {
            found.turn.or(found.start).map(|at| found.word[at])
        }
    };
    let is_returned = |id: &EdgeId| callee == ConditionalCallee::ReturnsAddress && told(*id).is_some();
    let id = id.filter(|id| is_free(*id) && told(*id).is_some()).or_else(|| {
        let first = found.start.map(|start| found.word[start]);
        first.filter(is_returned)
    })?;
    let inside = told(id)?;
    let line = Line(function.cfg.edge(id).span.start);
    let name: &str = &inside.function;
    let sentence = match callee {
        ConditionalCallee::FreesForeign => {
            sentence!(
                "`{}` on line {} frees it only if the object says so, and perhaps it does not",
                name,
                line
            )
        }
        ConditionalCallee::ReturnsAddress => {
            sentence!(
                "`{}` on line {} gives it back only if the object says so, and perhaps it does not",
                name,
                line
            )
        }
        ConditionalCallee::Frees => sentence!(
            "`{}` on line {} frees it only in a special case, such as the last reference, \
             which may not apply here",
            name,
            line
        ),
    };
    Some(Doubt { sentence, observers: vec![Box::new(Without(id))] })
}
