//! Finds inputs that cover a function ([Erez] 7.1): a set of runs that together pass all locations or all
//! edges of its graph. For locations and edges that no run passes, it proves where possible that none can.

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

use kept::CoverResult;

/// A run that passes goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The inputs of the run, in the order in which the function asks for them.
    pub inputs: Vec<Input>,
    /// The indices in [`Cover::goals`] of the goals that the run passes, ascending.
    pub passes: Vec<usize>,
    /// How the run ends, as a phrase: "returns", "ends in null-dereference".
    pub end: String,
}

/// The reason why no run passes a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The sentence of a proof.
    Proof(Sentence),
    /// Every path to the goal takes an edge that was proved to be unreachable.
    Behind,
    /// The graph has no path to the goal.
    NoWay,
}

/// A goal that no run passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreachable {
    /// The index of the goal in [`Cover::goals`].
    pub goal: usize,
    /// The reason why no run passes the goal.
    pub reason: Reason,
}

/// The inputs that cover a function, and the goals that they do not pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// All goals, by position in the source.
    pub goals: Vec<Goal>,
    /// Runs that together pass all goals that any known run passes. Each of these runs passes a goal that no
    /// other one passes.
    pub tests: Vec<Test>,
    /// The goals that were proved to be unreachable, ascending.
    pub unreachable: Vec<Unreachable>,
    /// The indices in `goals` of the goals that no known run passes and that were not proved to be
    /// unreachable, ascending.
    pub missed: Vec<usize>,
    /// If goals are missed: why the machine could not follow runs further or why the search stopped, as
    /// sentences.
    pub stops: Vec<Sentence>,
}

/// Looks for inputs that cover a function with the text `text`; `None` if the function has no graph. Graphs
/// are lowered without summaries, so that runs go through callees.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
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
    let CoverResult { tests, passed, taken, stops } = search::found(graphs, cfg, &goals, options, cancel)?;
    let open: Vec<usize> = (0..goals.len()).filter(|goal| !passed.contains(*goal)).collect();
    let unreachable = unreachable::proved(cfg, text, &goals, &open, options, cancel)?;
    let is_proved = |goal: &usize| unreachable.iter().any(|one| one.goal == *goal);
    let missed: Vec<usize> = open.into_iter().filter(|goal| !is_proved(goal)).collect();
    let stops = if missed.is_empty() { Vec::new() } else { stops };
    goals::mark_next(cfg, &mut goals, &taken);
    Ok(Some(Cover { goals, tests, unreachable, missed, stops }))
}
