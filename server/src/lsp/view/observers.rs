//! An observer automaton with its proof, as data.

use csieve_analysis::{
    finding::{Conflict, ObserverGraph},
    text::Span,
};
use serde::Serialize;
use tower_lsp::lsp_types::Range;

use crate::{
    lsp::positions::Positions,
    present::{Located, observer, svg},
};

/// An observer with its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverView {
    /// The clashing statements: `{x = 10, x > 0, x == 1}`.
    pub title: String,
    /// The refuter that found the conflict.
    pub refuter: csieve_analysis::refuter_id::RefuterId,
    /// For Graphviz.
    pub dot: String,
    /// Drawn, without scripts.
    pub svg: String,
    /// Its states and transitions as plain text.
    pub text: String,
    /// Why the conflict is one, as a sentence.
    pub proof: String,
    /// The equations without a solution.
    pub equations: Vec<ObserverEquation>,
    /// Its states; the first one is initial.
    pub states: Vec<ObserverState>,
    /// Its transitions; every statement that is not named leaves the state as it is.
    pub edges: Vec<ObserverTransition>,
    /// The statements that cannot both happen, one after the other.
    pub clash: Vec<Range>,
}

/// An equation of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverEquation {
    /// Where its statement is.
    pub range: Range,
    /// The statement as written.
    pub statement: String,
    /// The equation.
    pub equation: String,
    /// Its value in the least solution.
    pub solution: String,
}

/// A state of an observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverState {
    /// What is known in it.
    pub label: String,
    /// No run gets here.
    pub rejects: bool,
    /// The statements that lead here.
    pub ranges: Vec<Range>,
}

/// A transition of an observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverTransition {
    /// The state that it leaves, as an index.
    pub from: usize,
    /// The state that it leads to.
    pub to: usize,
    /// Its statement.
    pub label: String,
    /// Where the statement is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
}

/// The observer of a proof of a finding.
pub(in crate::lsp) fn view(located: &Located, positions: &Positions, proof: &Conflict) -> ObserverView {
    let range = |span: Span| positions.range(located.span(span));
    let equations = proof.equations.iter().map(|row| ObserverEquation {
        range: range(row.span),
        statement: row.text.clone(),
        equation: located.sentence(&row.equation),
        solution: located.sentence(&row.solution),
    });
    let edges = proof.observer.edges.iter().map(|edge| ObserverTransition {
        from: edge.from,
        to: edge.to,
        label: edge.label.clone(),
        range: edge.span.map(range),
    });
    ObserverView {
        title: proof.set(),
        refuter: proof.refuter,
        dot: observer::dot(located, &proof.observer),
        svg: svg::svg(located, proof),
        text: observer::text(located, &proof.observer),
        proof: located.sentence(&proof.sentence),
        equations: equations.collect(),
        states: states(&proof.observer, &range),
        edges: edges.collect(),
        clash: clash(proof).into_iter().map(range).collect(),
    }
}

fn states(graph: &ObserverGraph, range: &dyn Fn(Span) -> Range) -> Vec<ObserverState> {
    let state = |(index, label): (usize, &String)| {
        let mut ranges: Vec<Range> = Vec::new();
        let entering = graph.edges.iter().filter(|edge| edge.to == index).filter_map(|edge| edge.span);
        for span in entering {
            let range = range(span);
            if !ranges.contains(&range) {
                ranges.push(range);
            }
        }
        ObserverState { label: label.clone(), rejects: index + 1 == graph.states.len(), ranges }
    };
    graph.states.iter().enumerate().map(state).collect()
}

/// The first and the last statement of a conflict; one if they are the same.
fn clash(proof: &Conflict) -> Vec<Span> {
    let mut spans: Vec<Span> =
        proof.equations.first().into_iter().chain(proof.equations.last()).map(|row| row.span).collect();
    spans.dedup();
    spans
}
