//! Runs a program once more on the inputs of a symbolic run, with the machine, which shares nothing with symbolic runs.

use csieve_base::{budget::Steps, rule::Rule, text::Span};
use csieve_graph::{Action, Cfg, EdgeId, Type};
use csieve_machine::{Callee, Chosen, End, Graphs, Host, Run, Source, run};

use crate::{
    endless::endless,
    explore::START,
    question::{Answer, Candidate, Given, Happened, Property, Query, Violation, Visit},
};

/// How many steps of the machine take as long as one step of a symbolic run.
const QUICKER: u64 = 100;

/// A function with a place in it, relative to its start.
type Spot = (String, Span);

/// A call on the stack.
struct OnStack {
    /// The address of the graph, by which calls of one function are told quickly.
    graph: usize,
    spot: Spot,
}

/// The host of a run on given inputs.
pub(crate) struct Inputs<'i> {
    /// The inputs that the run has not asked for yet.
    given: std::slice::Iter<'i, Given>,
    stack: Vec<OnStack>,
    pub taken: Vec<Visit>,
    error: Option<Spot>,
    errors: &'i [String],
    /// Whether the run asked for an input that is not given.
    lacks: bool,
    /// Whether a run ends that asks for such an input.
    is_strict: bool,
}

impl<'i> Inputs<'i> {
    pub(crate) fn new(given: &'i [Given], errors: &'i [String]) -> Self {
        let (stack, taken) = Default::default();
        Self { given: given.iter(), stack, taken, error: None, errors, lacks: false, is_strict: false }
    }

    /// Returns an input as a number of its type, and notes that the run got it.
    pub(crate) fn takes(&mut self, function: &str, bits: u128, ty: Type) -> i128 {
        let number = csieve_domains::bitwise::number(bits, ty);
        if let Some((caller, span)) = self.here() {
            let callee = function.to_owned();
            self.taken.push(Visit { function: caller, span, callee, number });
        }
        number
    }

    /// Returns whether the run has called an error function.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Returns whether the run has got all inputs.
    pub(crate) fn is_at_end(&self) -> bool {
        self.given.as_slice().is_empty()
    }

    /// Returns where the run is.
    pub(crate) fn here(&self) -> Option<Spot> {
        self.stack.last().map(|call| call.spot.clone())
    }
}

impl Host for Inputs<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, ()) {
        let chosen = match source {
            Source::Result { function, .. } => match self.given.as_slice().first() {
                Some(next) if next.function == *function => {
                    self.given.next();
                    Chosen::Number(self.takes(function, next.bits, ty))
                }
                _ => Chosen::Nothing,
            },
            source if source.is_outcome() => Chosen::Number(1),
            _ => Chosen::Nothing,
        };
        self.lacks |= chosen == Chosen::Nothing;
        (chosen, ())
    }

    fn is_stopped(&self) -> bool {
        self.is_strict && (self.lacks || self.error.is_some())
    }

    fn visit(&mut self, function: &Cfg, edge: EdgeId, depth: usize) {
        let (graph, span) = (std::ptr::from_ref(function).addr(), function.edge(edge).span);
        self.stack.truncate(depth + 1);
        match self.stack.get_mut(depth) {
            Some(call) if call.graph == graph => call.spot.1 = span,
            _ => {
                self.stack.truncate(depth);
                self.stack.push(OnStack { graph, spot: (function.function.clone(), span) });
            }
        }
        let called = match &function.edge(edge).action {
            Action::Call { target, .. } => target.name(),
            Action::LibraryCall { callee, .. } => Some(callee.as_str()),
            _ => None,
        };
        if called.is_some_and(|name| self.errors.iter().any(|error| error == name)) && self.error.is_none() {
            self.error = self.here();
        }
    }
}

/// Runs a program on the inputs of a candidate. Returns how the run violates the property; `None` if it does not.
pub(crate) fn replay(graphs: &dyn Graphs, query: &Query, inputs: &[Given]) -> Option<Violation> {
    if query.property == Property::Termination {
        return endless(graphs, query, &Candidate { given: inputs.to_vec(), again: 0 });
    }
    let mut host = Inputs::new(inputs, &query.errors);
    let property = query.property;
    let wrapv = property != Property::NoOverflow;
    let run = run(graphs, START, &mut host, wrapv, &mut Steps::new(query.limits.run_steps));
    let here = host.here();
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

/// Returns the answer about a program that gets nothing from outside, because its only run shows it. `None` if that run
/// cannot be followed to its end.
pub(crate) fn only_run(graphs: &dyn Graphs, query: &Query) -> Option<Answer> {
    let property = query.property;
    let steps = query.limits.steps.saturating_mul(QUICKER);
    let mut steps = Steps::new(u32::try_from(steps).unwrap_or(u32::MAX));
    let mut host = Inputs { is_strict: true, ..Inputs::new(&[], &query.errors) };
    let wrapv = property != Property::NoOverflow;
    let run = run(graphs, START, &mut host, wrapv, &mut steps);
    if let (Property::UnreachCall, Some((function, span)), false) = (property, host.error, host.lacks) {
        let happened = Happened::ErrorCall;
        return Some(Answer::False(Box::new(Violation { happened, function, span, inputs: Vec::new() })));
    }
    let is_whole = matches!(run.end, End::Returned | End::NeverReturns) && !host.lacks;
    let keeps = property != Property::ValidMemsafety || run.misuses.is_empty() && run.held.is_empty();
    (is_whole && keeps).then_some(Answer::True)
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
