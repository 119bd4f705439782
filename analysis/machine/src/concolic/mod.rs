//! Concolic execution ([GLM]): runs of the machine that find inputs for runs that go another way.
//!
//! A run carries terms along with its values. Every input is a symbol, every value that depends on inputs is
//! a term over symbols, and every decision is a condition on symbols. To send the next run another way,
//! [`Explorer::otherwise`] keeps the decisions before one decision, negates that one, and asks the solver for
//! inputs. Where these inputs lead is only known after a run on them.

mod choices;
mod conditions;
mod decision;
mod freedom;
mod known;
mod others;
mod plain;
mod record;
mod simplest;
mod trace;
mod tracer;

use std::rc::Rc;

pub use choices::{Assignment, Choices};
pub use decision::{Decision, Guard};
pub use freedom::Freedom;
pub use simplest::simplest;
pub use trace::{Asked, Taken, Trace};

use rustc_hash::FxHashSet;

use csieve_base::{budget::Steps, cancel::Cancel};
use csieve_domains::bits::{Answer, BinaryOp, Comparison, Model, Term, TermId, UnaryOp, solve};

use crate::{Callee, Chosen, Graphs, Run, Source, code::Codes, run::run_prepared};

use conditions::Conditions;
use freedom::Given;
use known::Known;
use plain::Plain;
use tracer::Tracer;

/// The number of steps that the budget of a long run counts for a step that the machine cannot do quickly.
pub const LONG_STEP: u32 = 8;

/// Where the steps for questions are used up and this many in a row had no answer, nothing is asked any more. In nine
/// projects, no question was answered after more than 24 without an answer.
const MOST_UNANSWERED: u32 = 64;

/// Runs a function on inputs, and finds inputs that lead elsewhere.
pub struct Explorer<'a> {
    graphs: &'a dyn Graphs,
    function: &'a str,
    freedom: Freedom,
    wrapv: bool,
    /// What the runs prepare of the graphs.
    prepared: Codes<'a>,
    choices: Choices,
    known: Known,
    /// The number of solver steps that are left for all questions together.
    solver_steps: u32,
    /// The number of questions in a row that had no answer.
    unanswered: u32,
    /// The number of steps that all recorded runs took together.
    taken: u32,
}

impl<'a> Explorer<'a> {
    /// Creates an explorer that may choose all inputs and has not run yet.
    pub fn new(graphs: &'a dyn Graphs, function: &'a str, wrapv: bool) -> Self {
        let (prepared, choices, known) = Default::default();
        let (freedom, solver_steps) = (Freedom::OfTest, u32::MAX);
        let (unanswered, taken) = (0, 0);
        Self { graphs, function, freedom, wrapv, prepared, choices, known, solver_steps, unanswered, taken }
    }

    /// Returns the number of steps that all runs with chosen inputs took together.
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// Sets which inputs of the runs may be chosen.
    #[must_use]
    pub fn with(self, freedom: Freedom) -> Self {
        Self { freedom, ..self }
    }

    /// Sets how many solver steps all calls of [`Self::otherwise`] may take together. Once they are used up, each
    /// call may take one step more, which suffices for conditions that restrict inputs to ranges, until too many calls
    /// in a row get no answer.
    #[must_use]
    pub fn paying(self, solver_steps: u32) -> Self {
        Self { solver_steps, ..self }
    }

    /// Runs the explorer's function for at most `steps` edges. Inputs that the assignment does not mention
    /// get ordinary values: 0, success, and pointers to objects of their own.
    pub fn run(&mut self, assignment: &Assignment, steps: u32) -> Trace {
        let first = match self.graphs.graph(self.function) {
            Callee::Graph(cfg) => Some(cfg),
            Callee::Elsewhere | Callee::Unknown => None,
        };
        let mut tracer = Tracer::new(
            &mut self.choices,
            assignment,
            self.freedom,
            (self.graphs.library(), first),
            self.wrapv,
        );
        let graphs = (self.graphs, &self.prepared);
        let run = run_prepared(graphs, self.function, &mut tracer, self.wrapv, &mut Steps::new(steps));
        self.taken = self.taken.saturating_add(run.steps);
        tracer.finish(run)
    }

    /// Runs the explorer's function on ordinary inputs for at most `steps` edges, of which those count as
    /// [`LONG_STEP`] that take longer. Returns the trace if `is_wanted` accepts the run; a second run records
    /// it. It has no decisions, and not all edges (see [`Trace::taken`]). The run ends early if it asks for too
    /// many inputs, or if `cancel` asks to stop.
    pub fn run_long(
        &self,
        steps: u32,
        is_wanted: &dyn Fn(&Run) -> bool,
        cancel: &dyn Cancel,
    ) -> Option<Trace> {
        let plain = || Plain::new(self.freedom, self.graphs.library(), cancel);
        let graphs = (self.graphs, &self.prepared);
        let run =
            |host: &mut Plain| run_prepared(graphs, self.function, host, self.wrapv, &mut Steps::new(steps));
        if !is_wanted(&run(&mut plain())) {
            return None;
        }
        let mut recording = plain().recording();
        let run = run(&mut recording);
        recording.finish(run)
    }

