//! Runs a program once more on the inputs of a symbolic run, with the machine, which shares nothing with symbolic runs.

use csieve_base::{budget::Steps, rule::Rule, text::Span};
use csieve_graph::{Action, Cfg, EdgeId, Type};
use csieve_machine::{Callee, Chosen, End, Graphs, Host, Run, Source, run};

use crate::{
    explore::START,
    question::{Given, Happened, Property, Query, Violation, Visit},
};

/// A function with a place in it, relative to its start.
type Spot = (String, Span);

/// The host of a run on given inputs.
struct Inputs<'i> {
    /// The inputs that the run has not asked for yet.
    given: std::slice::Iter<'i, Given>,
    /// The functions on the stack with the places at which they are.
    stack: Vec<Spot>,
    taken: Vec<Visit>,
    error: Option<Spot>,
    errors: &'i [String],
}

impl Host for Inputs<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, ()) {
        let chosen = match source {
            Source::Result { function, .. } => match self.given.as_slice().first() {
                Some(next) if next.function == *function => {
                    self.given.next();
                    let number = csieve_domains::bitwise::number(next.bits, ty);
                    if let Some((caller, span)) = self.stack.last() {
                        let callee = function.to_string();
                        self.taken.push(Visit { function: caller.clone(), span: *span, callee, number });
                    }
                    Chosen::Number(number)
                }
                _ => Chosen::Nothing,
            },
            source if source.is_outcome() => Chosen::Number(1),
            _ => Chosen::Nothing,
        };
        (chosen, ())
    }

    fn visit(&mut self, function: &Cfg, edge: EdgeId, depth: usize) {
        self.stack.truncate(depth);
        let here = (function.function.clone(), function.edge(edge).span);
        self.stack.push(here.clone());
        let called = match &function.edge(edge).action {
            Action::Call { target, .. } => target.name(),
            Action::LibraryCall { callee, .. } => Some(callee.as_str()),
            _ => None,
        };
        if called.is_some_and(|name| self.errors.iter().any(|error| error == name)) && self.error.is_none() {
            self.error = Some(here);
        }
    }
}

/// Runs a program on the inputs of a candidate. Returns how the run violates the property; `None` if it does not.
pub(crate) fn replay(graphs: &dyn Graphs, query: &Query, inputs: &[Given]) -> Option<Violation> {
    let mut host = Inputs {
        given: inputs.iter(),
        stack: Vec::new(),
        taken: Vec::new(),
        error: None,
        errors: &query.errors,
    };
    let property = query.property;
    let wrapv = property != Property::NoOverflow;
    let run = run(graphs, START, &mut host, wrapv, &mut Steps::new(query.limits.run_steps));
    let here = host.stack.last().cloned();
    let (happened, place) = match property {
        Property::UnreachCall => (Happened::ErrorCall, host.error?),
        Property::NoOverflow => {
            let overflows = matches!(run.end, End::Undefined("a signed number overflows"));
            (Happened::Overflow, here.filter(|_| overflows)?)
        }
        Property::ValidMemsafety => misused(graphs, &run)?,
        Property::Termination => return None,
    };
    Some(Violation { happened, function: place.0, span: place.1, inputs: host.taken })
}

/// Returns the misuse of memory in a run, with its place.
fn misused(graphs: &dyn Graphs, run: &Run) -> Option<(Happened, Spot)> {
    run.misuses.iter().find_map(|misuse| {
        let happened = match misuse.rule {
            Rule::NullDereference | Rule::UseAfterFree | Rule::OutOfBounds => Happened::Dereference,
            Rule::DoubleFree | Rule::InvalidFree => Happened::Free,
            Rule::MemoryLeak => Happened::Leak,
            _ => return None,
        };
        let (function, edge) = misuse.frames.last()?;
        let Callee::Graph(cfg) = graphs.graph(function) else { return None };
        Some((happened, (function.clone(), cfg.edge(*edge).span)))
    })
}
