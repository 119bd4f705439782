//! Long runs: the first runs of a function go on as long as they ask for no new input. A loop with many
//! rounds then reaches what is behind it.

use std::cell::{Cell, OnceCell};

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_machine::{End, Graphs, Run, concolic::Trace};

use super::replay::cancellable;

/// The largest number of long runs of one function that begin with inputs from a path formula.
const MOST_SEEDED: u32 = 4;

/// A long run that begins with inputs from a path formula has this share of the steps of one on default inputs.
const SEEDED_SHARE: u32 = 10;

/// The long runs of a function: one on default inputs, which is made when it is first needed and serves all
/// findings, and a few on the inputs of path formulas.
#[derive(Default)]
pub(super) struct LongRuns {
    usual: OnceCell<Option<Run>>,
    /// The number of runs so far on inputs of path formulas.
    seeded: Cell<u32>,
}

impl LongRuns {
    /// Returns the run that begins like `first` and takes more steps. `None` if `first` ended for another
    /// reason than its budget, if the long run asks for an input that `first` does not have, or if there were
    /// enough runs. `is_usual` says whether `first` is the run on default inputs.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub(super) fn of(
        &self,
        graphs: &dyn Graphs,
        function: &str,
        (first, is_usual): (&Trace, bool),
        options: &Options,
        cancel: &dyn Cancel,
    ) -> Result<Option<Run>, Cancelled> {
        if first.run.end != End::Steps {
            return Ok(None);
        }
        let steps = options.search.long_run_steps;
        let make = |steps| cancellable(graphs, function, &first.asked, options.wrapv, steps, cancel);
        let run = if is_usual {
            self.usual.get_or_init(|| make(steps)).clone()
        } else if self.seeded.get() < MOST_SEEDED {
            self.seeded.set(self.seeded.get() + 1);
            make(steps / SEEDED_SHARE)
        } else {
            None
        };
        if cancel.is_cancelled() { Err(Cancelled) } else { Ok(run) }
    }
}
