//! The SAT solver (the crate `batsat`) with a bound on its work.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::blast::{Bit, Formula};

/// The number of decisions of the solver that costs one step. A conflict costs one step, too.
const DECISIONS_PER_STEP: u32 = 16;

/// Counts conflicts and decisions of the solver, which asks after every decision whether to stop.
#[derive(Default)]
struct Meter {
    conflicts: u32,
    decisions: Cell<u32>,
    limit: u32,
}

impl Meter {
    fn steps(&self) -> u32 {
        self.conflicts.saturating_add(self.decisions.get() / DECISIONS_PER_STEP)
    }
}

impl Callbacks for Meter {
    fn on_new_clause(&mut self, _: &[Lit], _: ClauseKind) {
        self.conflicts = self.conflicts.saturating_add(1);
    }

    fn stop(&self) -> bool {
        self.decisions.set(self.decisions.get().saturating_add(1));
        self.steps() >= self.limit
    }
}

/// The result of a search for values.
pub(super) enum Found {
    /// The assumptions can hold together. [`Search::value`] returns the values.
    Values,
    /// An UNSAT core: those of the given assumptions that cannot hold together.
    Core(Vec<Bit>),
    /// The limit of steps was reached.
    Nothing,
}

/// The SAT solver with its clauses. It keeps learned clauses from one search to the next.
pub(super) struct Search {
    solver: Solver<Meter>,
}

impl Search {
    pub(super) fn new(formula: &Formula) -> Self {
        // Without random decisions, and with the fixed seed of the defaults, equal input gives equal answers.
        let options = SolverOpts { random_var_freq: 0.0, rnd_pol: false, ..SolverOpts::default() };
        let mut solver = Solver::new(options, Meter::default());
        (0..formula.variables()).for_each(|_| _ = solver.new_var_default());
        solver.add_clause_reuse(&mut vec![literal(Bit::TRUE)]);
        let mut literals = Vec::new();
        for clause in formula.clauses() {
            literals.clear();
            literals.extend(clause.iter().map(|&bit| literal(bit)));
            solver.add_clause_reuse(&mut literals);
        }
        Self { solver }
    }

    /// Looks for values that make the assumptions true, in at most `limit` steps. Also returns the number of
    /// steps taken.
    pub(super) fn run(&mut self, assumptions: &[Bit], limit: u32) -> (Found, u32) {
        *self.solver.cb_mut() = Meter { limit, ..Meter::default() };
        let literals: Vec<Lit> = assumptions.iter().map(|&bit| literal(bit)).collect();
        let answer = self.solver.solve_limited(&literals);
        let found = if answer == lbool::TRUE {
            Found::Values
        } else if answer == lbool::FALSE {
            let in_core = |bit: &Bit| self.solver.unsat_core_contains_lit(!literal(*bit));
            Found::Core(assumptions.iter().copied().filter(in_core).collect())
        } else {
            Found::Nothing
        };
        (found, self.solver.cb().steps().min(limit))
    }

    /// Returns the value of a bit. Call it only after a search that returned [`Found::Values`].
    pub(super) fn value(&self, bit: Bit) -> bool {
        self.solver.value_lit(literal(bit)) == lbool::TRUE
    }
}

fn literal(bit: Bit) -> Lit {
    Lit::new(Var::unsafe_from_idx(bit.variable()), !bit.is_negative())
}
