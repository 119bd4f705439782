//! What a user can choose about an analysis.

use std::sync::Arc;

use crate::{library::Library, refuter_id::Portfolio, rule::Rule};

/// What a search for inputs may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchLimits {
    /// Runs of the machine.
    pub runs: u32,
    /// Steps of each run.
    pub run_steps: u32,
    /// Steps of the solver for the inputs of one run.
    pub solver_steps: u32,
}

/// What the runs of a whole program may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProgramLimits {
    /// Runs of the machine.
    pub runs: u32,
    /// Steps of each run.
    pub run_steps: u32,
    /// Steps of all runs.
    pub steps: u32,
    /// Steps of the solver for the inputs of one run.
    pub solver_steps: u32,
}

/// Options of an analysis. Part of every cache key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The rules to check, ascending.
    pub rules: Vec<Rule>,
    /// Signed overflow wraps instead of being undefined (`-fwrapv`).
    pub wrapv: bool,
    /// What is known of library functions.
    pub library: Arc<Library>,
    /// Most rounds of path reduction per finding.
    pub max_rounds: u32,
    /// Most states of one product of graph, property and observers.
    pub max_states: u32,
    /// Most steps of the interval solver per equation system.
    pub max_solver_steps: u32,
    /// Most steps of the solver for bits per path (see [`csieve_domains::bits::solve`]).
    pub max_bit_steps: u32,
    /// The refuters that are asked.
    pub refuters: Portfolio,
    /// A proof counts only if its printed form checks (see [`csieve_proof`]).
    pub checks_proofs: bool,
    /// Every proof also says how close it is: which weaker conditions would let a run through.
    pub tells_how_close: bool,
    /// What the search for inputs of one finding may take.
    pub search: SearchLimits,
    /// What the runs of a whole program may take.
    pub program: ProgramLimits,
}

impl Options {
    /// The same for a file whose build may say that signed overflow wraps.
    #[must_use]
    pub fn of_build(&self, wrapv: bool) -> Self {
        Self { wrapv: self.wrapv || wrapv, ..self.clone() }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rules: Rule::defaults(),
            wrapv: false,
            library: Arc::clone(Library::built_in()),
            max_rounds: 60,
            max_states: 60_000,
            max_solver_steps: 20_000,
            max_bit_steps: 2_000,
            refuters: Portfolio::ALL,
            checks_proofs: true,
            tells_how_close: false,
            search: SearchLimits { runs: 40, run_steps: 4_000, solver_steps: 300 },
            program: ProgramLimits { runs: 300, run_steps: 2_000, steps: 100_000, solver_steps: 300 },
        }
    }
}
