//! An observer with its proof, as data for clients.

use csieve_analysis::{
    finding::{Conflict, ObserverGraph},
    refuter_id::RefuterId,
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
    /// The statements of the conflict: `{x = 10, x > 0, x == 1}`.
    pub title: String,
    /// The refuter that found the conflict.
    pub refuter: RefuterId,
    /// The observer in the DOT language of Graphviz.
    pub dot: String,
    /// The observer as an SVG drawing, without scripts.
    pub svg: String,
    /// The states and transitions of the observer as plain text.
    pub text: String,
    /// The reason why the conflict has no solution, as a sentence.
    pub proof: String,
    /// The equations of the conflict, which together have no solution.
    pub equations: Vec<ObserverEquation>,
    /// The states of the observer; the first one is initial, the last one rejects.
    pub states: Vec<ObserverState>,
    /// The transitions of the observer. Statements without a transition leave the state as it is.
    pub edges: Vec<ObserverTransition>,
    /// The ranges of the conflict's first and last statement; only one range if they are the same.
    pub clash: Vec<Range>,
}

/// An equation of a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverEquation {
    /// The place of the equation's statement.
    pub range: Range,
    /// The equation's statement, as written in the source.
    pub statement: String,
    /// The equation as text.
    pub equation: String,
    /// The value of the equation's left side in the least solution.
    pub solution: String,
}

/// A state of an observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverState {
    /// The facts that are known in the state.
    pub label: String,
    /// Whether the observer rejects words in this state, as no run follows them.
    pub rejects: bool,
    /// The places of the statements that lead to the state.
    pub ranges: Vec<Range>,
}

/// A transition of an observer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObserverTransition {
    /// The index of the state that the transition leaves.
    pub from: usize,
    /// The index of the state that the transition leads to.
    pub to: usize,
    /// The statement on which the observer takes the transition.
    pub label: String,
    /// The place of the statement in `label`; `None` if `label` is no statement of the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
}

/// Returns the observer of a proof of a finding.
pub(in crate::lsp) fn view(located: &Located, positions: &Positions, proof: &Conflict) -> ObserverView {
    // Nothing of the document is marked for what is in another file.
    let range = |span: Span| {
        if located.is_elsewhere() { Range::default() } else { positions.range(located.span(span)) }
    };
    let equations = proof.equations.iter().map(|row| ObserverEquation {
        range: range(row.span),
        statement: row.text.clone(),
        equation: row.equation.clone(),
        solution: row.solution.clone(),
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

/// Returns the spans of a conflict's first and last statement; only one span if they are the same.
fn clash(proof: &Conflict) -> Vec<Span> {
    let mut spans: Vec<Span> =
        proof.equations.first().into_iter().chain(proof.equations.last()).map(|row| row.span).collect();
    spans.dedup();
    spans
}
