//! Long runs: the first run of a function goes on as long as it asks for no new input. A loop with many
//! rounds then reaches what is behind it.

use std::cell::OnceCell;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
};
use csieve_machine::{End, Graphs, Run, concolic::Trace};

use super::replay::cancellable;

/// The long run of a function, which is made when it is first needed.
#[derive(Default)]
pub(super) struct LongRun(OnceCell<Option<Run>>);

impl LongRun {
    /// Returns the run that begins like `first` and takes more steps. `None` if `first` ended for another
    /// reason than its budget, or if the long run asks for an input that `first` does not have. `first` must
    /// be the run of the function on default inputs.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub(super) fn of(
        &self,
        graphs: &dyn Graphs,
        function: &str,
        first: &Trace,
        options: &Options,
        cancel: &dyn Cancel,
    ) -> Result<Option<&Run>, Cancelled> {
        if first.run.end != End::Steps {
            return Ok(None);
        }
        let (wrapv, steps) = (options.wrapv, options.search.long_run_steps);
        let make = || cancellable(graphs, function, &first.asked, wrapv, steps, cancel);
        let run = self.0.get_or_init(make).as_ref();
        if cancel.is_cancelled() { Err(Cancelled) } else { Ok(run) }
    }
}
