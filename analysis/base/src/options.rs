//! The options of an analysis.

use std::sync::Arc;

use crate::{library::Library, refuter_id::Portfolio, rule::Rule};

/// The limits of the search for inputs of one finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchLimits {
    /// The maximal number of runs of the machine.
    pub runs: u32,
    /// The maximal number of steps of each run.
    pub run_steps: u32,
    /// The maximal number of steps of a long run, which goes on after `run_steps` steps. There are long runs for
    /// findings whose search was stopped, and of programs and functions on ordinary inputs.
    pub long_run_steps: u32,
    /// The maximal number of solver steps to find the inputs of one run.
    pub solver_steps: u32,
    /// The maximal number of solver steps of all runs together. Afterwards only inputs are found that take next to
    /// none.
    pub all_solver_steps: u32,
}

/// The limits of the runs of a whole program from `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProgramLimits {
    /// The maximal number of runs of the machine.
    pub runs: u32,
    /// The maximal number of steps of each run.
    pub run_steps: u32,
    /// The maximal number of steps of all runs together.
    pub steps: u32,
    /// The maximal number of solver steps to find the inputs of one run.
    pub solver_steps: u32,
    /// The maximal number of solver steps of all runs together. Afterwards only inputs are found that take next to
    /// none.
    pub all_solver_steps: u32,
}

/// The options of an analysis. They are a part of every cache key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The rules whose checks take part, in ascending order.
    pub rules: Vec<Rule>,
    /// Whether signed overflow wraps around instead of being undefined (`-fwrapv`).
    pub wrapv: bool,
    /// The facts about library functions.
    pub library: Arc<Library>,
    /// The maximal number of rounds of path reduction per finding.
    pub max_rounds: u32,
    /// The maximal number of states in one product of graph, property and observers.
    pub max_states: u32,
    /// The maximal number of steps of the interval solver per equation system.
    pub max_solver_steps: u32,
    /// The maximal number of steps of the bit-vector solver per path (see `csieve_domains::bits::solve`).
    pub max_bit_steps: u32,
    /// The refuters that are asked about paths.
    pub refuters: Portfolio,
    /// Whether every proof is printed and given to the proof checker (see `csieve_proof`), and counts only if
    /// the checker accepts it.
    pub checks_proofs: bool,
    /// Whether each proof also reports which weaker conditions would make the refuted path feasible.
    pub tells_how_close: bool,
    /// The limits of the search for inputs of one finding.
    pub search: SearchLimits,
    /// The limits of the runs of a whole program from `main`.
    pub program: ProgramLimits,
    /// The limits of the runs of a program from one of its other functions.
    pub function: ProgramLimits,
}

impl Options {
    /// Returns the options for a file whose build may set `-fwrapv`. Signed overflow wraps around if the
    /// build (`wrapv`) or the user (`self.wrapv`) says so.
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
            search: SearchLimits {
                runs: 24,
                run_steps: 4_000,
                long_run_steps: 20_000_000,
                solver_steps: 300,
                all_solver_steps: 800,
            },
            program: ProgramLimits {
                runs: 300,
                run_steps: 2_000,
                steps: 100_000,
                solver_steps: 300,
                all_solver_steps: 4_000,
            },
            function: ProgramLimits {
                runs: 10,
                run_steps: 2_000,
                steps: 6_000,
                solver_steps: 300,
                all_solver_steps: 200,
            },
        }
    }
}
