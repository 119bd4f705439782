//! Inputs that lead a function everywhere (Erez, section 7.1): a set of runs that together pass all nodes or all edges of the
//! graph, and what no run passes.

mod goals;
mod search;
mod unreachable;

pub use goals::{Criterion, Goal};

use crate::{
    cancel::{Cancel, Cancelled},
    confirm::UnitGraphs,
    finding::Input,
    machine::{Callee, Graphs},
    options::Options,
};

/// A run that passes goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// What it is given, in the order in which the function asks for it.
    pub inputs: Vec<Input>,
    /// The goals that it passes, ascending indices.
    pub passes: Vec<usize>,
    /// How it ends, as a phrase: "returns", "null-dereference".
    pub end: String,
}

/// A goal that no run passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// Index of the goal.
    pub goal: usize,
    /// Why, as a sentence with placeholders for lines.
    pub proof: String,
}

/// How a function can be covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// What there is to pass, by position.
    pub goals: Vec<Goal>,
    /// Runs that pass all goals that any known run passes.
    pub tests: Vec<Test>,
    /// Goals that were proved to be out of reach, ascending.
    pub unreachable: Vec<Unreachable>,
    /// Goals of which neither is known, ascending.
    pub missed: Vec<usize>,
}

/// Looks for inputs that cover a function of a file, of which `text` is the text; none if the function cannot be run.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub fn cover(
    graphs: &UnitGraphs,
    function: &str,
    text: &str,
    criterion: Criterion,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<Option<Cover>, Cancelled> {
    let Callee::Graph(cfg) = graphs.graph(function) else { return Ok(None) };
    let goals = goals::goals(cfg, text, criterion);
    let (tests, passed) = search::tests(graphs, cfg, &goals, options, cancel)?;
    let open: Vec<usize> = (0..goals.len()).filter(|goal| !passed.contains(*goal)).collect();
    let unreachable = unreachable::proved(cfg, text, &goals, &open, options, cancel)?;
    let is_proved = |goal: &usize| unreachable.iter().any(|one| one.goal == *goal);
    let missed = open.into_iter().filter(|goal| !is_proved(goal)).collect();
    Ok(Some(Cover { goals: goals.into_iter().map(|goal| goal.shown).collect(), tests, unreachable, missed }))
}
