//! Inputs that lead a function everywhere (Erez, section 7.1): a set of runs that together pass all nodes or all edges of the
//! graph, and what no run passes.

mod goals;
mod kept;
mod search;
#[cfg(test)]
mod tests;
mod unreachable;

pub use goals::{Criterion, Goal};

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    text::Sentence,
};
use csieve_machine::{Callee, Graphs};
use csieve_reports::finding::Input;

use kept::Found;

/// A run that passes goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// What it is given, in the order in which the function asks for it.
    pub inputs: Vec<Input>,
    /// The goals that it passes, ascending indices.
    pub passes: Vec<usize>,
    /// How it ends, as a phrase: "returns", "ends in null-dereference".
    pub end: String,
}

/// Why no run passes a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The sentence of a proof.
    Proof(Sentence),
    /// Every way to it takes an edge that was proved to be out of reach.
    Behind,
    /// The graph has no way to it.
    NoWay,
}

/// A goal that no run passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// Index of the goal.
    pub goal: usize,
    /// Why.
    pub reason: Reason,
}

/// How a function can be covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// What there is to pass, by position.
    pub goals: Vec<Goal>,
    /// Runs that together pass all goals that any known run passes; each passes one that no other does.
    pub tests: Vec<Test>,
    /// Goals that were proved to be out of reach, ascending.
    pub unreachable: Vec<Unreachable>,
    /// Goals of which neither is known, ascending.
    pub missed: Vec<usize>,
    /// If something is missed: what kept runs from going on or the search from trying more, as sentences.
    pub stops: Vec<Sentence>,
}

/// Looks for inputs that cover a function, of which `text` is the text; none if it has no graph. Graphs are lowered without
/// summaries, so that runs go through callees.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn cover(
    graphs: &dyn Graphs,
    function: &str,
    text: &str,
    criterion: Criterion,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<Option<Cover>, Cancelled> {
    let Callee::Graph(cfg) = graphs.graph(function) else { return Ok(None) };
    let mut goals = goals::goals(cfg, text, criterion);
    let Found { tests, passed, taken, stops } = search::found(graphs, cfg, &goals, options, cancel)?;
    let open: Vec<usize> = (0..goals.len()).filter(|goal| !passed.contains(*goal)).collect();
    let unreachable = unreachable::proved(cfg, text, &goals, &open, options, cancel)?;
    let is_proved = |goal: &usize| unreachable.iter().any(|one| one.goal == *goal);
    let missed: Vec<usize> = open.into_iter().filter(|goal| !is_proved(goal)).collect();
    let stops = if missed.is_empty() { Vec::new() } else { stops };
    goals::mark_next(cfg, &mut goals, &taken);
    Ok(Some(Cover { goals, tests, unreachable, missed, stops }))
}
