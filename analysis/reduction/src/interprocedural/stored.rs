//! Refutes findings with the values that objects with static storage have in every run.

use csieve_base::cancel::Cancelled;
use csieve_graph::Cfg;
use csieve_reports::finding::{Doubt, Finding, HintId};

use crate::invariants::Facts;

use super::{
    Subject,
    notebook::Notebook,
    proof::{refuted_again, sought_again, unrefuted},
};

/// Refutes findings that no run reaches with what is stored in objects with static storage. If code in files that are
/// not checked may store something else, the findings become doubtful. Returns the function's graph with what holds
/// in all runs.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refute(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<Cfg, Cancelled> {
    let cfg = subject.cfg;
    let facts = Facts::of(cfg, subject.program());
    notebook.looks_at_facts(subject, &facts);
    let certain = facts.added(cfg.clone(), true);
    let Some(own) = subject.function(&cfg.function) else { return Ok(certain) };
    let text = subject.text(own);
    let mut left = if facts.has(true) {
        refuted_again(subject, (&certain, text), findings)?
    } else {
        unrefuted(findings)
    };
    if facts.has(false) && !left.is_empty() {
        let likely = facts.added(cfg.clone(), false);
        sought_again(subject, (&likely, text), &mut left, &|finding, again| {
            let Some(sentence) = again.and_then(|again| facts.doubted(cfg, &again.rounds)) else { return };
            finding.verdict.set_doubt(Doubt::new(HintId::OtherStores, sentence));
        })?;
    }
    Ok(certain)
}
