//! Runs a function once more on inputs that a search found, and on nothing else.

use rustc_hash::FxHashSet;

use csieve_base::{
    budget::Steps,
    cancel::{Cancel, Never},
};
use csieve_graph::Type;
use csieve_machine::{Chosen, Graphs, Host, Listed, Run, Source, concolic::Asked, run};

/// A host that gives the machine the inputs of an earlier run.
struct Inputs<'a> {
    chosen: Listed<'a>,
    /// Whether the run asked for an input that the earlier one did not have.
    lacks: bool,
    /// The inputs that an entry for later calls gave, each as that of the first call.
    later: FxHashSet<Source>,
    cancel: &'a dyn Cancel,
}

impl Host for Inputs<'_> {
    type Shadow = ();

    fn choose(&mut self, source: &Source, _ty: Type) -> (Chosen, ()) {
        let chosen = self.chosen.get(source).cloned();
        self.lacks |= chosen.is_none();
        if self.chosen.is_later(source)
            && let Some((first, _)) = source.of_call()
        {
            self.later.insert(first);
        }
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
    cancellable(graphs, function, asked, wrapv, steps, &Never).map(|(run, _)| run)
}

/// Returns the same run with those of the inputs that it asked for. Of entries for later calls, only those are
/// returned that gave an input. The run ends early if `cancel` asks to stop.
pub(super) fn cancellable(
    graphs: &dyn Graphs,
    function: &str,
    asked: &[Asked],
    wrapv: bool,
    steps: u32,
    cancel: &dyn Cancel,
) -> Option<(Run, Vec<Asked>)> {
    let chosen = asked.iter().map(|asked| (&asked.source, &asked.chosen)).collect();
    let mut inputs = Inputs { chosen, lacks: false, later: FxHashSet::default(), cancel };
    let run = run(graphs, function, &mut inputs, wrapv, &mut Steps::new(steps));
    if inputs.lacks {
        return None;
    }
    let is_used = |asked: &&Asked| match &asked.source {
        Source::Later(of) => of.of_call().is_some_and(|(first, _)| inputs.later.contains(&first)),
        _ => true,
    };
    let asked = asked.iter().filter(is_used).cloned().collect();
    Some((run, asked))
}
