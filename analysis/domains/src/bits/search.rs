//! The SAT solver, with a bound on what it does.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::blast::{Bit, Formula};

/// Decisions that cost as much as a conflict.
const DECISIONS_PER_STEP: u32 = 16;

/// Counts what the solver does. It asks after every decision whether to stop.
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

/// What a search found.
pub(super) enum Found {
    /// Values of the variables can be asked for.
    Values,
    /// The assumptions, as they were given, that cannot hold together.
    Core(Vec<Bit>),
    /// It took too long.
    Nothing,
}

/// Clauses loaded into the solver. It keeps what it learns from one search to the next.
pub(super) struct Search {
    solver: Solver<Meter>,
}

impl Search {
    pub(super) fn new(formula: &Formula) -> Self {
        // Nothing is random; the seed is fixed all the same.
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

    /// Looks for values with which the assumptions are true, for at most that many steps; how many it took.
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

    /// The value of a bit, after values were found.
    pub(super) fn value(&self, bit: Bit) -> bool {
        self.solver.value_lit(literal(bit)) == lbool::TRUE
    }
}

fn literal(bit: Bit) -> Lit {
    Lit::new(Var::unsafe_from_idx(bit.variable()), !bit.is_negative())
}
