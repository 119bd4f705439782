//! Tests of the automata of small functions: what an edge does to the quantities, and what is known behind
//! the edges of a path.
//!
//! A quantity with an operator is written in braces: `{a-b}` is what is known of the difference, `a - b` is
//! computed from what is known of `a` and `b`.

mod conditions;
mod sums;
mod writes;

use csieve_graph::{Action, Cfg, EdgeId, ExprKind, Type, action_text};

use super::{Automaton, Environment, Event, Quantity, QuantityId, program_text, quantity_text};
use crate::tests::{derived, graph};

/// Returns what the edges of the last function of a text do to the quantities, one line for each edge that
/// does something.
fn effects(text: &str) -> Vec<String> {
    let cfg = graph(text);
    effects_of(&cfg, &derived(&cfg))
}

fn effects_of(cfg: &Cfg, automaton: &Automaton) -> Vec<String> {
    let lines = cfg.edge_ids().filter_map(|id| {
        let events: Vec<String> =
            automaton.events[id.index()].iter().filter_map(|event| shown(cfg, automaton, event)).collect();
        let action = action_text(cfg, cfg.edge(id));
        (!events.is_empty()).then(|| format!("{action}: {}", events.join("; ")))
    });
    lines.collect()
}

/// Returns an event as text, None if it does nothing.
fn shown(cfg: &Cfg, automaton: &Automaton, event: &Event) -> Option<String> {
    match event {
        Event::Update(id) => {
            let update = automaton.update(*id);
            let program = program_text(&update.program, &|read| name(cfg, automaton, read));
            Some(format!("{} := {program}", name(cfg, automaton, update.target)))
        }
        Event::Kill(killed) if killed.is_empty() => None,
        Event::Kill(killed) => {
            let names: Vec<String> = killed.iter().map(|id| name(cfg, automaton, id)).collect();
            Some(format!("forget {}", names.join(", ")))
        }
    }
}

fn name(cfg: &Cfg, automaton: &Automaton, id: QuantityId) -> String {
    let text = quantity_text(cfg, automaton, id);
    if let Quantity::Value(expr) = automaton.quantities.get(id)
        && let (ExprKind::Cast(_), Type::Int(int)) = (&cfg.expr(*expr).kind, cfg.expr(*expr).ty)
    {
        // The text of an expression does not show conversions.
        return format!("{{{text} in {} bits}}", int.bits);
    }
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text);
    if text.contains(' ') { format!("{{{}}}", text.replace(' ', "")) } else { text.to_owned() }
}

/// Returns what is known where the last function of a text returns, on the path that takes these branches:
/// `x = [1, 9]` for every quantity of which more is known than its type. None if no run takes the path.
fn known_behind(text: &str, branches: &[&str]) -> Option<String> {
    let cfg = graph(text);
    known_in(&cfg, &derived(&cfg), branches)
}

fn known_in(cfg: &Cfg, automaton: &Automaton, branches: &[&str]) -> Option<String> {
    let mut branches = branches.iter();
    let (mut at, mut known) = (cfg.entry, Environment::default());
    while at != cfg.exit {
        let edges = &cfg.successors[at.index()];
        let goes_on = |id: &&EdgeId| !matches!(cfg.edge(**id).action, Action::Misuse { .. });
        let open: Vec<&EdgeId> = edges.iter().filter(goes_on).collect();
        let edge = match open.as_slice() {
            [only] => **only,
            _ => {
                let wanted = branches.next().expect("the path has as many branches as the test names");
                let is_wanted = |id: &&&EdgeId| action_text(cfg, cfg.edge(***id)) == *wanted;
                **open.iter().find(is_wanted).expect("there is such a branch")
            }
        };
        known = known.after(automaton, &automaton.events[edge.index()])?;
        at = cfg.edge(edge).to;
    }
    assert_eq!(branches.next(), None, "the path has fewer branches");
    let values = automaton.quantities.ids().filter_map(|id| {
        let value = known.get(automaton, id);
        (value != automaton.range(id)).then(|| format!("{} = {value}", name(cfg, automaton, id)))
    });
    Some(values.collect::<Vec<_>>().join(", "))
}
