//! Explains why a path takes a branch at a condition.

use csieve_dataflow::automaton::Automaton;
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_refuters::PathIntervals;

use crate::finding::ShownValue;

use super::values::values;

/// Explains why a path takes an edge, given the values known before the edge. The text says that this branch
/// is the only possible one, one of several, or impossible (on a refuted path). None if the edge is no branch
/// of the program.
pub(super) fn way(cfg: &Cfg, automaton: &Automaton, known: &PathIntervals, id: EdgeId) -> Option<String> {
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

/// Returns a value as a phrase: "`x` = 10", "`n` is in [0, 9]", "`n` ≥ 1".
fn value_text(shown: &ShownValue) -> String {
    let ShownValue { name, value } = shown;
    match value.as_str() {
        "NULL" | "not NULL" => format!("`{name}` is {value}"),
        range if range.starts_with('[') => format!("`{name}` is in {range}"),
        _ => shown.of(&format!("`{name}`")),
    }
}

/// Returns whether an edge can be taken with these known values.
pub(super) fn is_possible(automaton: &Automaton, known: &PathIntervals, id: EdgeId) -> bool {
    known.allows(automaton, &automaton.events[id.index()])
}

/// Returns whether an edge tests a condition.
pub(super) fn is_condition(cfg: &Cfg, id: EdgeId) -> bool {
    matches!(cfg.edge(id).action, Action::Assume { .. } | Action::AssumeNone { .. })
}
