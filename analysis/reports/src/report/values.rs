//! The known values of variables at an edge of a path, for the reader.

use csieve_dataflow::automaton::{Automaton, Event, Quantity};
use csieve_domains::interval::Interval;
use csieve_graph::{Cfg, EdgeId, Type, VarId};
use csieve_refuters::PathIntervals;

use crate::finding::ShownValue;

/// Returns the named variables that an edge writes or tests, with their known values. Variables of which
/// nothing is known are left out.
pub(super) fn values(cfg: &Cfg, automaton: &Automaton, known: &PathIntervals, id: EdgeId) -> Vec<ShownValue> {
    let mut vars: Vec<VarId> = Vec::new();
    for event in &automaton.events[id.index()] {
        if let Event::Update(update) = event
            && let Quantity::Var(var) = automaton.quantities.get(automaton.update(*update).target)
            && cfg.var(*var).is_named()
            && !vars.contains(var)
        {
            vars.push(*var);
        }
    }
    let shown = vars.into_iter().filter_map(|var| {
        let value = known.get(automaton, var.into());
        let all = automaton.range(var.into());
        (value != all).then(|| ShownValue {
            name: cfg.var(var).name.clone(),
            value: value_text(cfg.var(var).ty, value, all),
        })
    });
    shown.collect()
}

/// Returns the text of values, of which `all` are those that the variable can have.
pub(super) fn value_text(ty: Type, value: Interval, all: Interval) -> String {
    let (Some((low, high)), Some((least, most))) = (value.bounds(), all.bounds()) else {
        return value.to_string();
    };
    match ty {
        Type::Pointer if value == Interval::ZERO => "NULL".to_owned(),
        Type::Pointer if !value.contains(0) => "not NULL".to_owned(),
        _ if low == high => low.to_string(),
        _ if high >= most => format!("≥ {low}"),
        _ if low <= least => format!("≤ {high}"),
        _ => value.to_string(),
    }
}
