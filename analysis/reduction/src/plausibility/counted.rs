//! Uses behind a free that happens only with the last reference, and frees of what a flag says was never allocated.

use csieve_base::{
    rule::Rule,
    text::{Line, sentence},
};
use csieve_graph::{Action, EdgeId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::Without};

/// The doubt about a counterexample in which a callee frees an object, or gives it back, only if a number in the object says
/// so: who gives a reference back and goes on has another one, as a rule, and who has a local object has told it so.
pub fn counted_reference<'a>(
    function: &'a Function<'a>,
    rule: Rule,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let is_invalid = rule == Rule::InvalidFree;
    let told = |id: EdgeId| {
        let inside = function.cfg.edge(id).inside.as_ref();
        inside.filter(|inside| inside.counted || is_invalid && inside.told)
    };
    let is_free = |id: EdgeId| matches!(function.cfg.edge(id).action, Action::Free { .. });
    let id = match rule {
        Rule::InvalidFree => Some(found.misuse()),
        _ => found.turn.or(found.start).map(|at| found.word[at]),
    };
    let is_returned = |id: &EdgeId| rule == Rule::StackAddressEscape && told(*id).is_some();
    let id = id.filter(|id| is_free(*id) && told(*id).is_some()).or_else(|| {
        let first = found.start.map(|start| found.word[start]);
        first.filter(is_returned)
    })?;
    let inside = told(id)?;
    let line = Line(function.cfg.edge(id).span.start);
    let name: &str = &inside.function;
    let sentence = match rule {
        Rule::InvalidFree => {
            sentence!(
                "`{}` on line {} frees it only if the object says so, and perhaps it does not",
                name,
                line
            )
        }
        Rule::StackAddressEscape => {
            sentence!(
                "`{}` on line {} gives it back only if the object says so, and perhaps it does not",
                name,
                line
            )
        }
        _ => sentence!(
            "`{}` on line {} frees it only in a special case, such as the last reference, and perhaps that is none",
            name,
            line
        ),
    };
    Some(Doubt { sentence, observers: vec![Box::new(Without(id))] })
}
