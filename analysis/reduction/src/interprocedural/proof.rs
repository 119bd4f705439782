//! Proves that no run of a graph takes some edges.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use csieve_base::{cancel::Cancelled, rule::Rule};
use csieve_dataflow::automaton::automaton;
use csieve_graph::{Cfg, EdgeId};
use csieve_modelcheck::{
    checks::check,
    model::{Function, Property},
};
use csieve_reports::finding::{Finding, Round};

use crate::reduce::{ENDING, NoRuns, Pool, Reduction, sites};

use super::Subject;

/// Does something with the reduction of a graph. `text` is the source of the graph's function.
pub(super) fn reduced<T>(
    subject: Subject,
    cfg: &Cfg,
    text: &str,
    ending: &[&dyn Property],
    work: impl FnOnce(&Reduction) -> T,
) -> T {
    let function = Function::new(cfg);
    let automaton = automaton(cfg, &function.dependencies, subject.options.wrapv);
    let trusting = OnceCell::new();
    work(&Reduction {
        function: &function,
        automaton: &automaton,
        trusting: &trusting,
        text,
        ending,
        refuters: csieve_refuters::chosen(subject.options.refuters),
        early: &NoRuns,
        options: subject.options,
        cancel: subject.cancel,
        watch: subject.around.watch,
    })
}

/// Returns the paths to these edges, each with the conflicts that rule the path out. `None` if some run may
/// take one of the edges.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn unreached(
    subject: Subject,
    cfg: &Cfg,
    text: &str,
    rule: Rule,
    edges: &[EdgeId],
) -> Result<Option<Vec<Round>>, Cancelled> {
    let mut targets = FixedBitSet::with_capacity(cfg.edges.len());
    targets.extend(edges.iter().map(|edge| edge.index()));
    // Checks recognise the misuses that end a run only in the function's own graph.
    let proof = reduced(subject, cfg, text, &[], |reduction| {
        let mut pool = Pool::default();
        let Some(proof) = reduction.impossible(rule, &targets, &mut pool)? else { return Ok(None) };
        let rests_on_others =
            subject.is_strict && !reduction.earlier(&targets, &proof.rounds, &mut pool)?.is_empty();
        Ok((!rests_on_others).then_some(proof))
    })?;
    Ok(proof.map(|proof| proof.rounds))
}

/// Seeks findings again in a graph of their function in which more is known. `text` is the source of the function.
/// Calls `gone` with each finding whose evidence is refuted there, and with that finding as it is then; `None` if the
/// misuse may still happen for a reason that is no evidence.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn sought_again(
    subject: Subject,
    (cfg, text): (&Cfg, &str),
    findings: &mut [&mut Finding],
    gone: &dyn Fn(&mut Finding, Option<Finding>),
) -> Result<(), Cancelled> {
    reduced(subject, cfg, text, ENDING, |reduction| {
        let mut pool = Pool::default();
        let mut rules: Vec<Rule> = findings.iter().map(|finding| finding.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        for check in rules.into_iter().filter_map(check) {
            for site in sites(reduction.function, check, subject.options.max_states, subject.cancel)? {
                let mut same = findings.iter_mut().filter(|finding| finding.rule == check.rule());
                let Some(finding) = same.find(|finding| finding.span == site.span) else { continue };
                let again = reduction.finding(&site, &mut pool)?;
                if again.as_ref().is_none_or(Finding::is_refuted) {
                    gone(finding, again);
                }
            }
        }
        Ok(())
    })
}
