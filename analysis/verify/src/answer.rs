//! How a question is answered.

use csieve_base::options::Options;
use csieve_lowering::unit::START;
use csieve_machine::Graphs;
use csieve_runs::confirm::UnitGraphs;

use crate::{
    endless::guessed,
    explore::{Explored, Order, explore},
    program::Closed,
    prove::is_proved,
    question::{Answer, Candidate, Given, Property, Query, Violation},
    replay::{only_run, replay},
};

/// A program in one file.
pub struct Program<'a> {
    /// The functions and objects of the program.
    pub graphs: &'a UnitGraphs<'a>,
    /// The text of the file.
    pub text: &'a str,
    /// The options of path reduction.
    pub options: &'a Options,
}

/// The part of the steps that the first search has, which looks for short runs.
const FIRST_PART: u64 = 12;

/// Answers whether runs of a program keep a property.
pub fn verify(program: &Program, query: &Query) -> Answer {
    let graphs = &Closed(program.graphs);
    let (all, first) = (query.limits.steps, query.limits.steps / FIRST_PART);
    let mut why = None;
    for (order, steps) in [(Order::Wide, first), (Order::Deep, all), (Order::Wide, all)] {
        let explored = explore(graphs, query, order, steps);
        if let Some(answer) = answered(graphs, query, &explored) {
            return answer;
        }
        why = explored.open.or(why);
        let is_first = steps == first;
        if is_first
            && query.property == Property::Termination
            && let Some(violation) = guessed(graphs, query)
        {
            return Answer::False(Box::new(violation));
        }
        if is_first && let Some(answer) = only_run(graphs, query) {
            return answer;
        }
        if is_first && query.property == Property::UnreachCall {
            let files = program.graphs.files();
            if is_proved(files, program.text, START, &query.errors, program.options) {
                return Answer::True;
            }
        }
    }
    Answer::Unknown(why.unwrap_or_else(|| "a state may come again".to_owned()))
}

/// Runs a program on numbers from outside. Returns how the run violates a property; `None` if it does not.
pub fn repeated(program: &Program, query: &Query, inputs: &[Given]) -> Option<Violation> {
    replay(&Closed(program.graphs), query, &Candidate { given: inputs.to_vec(), again: 0 })
}

/// Returns the answer that all symbolic runs give, if they give one.
fn answered(graphs: &dyn Graphs, query: &Query, explored: &Explored) -> Option<Answer> {
    let violation = explored.candidates.iter().find_map(|candidate| replay(graphs, query, candidate));
    if let Some(violation) = violation {
        return Some(Answer::False(Box::new(violation)));
    }
    let is_shown = explored.open.is_none() && (query.property != Property::Termination || !explored.repeats);
    is_shown.then_some(Answer::True)
}
