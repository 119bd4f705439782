//! Long runs: the first run of a function goes on as long as it asks for no new input. A loop with many
//! rounds then reaches what is behind it.

use std::cell::OnceCell;

use csieve_base::options::Options;
use csieve_machine::{End, Graphs, Run, concolic::Trace};

use super::replay::replayed;

/// The long run of a function, which is made when it is first needed.
#[derive(Default)]
pub(super) struct LongRun(OnceCell<Option<Run>>);

impl LongRun {
    /// Returns the run that begins like `first` and takes more steps. `None` if `first` ended for another
    /// reason than its budget, or if the long run asks for an input that `first` does not have. `first` must
    /// be the run of the function on default inputs.
    pub(super) fn of(
        &self,
        graphs: &dyn Graphs,
        function: &str,
        first: &Trace,
        options: &Options,
    ) -> Option<&Run> {
        if first.run.end != End::Steps {
            return None;
        }
        let steps = options.search.long_run_steps;
        self.0.get_or_init(|| replayed(graphs, function, &first.asked, options.wrapv, steps)).as_ref()
    }
}
