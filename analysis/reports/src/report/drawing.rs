//! Draws observers: the states along the refuted fragment of a path, and the transitions back to earlier
//! states.

use csieve_dataflow::automaton::{Automaton, Quantity, QuantityId, quantity_text};
use csieve_domains::interval::Interval;
use csieve_graph::{Cfg, EdgeId};
use csieve_modelcheck::model::{Observation, Observer, ObserverState};
use csieve_refuters::{AssertionConflict, BitConflict, HeapConflict, IntervalConflict, MisuseConflict};

use crate::finding::{ObserverEdge, ObserverGraph};

use super::values::shown;
use csieve_graph::edge_text;

/// The most states of a drawing, the rejecting state not counted.
const MAX_STATES: usize = 12;

/// Draws the observer of an interval conflict, with the observer states that the statements of the conflict
/// lead to.
pub(super) fn of_intervals(
    cfg: &Cfg,
    automaton: &Automaton,
    function_text: &str,
    found: &IntervalConflict,
    observer: &dyn Observer,
) -> ObserverGraph {
    let mut edges: Vec<EdgeId> = Vec::new();
    for equation in &found.equations {
        let edge = automaton.update(equation.update).edge;
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let (states, moves) = explored(observer, &edges);
    let rejecting = states.len();
    let mut drawn: Vec<ObserverEdge> = moves
        .into_iter()
        .map(|(from, to, edge)| ObserverEdge {
            from,
            to: to.unwrap_or(rejecting),
            label: edge_text(cfg, function_text, edge),
            span: Some(cfg.edge(edge).span),
        })
        .collect();
    let mut distinct: Vec<String> = Vec::new();
    for target in found.updates.iter().map(|update| automaton.update(*update).target) {
        // Truth values change with what they are about, which is named anyway.
        let is_truth = matches!(automaton.quantities.get(target), Quantity::IsZero(_) | Quantity::Truth(..));
        let name = quantity_text(cfg, automaton, target);
        if !is_truth && !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let label = match distinct.as_slice() {
        [] => "another condition on it".to_owned(),
        names => format!("other write to {}", names.join(", ")),
    };
    drawn.extend((1..rejecting).map(|from| ObserverEdge { from, to: 0, label: label.clone(), span: None }));
    let mut labels: Vec<String> =
        states.iter().map(|state| state_text(cfg, automaton, observer, state)).collect();
    labels.push("cannot happen".to_owned());
    ObserverGraph { states: labels, edges: drawn }
}

/// The move of an observer along an edge: the index of a state, the index of the next state (`None` if the
/// observer rejects), and the edge.
type ObserverMove = (usize, Option<usize>, EdgeId);

/// Returns the states of an observer that words over some edges reach, the initial one first, at most
/// [`MAX_STATES`], with the moves between them.
fn explored(observer: &dyn Observer, edges: &[EdgeId]) -> (Vec<ObserverState>, Vec<ObserverMove>) {
    let mut states: Vec<ObserverState> = vec![Box::new([])];
    let mut moves: Vec<ObserverMove> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        for &edge in edges {
            let to = match observer.step(&states[at].clone(), edge) {
                Observation::Stay => continue,
                Observation::Reject => None,
                Observation::To(next) => match states.iter().position(|known| *known == next) {
                    Some(known) => Some(known),
                    None if states.len() < MAX_STATES => {
                        states.push(next);
                        Some(states.len() - 1)
                    }
                    None => continue,
                },
            };
            if to != Some(at) {
                moves.push((at, to, edge));
            }
        }
        at += 1;
    }
    (states, moves)
}

fn state_text(cfg: &Cfg, automaton: &Automaton, observer: &dyn Observer, state: &[u32]) -> String {
    let facts = observer.facts(state);
    if facts.is_empty() {
        return "nothing known".to_owned();
    }
    let texts: Vec<String> =
        facts.into_iter().map(|(quantity, value)| fact_text(cfg, automaton, quantity, value)).collect();
    texts.join(", ")
}

/// Returns what an observer knows of a quantity, as readers write it: "k != 45", "p = NULL", "n ≥ 1".
fn fact_text(cfg: &Cfg, automaton: &Automaton, quantity: QuantityId, value: Interval) -> String {
    if let Some(known) = shown(cfg, automaton, quantity, value) {
        return known.of(&known.name);
    }
    let name = quantity_text(cfg, automaton, quantity);
    let bare = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(&name);
    match automaton.quantities.get(quantity) {
        Quantity::IsZero(_) | Quantity::Truth(..) if value == Interval::ONE => bare.to_owned(),
        Quantity::IsZero(_) if value == Interval::ZERO => bare.replacen(" == ", " != ", 1),
        _ => {
            let relation = if value.as_point().is_some() { "=" } else { "∈" };
            format!("{name} {relation} {value}")
        }
    }
}

/// Draws the observer of a proof that an earlier misuse ends the run.
pub(super) fn of_misuse(cfg: &Cfg, function_text: &str, found: &MisuseConflict) -> ObserverGraph {
    let edge = |from: usize, to: usize, label: String, edge: Option<EdgeId>| ObserverEdge {
        from,
        to,
        label,
        span: edge.map(|edge| cfg.edge(edge).span),
    };
    ObserverGraph {
        states: ["nothing known", "followed", "the run has ended", "cannot happen"]
            .map(str::to_owned)
            .to_vec(),
        edges: vec![
            edge(0, 1, edge_text(cfg, function_text, found.origin), Some(found.origin)),
            edge(1, 0, "the object is no longer followed".to_owned(), None),
            edge(
                1,
                2,
                format!("{}: {}", found.rule.id(), edge_text(cfg, function_text, found.misuse)),
                Some(found.misuse),
            ),
            edge(2, 3, "any statement".to_owned(), None),
        ],
    }
}

/// Draws the observer of a proof by assertions. Each state shows the assertions that hold after one statement
/// of the path. No run gets past the last statement.
pub(super) fn of_assertions(cfg: &Cfg, function_text: &str, found: &AssertionConflict) -> ObserverGraph {
    let says = found.clauses.iter().map(|clause| (clause.edge, clause.holds.join(", ")));
    of_clauses(cfg, function_text, says)
}

/// Draws the observer of a proof over heaps. Each state shows the heaps after one statement that changes
/// them. No run gets past the last statement.
pub(super) fn of_heaps(cfg: &Cfg, function_text: &str, found: &HeapConflict) -> ObserverGraph {
    let says = found.clauses.iter().map(|clause| (clause.edge, clause.heaps.join("; or ")));
    of_clauses(cfg, function_text, says)
}

/// Draws an observer from the facts that hold after statements. An empty text says that no run gets past the
/// statement.
fn of_clauses(
    cfg: &Cfg,
    function_text: &str,
    clauses: impl Iterator<Item = (EdgeId, String)>,
) -> ObserverGraph {
    let mut states = vec!["nothing known".to_owned()];
    let mut edges: Vec<ObserverEdge> = Vec::new();
    for (edge, says) in clauses {
        let from = states.len() - 1;
        let label = edge_text(cfg, function_text, edge);
        let span = Some(cfg.edge(edge).span);
        let state = if says.is_empty() { "cannot happen".to_owned() } else { says };
        // If a statement establishes facts that already have a state, it is drawn as a transition from that
        // state to itself.
        let (from, to) = match states.iter().position(|known| *known == state) {
            Some(known) => (known, known),
            None => (from, states.len()),
        };
        if to == states.len() {
            states.push(state);
        }
        edges.push(ObserverEdge { from, to, label, span });
    }
    ObserverGraph { states, edges }
}

/// Draws the observer of a conflict over bits: the chain of the conflict's statements, and the transitions
/// back to the initial state.
pub(super) fn of_bits(cfg: &Cfg, function_text: &str, found: &BitConflict) -> ObserverGraph {
    let last = found.clauses.len();
    let mut states = vec!["nothing known".to_owned()];
    states.extend(found.clauses[..last - 1].iter().map(|clause| clause.says.clone()));
    states.push("cannot happen".to_owned());
    let on = found.clauses.iter().enumerate().map(|(at, clause)| ObserverEdge {
        from: at,
        to: at + 1,
        label: edge_text(cfg, function_text, clause.edge),
        span: Some(cfg.edge(clause.edge).span),
    });
    let back = found.clauses.iter().enumerate().skip(1).filter(|(_, clause)| !clause.shared.is_empty());
    let back = back.map(|(from, clause)| ObserverEdge {
        from,
        to: 0,
        label: format!("other write to {}", clause.shared.join(", ")),
        span: None,
    });
    ObserverGraph { states, edges: on.chain(back).collect() }
}
