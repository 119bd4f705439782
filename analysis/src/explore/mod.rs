//! Looking for inputs: runs of the machine that go where the one before did not (concolic execution).
//!
//! A run goes along with terms: every input is a symbol, every value that depends on inputs a term over symbols, every
//! decision a condition on them. To send the next run another way, the decisions before are kept and one is turned round; the
//! solver says with which inputs. The machine has the last word on where they lead.

mod choices;
mod decision;
mod freedom;
mod simplest;
mod trace;
mod tracer;

pub use choices::{Assignment, Choices};
pub use decision::{Decision, Guard};
pub use freedom::Freedom;
pub use simplest::simplest;
pub use trace::{Asked, Taken, Trace};

use crate::{
    bits::{Answer, Model, TermId, solve},
    budget::Steps,
    machine::{Graphs, run},
};

use tracer::Tracer;

/// Runs a function on inputs, and finds inputs that lead elsewhere.
pub struct Explorer<'a> {
    graphs: &'a dyn Graphs,
    function: &'a str,
    freedom: Freedom,
    wrapv: bool,
    choices: Choices,
}

impl<'a> Explorer<'a> {
    /// Nothing was run yet.
    pub fn new(graphs: &'a dyn Graphs, function: &'a str, wrapv: bool) -> Self {
        Self { graphs, function, freedom: Freedom::OfTest, wrapv, choices: Choices::default() }
    }

    /// The same with this to choose.
    #[must_use]
    pub fn with(self, freedom: Freedom) -> Self {
        Self { freedom, ..self }
    }

    /// Runs the function. Inputs that the assignment says nothing of have small ordinary values.
    pub fn run(&mut self, assignment: &Assignment, steps: u32) -> Trace {
        let mut tracer =
            Tracer::new(&mut self.choices, assignment, self.freedom, self.graphs.library(), self.wrapv);
        let run = run(self.graphs, self.function, &mut tracer, self.wrapv, &mut Steps::new(steps));
        tracer.finish(run)
    }

    /// Inputs with which a run decides as a trace did up to a decision, and otherwise there; none if there are none, or if it
    /// took too long to say.
    pub fn otherwise(
        &mut self,
        trace: &Trace,
        assignment: &Assignment,
        decision: usize,
        steps: u32,
    ) -> Option<Assignment> {
        let turned = trace.decisions[decision].otherwise(&mut self.choices.terms)?;
        let before = trace.decisions[..decision].iter().filter_map(|decision| decision.holds);
        let conditions = self.related(turned, before.collect());
        match solve(&self.choices.terms, &conditions, &mut Steps::new(steps)) {
            Answer::Sat(model) => Some(self.changed(assignment, &conditions, &model)),
            _ => None,
        }
    }

    /// A condition with those of some others that say something about the same symbols, in some number of steps.
    fn related(&self, turned: TermId, mut others: Vec<TermId>) -> Vec<TermId> {
        let terms = &self.choices.terms;
        let mut conditions = vec![turned];
        let mut symbols = terms.symbols_of(&conditions);
        loop {
            let (more, rest): (Vec<TermId>, Vec<TermId>) = others.into_iter().partition(|condition| {
                terms.symbols_of(&[*condition]).iter().any(|symbol| symbols.contains(symbol))
            });
            if more.is_empty() {
                return conditions;
            }
            conditions.extend(more);
            symbols = terms.symbols_of(&conditions);
            others = rest;
        }
    }

    /// The assignment with what a model says of the symbols in some conditions.
    fn changed(&self, assignment: &Assignment, conditions: &[TermId], model: &Model) -> Assignment {
        let mut changed = assignment.clone();
        for symbol in self.choices.terms.symbols_of(conditions) {
            if let Some(source) = self.choices.source(symbol) {
                // A model says nothing of what is 0; an input of which nothing is said may be something else.
                changed.insert(source.clone(), model.value(symbol).unwrap_or(0));
            }
        }
        changed
    }
}
