//! Doubts about leaks right before the program ends: `p = realloc(p, n); if (!p) out_of_memory();`.

use csieve_dataflow::{
    automaton::{Automaton, Environment},
    ranges::Ranges,
};
use csieve_graph::Action;
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::Without};

/// The largest number of steps of the pass that computes ranges of values after the leak.
const MAX_STEPS: u32 = 200_000;

/// Returns the doubt about a leak inside a function, if after the leak no run returns from the function or leaks there
/// again. The program ends then, and the system takes back all memory.
pub(super) fn ends_there<'a>(
    function: &'a Function<'a>,
    automaton: &Automaton,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let last = found.misuse();
    if matches!(cfg.edge(last).action, Action::Return(_)) {
        return None;
    }
    let mut known = Environment::default();
    for edge in &found.word {
        known = known.after(automaton, &automaton.events[edge.index()])?;
    }
    let ranges = Ranges::from(cfg, automaton, (cfg.edge(last).to, known), MAX_STEPS)?;
    // What a loop leaks in round after round makes the program grow before it ends.
    if ranges.takes(last) {
        return None;
    }
    if cfg.edge_ids().any(|edge| matches!(cfg.edge(edge).action, Action::Return(_)) && ranges.takes(edge)) {
        return None;
    }
    Some(Doubt {
        sentence: "the program ends right after, and the system takes everything back".into(),
        observers: vec![Box::new(Without(last))],
    })
}