    /// Returns whether [`Self::run_long`] would choose these inputs, too, because all of them are numbers that
    /// may be chosen, and ordinary ones.
    pub fn takes_by_default(&self, asked: &[Asked]) -> bool {
        asked.iter().all(|Asked { source, ty, chosen, .. }| {
            let source = if let Source::Later(of) = source { of } else { source };
            let given = self.freedom.given(source, *ty, self.graphs.library());
            given == Given::Choice && *chosen == Chosen::Number(self.freedom.ordinary(source))
        })
    }

    /// Returns inputs with which a run should decide as `trace` did before the decision with the index
    /// `decision`, and the other way at that decision. `None` if there are no such inputs, or if the solver
    /// needs more than `steps` steps.
    pub fn otherwise(
        &mut self,
        trace: &Trace,
        assignment: &Assignment,
        decision: usize,
        steps: u32,
    ) -> Option<Assignment> {
        if self.solver_steps == 0 && self.unanswered >= MOST_UNANSWERED {
            return None;
        }
        let turned = trace.decisions[decision].otherwise(&mut self.choices.terms)?;
        let (known, terms) = (&mut self.known, &self.choices.terms);
        let met = trace.decisions.iter().enumerate().filter_map(|(place, one)| Some((place, one.holds?)));
        let all = trace.conditions.get_or_init(|| Rc::new(Conditions::of(known, terms, met)));
        if trace.decisions[decision].holds.is_some_and(|holds| all.has_before(holds, decision)) {
            return None;
        }
        let conditions = all.related(turned, &known.symbols(terms, turned), decision);
        if self.known.is_hopeless(&conditions, steps) {
            return None;
        }
        let steps = steps.min(self.solver_steps.max(1));
        let mut budget = Steps::new(steps);
        let answer = solve(&self.choices.terms, &conditions, &mut budget);
        self.solver_steps = self.solver_steps.saturating_sub(steps - budget.left());
        self.unanswered = if answer == Answer::Unknown { self.unanswered.saturating_add(1) } else { 0 };
        match answer {
            Answer::Sat(model) => Some(self.changed(assignment, &conditions, &model)),
            Answer::Unsat(core) => {
                self.known.excludes(&conditions, &core);
                None
            }
            Answer::Unknown => {
                self.known.gives_up(conditions, steps);
                None
            }
        }
    }

    /// Returns the inputs on which some of these decisions of a run depend.
    pub fn asked_for<'d>(&self, decisions: impl Iterator<Item = &'d Decision>) -> FxHashSet<Source> {
        let holds: Vec<TermId> = decisions.filter_map(|decision| decision.holds).collect();
        let symbols = self.choices.terms.symbols_of(&holds).into_iter();
        symbols.filter_map(|symbol| self.choices.source(symbol).cloned()).collect()
    }

    /// Returns whether a decision of a run asks whether an input itself is equal to something, in whatever width.
    pub fn asks_for_equality(&self, decision: &Decision, asked: &Asked) -> bool {
        decision.holds.is_some_and(|holds| self.compared(self.undenied(holds), asked).is_some())
    }

    /// Returns the condition that a condition denies, or the condition itself.
    fn undenied(&self, condition: TermId) -> TermId {
        if let Term::Unary(UnaryOp::Not, of) = self.choices.terms.get(condition) { *of } else { condition }
    }

    /// Returns whether a decision of a run asks whether an input itself is one thing among others: another one than NULL or 0.
    /// A `switch` asks that with each of its cases.
    pub fn asks_for_one(&self, decision: &Decision, asked: &Asked) -> bool {
        let is_one = |other: TermId| self.choices.terms.as_constant(other) != Some(0);
        let mut open: Vec<TermId> = decision.holds.into_iter().collect();
        while let Some(term) = open.pop() {
            let term = self.undenied(term);
            if let Term::Binary(BinaryOp::And | BinaryOp::Or, left, right) = self.choices.terms.get(term) {
                open.extend([*left, *right]);
            } else if self.compared(term, asked).is_some_and(is_one) {
                return true;
            }
        }
        false
    }

    /// Returns what a condition compares an input itself with, if it asks whether they are equal.
    fn compared(&self, compared: TermId, asked: &Asked) -> Option<TermId> {
        let terms = &self.choices.terms;
        let Term::Compare(Comparison::Eq, left, right) = *terms.get(compared) else { return None };
        let is_it = |mut side: TermId| loop {
            match *terms.get(side) {
                Term::ZeroExtend(of) | Term::SignExtend(of) | Term::Extract { of, low: 0 } => side = of,
                Term::Symbol(symbol) => break self.choices.source(symbol) == Some(&asked.source),
                Term::Const(_) | Term::Extract { .. } => break false,
                Term::Unary(..) | Term::Binary(..) | Term::Compare(..) | Term::Ite(..) => break false,
            }
        };
        if is_it(left) { Some(right) } else { is_it(right).then_some(left) }
    }

    /// Returns the assignment with the values that a model has for the symbols of some conditions.
    fn changed(&self, assignment: &Assignment, conditions: &[TermId], model: &Model) -> Assignment {
        let mut changed = assignment.clone();
        for symbol in self.choices.terms.symbols_of(conditions) {
            if let Some(source) = self.choices.source(symbol) {
                // A model leaves out symbols that are 0, but an input that an assignment leaves out gets an
                // ordinary value.
                changed.insert(source.clone(), model.value(symbol).unwrap_or(0));
            }
        }
        changed
    }
}
