//! Runs of the machine that come to the same state twice, and so go on for ever.
//!
//! What the machine compares is all that the rest of the run can read. Between the two states, the run may have got
//! numbers from outside: nothing keeps it from getting the same ones again. Only functions that are said to return any
//! number give some, not those of the C library, whose results may depend on earlier calls.

use csieve_base::{budget::Steps, library::Library};
use csieve_graph::{Cfg, EdgeId, Type};
use csieve_lowering::unit::START;
use csieve_machine::{Chosen, Ending, Graphs, Host, Source, until_again};

use crate::{
    inputs::Inputs,
    question::{Candidate, Given, Happened, Query, Violation},
};

/// The part of the steps of a run that a run has whose states are compared.
const PART: u32 = 10;

/// The same for a run on guessed numbers.
const GUESSED_PART: u32 = 50;

/// The largest number of numbers from outside until a state comes again.
const MOST_INPUTS: usize = 10_000;

/// Numbers that are tried for all inputs.
const GUESSES: [i128; 4] = [0, 1, -1, 2];

/// The host of a run on given inputs, and on others behind them.
struct Forever<'i> {
    inputs: Inputs<'i>,
    /// The inputs that the run gets in turn behind those that are given; none if it gets `number`.
    again: std::iter::Cycle<std::slice::Iter<'i, Given>>,
    number: i128,
    library: &'i Library,
}

impl Host for Forever<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, ()) {
        let Source::Result { function, .. } = source else { return self.inputs.choose(source, ty) };
        let is_given = !self.inputs.is_at_end();
        if is_given {
            let chosen = self.inputs.choose(source, ty);
            return if self.library.function(function).is_some() { (Chosen::Nothing, ()) } else { chosen };
        }
        if self.library.function(function).is_some() {
            return (Chosen::Nothing, ());
        }
        let bits = match self.again.clone().next() {
            Some(next) if next.function == *function => {
                self.again.next();
                next.bits
            }
            _ => self.number as u128,
        };
        (Chosen::Number(self.inputs.takes(function, bits, ty)), ())
    }

    fn is_stopped(&self) -> bool {
        self.inputs.has_failed() || self.inputs.taken.len() > MOST_INPUTS
    }

    fn visit(&mut self, function: &Cfg, edge: EdgeId, depth: usize) {
        self.inputs.visit(function, edge, depth);
    }
}

/// Runs a program on the inputs of a candidate. Returns the run if it comes to the same state again.
///
/// A signed number that overflows ends the run: no run goes on for ever only because numbers wrap around.
pub(crate) fn endless(graphs: &dyn Graphs, query: &Query, candidate: &Candidate) -> Option<Violation> {
    let steps = query.limits.run_steps / PART;
    follow(graphs, query, candidate, 0, steps)
}

/// The same for runs that get one number again and again.
pub(crate) fn guessed(graphs: &dyn Graphs, query: &Query) -> Option<Violation> {
    let steps = query.limits.run_steps / GUESSED_PART;
    GUESSES.into_iter().find_map(|number| follow(graphs, query, &Candidate::default(), number, steps))
}

fn follow(
    graphs: &dyn Graphs,
    query: &Query,
    candidate: &Candidate,
    number: i128,
    steps: u32,
) -> Option<Violation> {
    let Candidate { given, again } = candidate;
    let last = &given[given.len().saturating_sub(*again)..];
    let mut host = Forever {
        inputs: Inputs::new(given, &query.errors),
        again: last.iter().cycle(),
        number,
        library: graphs.library(),
    };
    let ending = until_again(graphs, START, &mut host, false, &mut Steps::new(steps));
    let Ending::Again { .. } = ending else { return None };
    let (function, span) = host.inputs.here()?;
    Some(Violation { happened: Happened::NoEnd, function, span, inputs: host.inputs.taken })
}
