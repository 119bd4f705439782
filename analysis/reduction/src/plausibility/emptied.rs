//! Doubts about leaks after a call that counts what it allocates, if the count is 0:
//! `list = read_all(&count); if (count == 0) return;`.

use csieve_base::text::{Line, sentence};
use csieve_dataflow::automaton::{Automaton, Environment};
use csieve_graph::{Action, VarId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::NotBoth};

/// Returns the doubt about a leak on a path where a callee allocates and also sets an integer variable, as in
/// `n = read_all(&count)`, and a later condition implies that this variable is at most 0. Such a variable
/// usually counts what was allocated.
pub(super) fn counted_as_nothing<'a>(
    function: &'a Function<'a>,
    automaton: &Automaton,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let (start, origin) = (found.start?, found.origin()?);
    let call = cfg.edge(origin);
    call.inside.as_ref()?;
    let is_written = |var: &VarId| cfg.var(*var).is_named() && cfg.var(*var).ty.as_int().is_some();
    let edges = found.word.iter().map(|edge| cfg.edge(*edge));
    let counts: Vec<VarId> = edges
        .filter(|edge| edge.span == call.span && edge.inside.is_some())
        .filter_map(|edge| edge.assigned().filter(is_written))
        .collect();
    if counts.is_empty() {
        return None;
    }
    let mut known = Environment::default();
    for (position, &id) in found.word.iter().enumerate() {
        let before = known.clone();
        known = known.after(automaton, &automaton.events[id.index()])?;
        let edge = cfg.edge(id);
        if position <= start || edge.span == call.span || !matches!(edge.action, Action::Assume { .. }) {
            continue;
        }
        let is_at_most_0 = |known: &Environment, var: VarId| {
            known.get(automaton, var.into()).bounds().is_some_and(|(_, high)| high <= 0)
        };
        let empty = counts.iter().find(|var| is_at_most_0(&known, **var) && !is_at_most_0(&before, **var));
        if let Some(var) = empty {
            let (name, line) = (&cfg.var(*var).name, Line(call.span.start));
            return Some(Doubt {
                sentence: sentence!(
                    "`{}` is at most 0, and perhaps line {} allocates nothing then",
                    name,
                    line
                ),
                observers: vec![Box::new(NotBoth { first: origin, second: id })],
            });
        }
    }
    None
}
