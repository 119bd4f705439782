//! Proposes runs that go on for ever: the inputs with which a symbolic run may come to the same state twice.
//!
//! A state is compared with the states before it in its run that differ at most in their terms. The solver is asked for
//! inputs with which the terms of both are equal. Whether such a run really comes to the same state is for the machine to
//! see ([`crate::endless`]).

use std::rc::Rc;

use rustc_hash::FxHashSet;

use csieve_domains::bits::{Comparison, TermId, Terms};

use crate::{
    executor::Executor,
    path::Solver,
    question::{Candidate, Limits},
    state::State,
};

/// The largest number of terms of a state that is kept.
const MOST_TERMS: usize = 1 << 12;

/// The largest number of terms of all states that are kept.
const MOST_OF_ALL: usize = 1 << 24;

/// The largest number of states before a state with which it is compared.
const MOST_BEFORE: usize = 1 << 12;

/// The largest number of questions about one state.
const MOST_QUESTIONS: usize = 3;

/// A state that a run has passed.
struct Passed {
    /// The number of the state before it, from 1 on; 0 if there is none.
    before: u32,
    /// The number of inputs until here.
    asked: u32,
    outline: u128,
    terms: Vec<TermId>,
    /// The conditions on inputs at this state, of which later states have those that still matter.
    conditions: Rc<Vec<TermId>>,
}

/// The states that runs have passed.
pub(crate) struct Lassos {
    passed: Vec<Passed>,
    /// The number of terms of these states.
    size: usize,
    solver: Solver,
}

impl Lassos {
    /// Creates an empty record. Questions have a budget of their own, as large as that of all others.
    pub(crate) fn new(limits: Limits) -> Self {
        let solver = Solver::new(limits.solver_steps, limits.question_steps);
        Self { passed: Vec::new(), size: 0, solver }
    }

    /// Keeps the state of a run, and returns inputs with which the run may have been there before.
    pub(crate) fn closed(&mut self, executor: &mut Executor, state: &mut State) -> Option<Candidate> {
        let outline = executor.outline(state);
        if outline.terms.len() > MOST_TERMS || self.size > MOST_OF_ALL {
            return None;
        }
        self.size += outline.terms.len() + state.path.conditions.len();
        self.passed.push(Passed {
            before: state.outlined,
            asked: state.asked,
            outline: outline.hash,
            terms: outline.terms,
            conditions: Rc::clone(&state.path.conditions),
        });
        let candidate = self.candidate(&mut executor.terms, state);
        state.outlined = self.passed.len() as u32;
        candidate
    }

    /// Asks for inputs with which the state that was kept last is one before it, the latest one first.
    fn candidate(&mut self, terms: &mut Terms, state: &State) -> Option<Candidate> {
        let model = state.path.model.as_ref()?;
        let now = self.passed.last()?;
        let (mut before, mut questions) = (now.before, 0);
        for _ in 0..MOST_BEFORE {
            let passed = self.passed.get((before as usize).checked_sub(1)?)?;
            before = passed.before;
            if passed.outline != now.outline {
                continue;
            }
            let Some(equal) = equal(terms, &passed.terms, &now.terms) else { continue };
            let conditions = self.conditions(now);
            if let Some(model) = self.solver.together(terms, &conditions, &equal, model) {
                let again = (state.asked - passed.asked) as usize;
                return Some(Candidate { given: state.given(terms, &model), again });
            }
            questions += 1;
            if questions == MOST_QUESTIONS {
                break;
            }
        }
        None
    }

    /// Returns the conditions at a state and at all states before it, each once.
    fn conditions(&self, at: &Passed) -> Vec<TermId> {
        let mut met = FxHashSet::default();
        let mut all = Vec::new();
        let mut next = Some(at);
        while let Some(passed) = next {
            all.extend(passed.conditions.iter().filter(|condition| met.insert(**condition)));
            next = (passed.before as usize).checked_sub(1).and_then(|index| self.passed.get(index));
        }
        all
    }
}

/// Returns the conditions under which the terms of two lists are equal; `None` if they never are.
fn equal(terms: &mut Terms, left: &[TermId], right: &[TermId]) -> Option<Vec<TermId>> {
    let constants = |(left, right): (&TermId, &TermId)| {
        left == right || terms.as_constant(*left).is_none() || terms.as_constant(*right).is_none()
    };
    if !left.iter().zip(right).all(constants) {
        return None;
    }
    let mut all = Vec::new();
    for (left, right) in left.iter().zip(right).filter(|(left, right)| left != right) {
        let condition = terms.compare(Comparison::Eq, *left, *right);
        match terms.as_constant(condition) {
            Some(0) => return None,
            Some(_) => {}
            None => all.push(condition),
        }
    }
    Some(all)
}
