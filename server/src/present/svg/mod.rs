//! Draws observers: states in one column, forward transitions on the right, transitions back on the left.
//!
//! Observers are small and nearly linear, so a fixed layout shows them better than a general one. Long labels
//! are wrapped, every line has its place, and nothing overlaps.

mod layout;
mod markup;
mod wrap;

use csieve_analysis::finding::{Conflict, ObserverEdge};

use self::layout::{Drawn, layout};
use super::{Located, observer::label};

/// Draws the observer of a proof as an SVG document without scripts, with its own background. Each state is a
/// group of class `state` with its index in `data-state`. Each transition is a group of class `edge` with its
/// index in `data-edge`. All parts have classes, so that a page can change their colours.
pub fn svg(located: &Located, proof: &Conflict) -> String {
    let transitions: Vec<Drawn> =
        proof.observer.edges.iter().map(|edge| drawn(located, proof, edge)).collect();
    markup::document(&layout(&proof.observer.states, &transitions))
}

fn drawn(located: &Located, proof: &Conflict, edge: &ObserverEdge) -> Drawn {
    let row = proof.equations.iter().find(|row| Some(row.span) == edge.span && row.text == edge.label);
    Drawn {
        from: edge.from,
        to: edge.to,
        statement: label(located, edge),
        equation: row.map(|row| row.equation.clone()),
    }
}
