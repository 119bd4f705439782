//! Proves loops endless by lassos: a stem that leads to the head of the loop, and a cycle that goes on for
//! ever ([IA159], [CEGAR]).
//!
//! A run of the machine is the stem. What stayed the same over the last rounds of the loop is guessed to stay
//! so for ever. Guesses that a statement of the loop breaks are dropped. If the other guesses exclude all
//! ways out of the loop, the lasso is real.

mod cut;
mod finding;
mod guesses;
mod observe;
mod recurrent;
mod repeated;
mod search;
#[cfg(test)]
mod tests;
mod words;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    watch::{Answer, Watch, WatchedQuestion},
};
use csieve_dataflow::ranges::{Loop, loops};
use csieve_graph::{Action, Cfg, EdgeId};
use csieve_machine::{Callee, Graphs};
use csieve_modelcheck::model::Function;
use csieve_reduction::termination::{LoopCone, Suspect, first_condition, is_bound, is_call, ways_out};
use csieve_reports::finding::Finding;

use crate::confirm::UnitGraphs;

pub use recurrent::RecurrentSet;

use cut::{Replaced, without_assertions};
use search::LoopContext;

/// Returns findings for those suspects of a function that some run never leaves. Each finding has the inputs
/// of such a run. `text` is the text of the function.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn endless(
    graphs: &UnitGraphs,
    (function, text): (&str, &str),
    suspects: &[Suspect],
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<Vec<Finding>, Cancelled> {
    let Callee::Graph(whole) = graphs.graph(function) else { return Ok(Vec::new()) };
    let cfg = without_assertions(whole);
    let graphs = Replaced { graphs, cfg: &cfg };
    let function = Function::new(&cfg);
    let all = loops(&cfg, &cfg.reverse_postorder());
    let returning = cfg.leading_to([cfg.exit], |_| true);
    let mut findings = Vec::new();
    for one in &all {
        let exits = ways_out(&cfg, one, &returning);
        let Some(first) = first_condition(&cfg, &exits) else { continue };
        let is_it = |suspect: &Suspect| suspect.condition == cfg.edge(first).span;
        if !suspects.iter().any(is_it) || may_be_meant(&cfg, one, &exits) {
            continue;
        }
        let concern = LoopCone::of(&function, one);
        let place = LoopContext { graphs: &graphs, function: &function, one, concern: &concern, options };
        watch.asks(WatchedQuestion::Inputs);
        let found = search::endless(place, cancel)?;
        watch.answers(
            WatchedQuestion::Inputs,
            if found.is_some() { Answer::Yes } else { Answer::Unknown },
            0,
        );
        findings.extend(found.and_then(|found| finding::finding(place, text, first, found)));
    }
    Ok(findings)
}

/// Returns whether a loop may be meant to go on until the program ends: the loop calls something, and not all
/// of its ways out compare with a bound.
fn may_be_meant(cfg: &Cfg, one: &Loop, exits: &[EdgeId]) -> bool {
    let calls = one.edges(cfg).iter().any(|id| is_call(&cfg.edge(*id).action));
    let is_bounded = |exit: &EdgeId| match cfg.edge(*exit).action {
        Action::Assume { cond, .. } => is_bound(cfg, cond),
        _ => false,
    };
    calls && !exits.iter().all(is_bounded)
}
