//! The known values of variables at an edge of a path, for the reader.

use csieve_dataflow::automaton::{Automaton, Event, Quantity, QuantityId, quantity_text};
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
    let shown = vars.into_iter().map(QuantityId::from).filter_map(|quantity| {
        let value = known.get(automaton, quantity);
        if value == automaton.range(quantity) { None } else { shown(cfg, automaton, quantity, value) }
    });
    let mut shown: Vec<ShownValue> = shown.collect();
    shown.shrink_to_fit();
    shown
}

/// Returns values of a variable, or of what an expression reads, for the reader; `None` for other quantities.
pub(super) fn shown(
    cfg: &Cfg,
    automaton: &Automaton,
    quantity: QuantityId,
    value: Interval,
) -> Option<ShownValue> {
    let ty = match automaton.quantities.get(quantity) {
        Quantity::Var(var) => cfg.var(*var).ty,
        Quantity::Value(expr) => cfg.expr(*expr).ty,
        _ => return None,
    };
    let value = value_text(ty, value, automaton.range(quantity));
    Some(ShownValue { name: quantity_text(cfg, automaton, quantity), value })
}

/// Returns the text of values, of which `all` are those that the quantity can have.
fn value_text(ty: Type, value: Interval, all: Interval) -> String {
    let (Some((low, high)), Some((least, most))) = (value.bounds(), all.bounds()) else {
        return value.to_string();
    };
    match ty {
        Type::Pointer if value == Interval::ZERO => "NULL".to_owned(),
        Type::Pointer if !value.contains(0) => "not NULL".to_owned(),
        _ if low == high => ty.number_text(low),
        _ if high >= most => format!("≥ {low}"),
        _ if low <= least => format!("≤ {high}"),
        _ => value.to_string(),
    }
}
