//! Why a path takes the way that it takes at a condition.

use csieve_dataflow::automaton::Automaton;
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_refuters::Known;

use crate::finding::Value;

use super::values::values;

/// Why an edge is taken where something is known, if it is a branch of the program: there is no other way, it is one of
/// some, or, on a path that is refuted, it is impossible.
pub(super) fn way(cfg: &Cfg, automaton: &Automaton, known: &Known, id: EdgeId) -> Option<String> {
    if !is_condition(cfg, id) || cfg.is_implied(id) {
        return None;
    }
    let ways: Vec<EdgeId> =
        cfg.siblings(id).iter().copied().filter(|other| is_condition(cfg, *other)).collect();
    let open = ways.iter().filter(|way| is_possible(automaton, known, **way)).count();
    let kind = match open {
        _ if !is_possible(automaton, known, id) => "impossible".to_owned(),
        1 => "the only way".to_owned(),
        _ => format!("one of {open} ways"),
    };
    let reason = values(cfg, automaton, known, id).iter().map(value_text).collect::<Vec<_>>().join(", ");
    Some(if reason.is_empty() { kind } else { format!("{kind}, as {reason}") })
}

/// "`x` = 10", "`n` is in [0, 9]".
fn value_text(Value { name, value }: &Value) -> String {
    match value.as_str() {
        "NULL" | "not NULL" => format!("`{name}` is {value}"),
        range if range.starts_with('[') => format!("`{name}` is in {range}"),
        number => format!("`{name}` = {number}"),
    }
}

/// Whether an edge can be taken where this is known.
pub(super) fn is_possible(automaton: &Automaton, known: &Known, id: EdgeId) -> bool {
    known.allows(automaton, &automaton.events[id.index()])
}

/// Whether an edge tests something.
pub(super) fn is_condition(cfg: &Cfg, id: EdgeId) -> bool {
    matches!(cfg.edge(id).action, Action::Assume { .. } | Action::AssumeNone { .. })
}
