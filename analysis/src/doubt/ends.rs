//! Losses behind which the program ends: `p = realloc(p, n); if (!p) out_of_memory();`.

use rustc_hash::FxHashSet;

use crate::{
    automaton::{Automaton, Environment},
    cfg::{Action, Loc},
    model::{Counterexample, Function},
};

use super::{Doubt, observers::Without};

/// Most edges that are gone along.
const MAX_STEPS: usize = 2_000;

/// The doubt about a loss that happens before the function is left, if no run that got there leaves it: the program ends,
/// and what it holds is given back.
pub fn ends_there<'a>(
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
    let mut seen: FxHashSet<Loc> = FxHashSet::default();
    let mut pending = vec![(cfg.edge(last).to, known)];
    let mut steps = 0;
    while let Some((loc, known)) = pending.pop() {
        // Where ways meet, only the first is followed: the others know other things, so the answer is not known.
        if !seen.insert(loc) {
            continue;
        }
        for &edge in &cfg.successors[loc.index()] {
            steps += 1;
            let Some(after) = known.after(automaton, &automaton.events[edge.index()]) else { continue };
            if steps > MAX_STEPS || matches!(cfg.edge(edge).action, Action::Return(_)) {
                return None;
            }
            pending.push((cfg.edge(edge).to, after));
        }
    }
    Some(Doubt {
        sentence: "the program ends before anybody misses it".to_owned(),
        observers: vec![Box::new(Without(last))],
    })
}
