//! Runs a function once more on inputs that a search found, and on nothing else.

use std::collections::BTreeMap;

use csieve_base::{
    budget::Steps,
    cancel::{Cancel, Never},
};
use csieve_graph::Type;
use csieve_machine::{Chosen, Graphs, Host, Run, Source, concolic::Asked, run};

/// A host that gives the machine the inputs of an earlier run.
struct Inputs<'a> {
    chosen: BTreeMap<&'a Source, &'a Chosen>,
    /// Whether the run asked for an input that the earlier one did not have.
    lacks: bool,
    cancel: &'a dyn Cancel,
}

impl Host for Inputs<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, _ty: Type) -> (Chosen, ()) {
        let chosen = self.chosen.get(source).map(|chosen| Chosen::clone(chosen));
        self.lacks |= chosen.is_none();
        (chosen.unwrap_or(Chosen::Nothing), ())
    }

    fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

/// Returns the run of a function on listed inputs; `None` if the run also asks for other inputs.
pub fn replayed(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    wrapv: bool,
    steps: u32,
) -> Option<Run> {
    cancellable(graphs, function, asked, wrapv, steps, &Never)
}

/// Returns the same run, which ends early if `cancel` asks to stop.
pub(super) fn cancellable(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    wrapv: bool,
    steps: u32,
    cancel: &dyn Cancel,
) -> Option<Run> {
    let chosen = asked.iter().map(|asked| (&asked.source, &asked.chosen)).collect();
    let mut inputs = Inputs { chosen, lacks: false, cancel };
    let run = run(graphs, function, &mut inputs, wrapv, &mut Steps::new(steps));
    (!inputs.lacks).then_some(run)
}
