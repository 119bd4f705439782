//! What a run of the machine gets from outside.

use csieve_base::text::Span;
use csieve_graph::{Cfg, EdgeId, Type};
use csieve_machine::{Callee, Chosen, Graphs, Host, Source};

use crate::{
    program::is_ending,
    question::{Given, Visit},
};

/// A function with a place in it, relative to its start.
pub(crate) type Spot = (String, Span);

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
    pub error: Option<Spot>,
    errors: &'i [String],
    /// Whether the run asked for an input that is not given.
    pub lacks: bool,
    /// What tells whether the program has a function, in a run that ends where it asks for such an input or calls a function
    /// that nothing defines.
    pub strictly: Option<&'i dyn Graphs>,
}

impl<'i> Inputs<'i> {
    pub(crate) fn new(given: &'i [Given], errors: &'i [String]) -> Self {
        let (stack, taken) = Default::default();
        Self { given: given.iter(), stack, taken, error: None, errors, lacks: false, strictly: None }
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
        let chosen = if let Source::Result { function, .. } = source {
            match self.given.as_slice().first() {
                Some(next) if next.function == *function => {
                    self.given.next();
                    Chosen::Number(self.takes(function, next.bits, ty))
                }
                _ => Chosen::Nothing,
            }
        } else if source.is_outcome() {
            Chosen::Number(1)
        } else {
            Chosen::Nothing
        };
        self.lacks |= chosen == Chosen::Nothing;
        (chosen, ())
    }

    fn order(&mut self, _function: &Cfg, _first: EdgeId, _ways: u32) -> u32 {
        // The only run of a program is not the only one if an order is open.
        self.lacks |= self.strictly.is_some();
        0
    }

    fn is_stopped(&self) -> bool {
        self.strictly.is_some() && (self.lacks || self.error.is_some())
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
        let Some(called) = function.edge(edge).effects().calls.name() else { return };
        if self.errors.iter().any(|error| error == called) {
            self.error = self.error.take().or_else(|| self.here());
        } else if self.strictly.is_some_and(|graphs| is_outside(graphs, called)) {
            // It may call functions of the program, perhaps as threads.
            self.lacks = true;
        }
    }
}

/// Returns whether neither the program nor the C library has a function.
fn is_outside(graphs: &dyn Graphs, name: &str) -> bool {
    let is_known = graphs.library().function(name).is_some() || is_ending(name);
    !is_known && !matches!(graphs.graph(name), Callee::Graph(_))
}
