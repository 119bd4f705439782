//! Confirms findings: looks for inputs with which a run of the machine reaches the misuse ([Erez]).
//!
//! The path of a finding guides the search. Graphs are lowered without summaries of callees, so that a run
//! goes through the callees. When the search finds inputs, the function is run once more on nothing but these
//! inputs.

mod graphs;
mod guide;
mod initialisers;
mod inputs;
mod long;
mod matching;
mod names;
mod replay;
mod search;
mod stored;
#[cfg(test)]
mod tests;
mod unreached;

pub use graphs::UnitGraphs;
pub use inputs::told;
pub use matching::reached;
pub use replay::replayed;

use csieve_base::{
    cancel::{Cancel, Cancelled},
    options::Options,
    watch::{Answer, Watch, WatchedQuestion},
};
use csieve_machine::{Callee, Graphs};
use csieve_reports::finding::{Candidate, Confirmation, Consulted, Doubt, Finding, HintId, Verdict};
use long::LongRuns;

/// Confirms the findings of a function for which inputs are found; the others get the reason why no inputs
/// were found. Returns the functions of the file whose graphs the runs needed.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn confirm(
    graphs: &UnitGraphs,
    function: &str,
    findings: &mut [Finding],
    options: &Options,
    cancel: &dyn Cancel,
    watch: &dyn Watch,
) -> Result<Vec<Consulted>, Cancelled> {
    let Callee::Graph(cfg) = graphs.graph(function) else { return Ok(Vec::new()) };
    let long = LongRuns::default();
    for finding in findings.iter_mut().filter(|finding| may_be_confirmed(finding)) {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        watch.asks(WatchedQuestion::Inputs);
        let found = search::inputs(graphs, (cfg, &long), finding, options, cancel)?;
        let answer = if found.is_ok() { Answer::Yes } else { Answer::Unknown };
        watch.answers(WatchedQuestion::Inputs, answer, 0);
        match found {
            Ok(inputs) => {
                let trail = finding.trail().cloned();
                finding.verdict =
                    Verdict::Confirmed(Confirmation { inputs, trail, ..Confirmation::default() });
            }
            Err(why) => {
                if let Verdict::Unrefuted(candidate) = &mut finding.verdict {
                    candidate.unconfirmed = Some(why.sentence());
                }
            }
        }
    }
    Ok(graphs.consulted(function))
}

/// Returns whether a search for inputs is worthwhile: the finding has a path, is not doubtful, and is not
/// proved already.
pub fn may_be_confirmed(finding: &Finding) -> bool {
    // A search that was stopped says nothing against the path, so a run may decide.
    let is_undecided =
        |doubt: &Option<Doubt>| doubt.as_ref().is_none_or(|doubt| doubt.hint == HintId::StoppedSearch);
    let is_candidate = |candidate: &Candidate| candidate.trail.is_some() && is_undecided(&candidate.doubt);
    finding.verdict.candidate().is_some_and(is_candidate) && !finding.is_proved()
}
