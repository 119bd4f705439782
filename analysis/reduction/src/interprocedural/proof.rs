//! Proves that no run of a graph takes some edges.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;

use csieve_base::{cancel::Cancelled, rule::Rule, text::Span};
use csieve_dataflow::automaton::automaton;
use csieve_graph::{Cfg, EdgeId};
use csieve_modelcheck::{
    checks::{Reach, check},
    model::{Function, Property},
};
use csieve_reports::finding::{Doubt, Finding, Round, Step};

use crate::reduce::{Answer, ENDING, NoRuns, Pool, Reduction, sites};

use super::{Subject, notebook::Notebook, places::Target};

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

/// The number of steps that an edge of a larger graph counts as, for making the graph.
const STEPS_OF_EDGE: u64 = 20;

/// What a larger graph says of a misuse.
pub(super) enum Answered {
    /// No run comes to it: the paths to it, each with the conflicts that rule the path out.
    Never(Vec<Round>),
    /// A path is left.
    Left {
        /// Its steps in the function that the graph begins in, up to the first call of another one that has a body.
        steps: Vec<Step>,
        /// The place of that call.
        call: Option<Span>,
    },
    /// Nothing: the search was stopped, there is no path at all, or only an earlier misuse keeps runs from it that is reported
    /// nowhere else.
    Unknown,
}

/// A larger graph that is asked about misuses.
pub(super) struct Larger<'q> {
    /// The graph.
    pub cfg: &'q Cfg,
    /// The source of the function that the graph begins in.
    pub text: &'q str,
    /// Whether an edge is one of the function that the graph begins in. A misuse in another one may be reported nowhere.
    pub is_own: &'q dyn Fn(EdgeId) -> bool,
    /// Whether a proof may rest on the absence of misuses in other functions than that.
    pub trusts_others: bool,
}

/// A misuse in a larger graph: what is asked about the edges on which it happens.
pub(super) type Misuse = (Target, Vec<EdgeId>);

impl Larger<'_> {
    /// Asks whether some run of the graph comes to these misuses.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub(super) fn asked(
        &self,
        subject: Subject,
        notebook: &mut Notebook,
        misuses: &[Misuse],
    ) -> Result<Vec<Answered>, Cancelled> {
        notebook.steps = notebook.steps.saturating_sub(self.cfg.edges.len() as u64 * STEPS_OF_EDGE);
        // Checks recognise the misuses that end a run only in the function's own graph.
        reduced(subject, self.cfg, self.text, &[], |reduction| {
            let mut pool = Pool::paying(notebook.steps);
            let mut answers = Vec::with_capacity(misuses.len());
            for misuse in misuses {
                answers.push(self.answered((subject, notebook), reduction, &mut pool, misuse)?);
            }
            notebook.steps = notebook.steps.saturating_sub(pool.paid());
            Ok(answers)
        })
    }

    fn answered<'a>(
        &self,
        (subject, notebook): (Subject, &mut Notebook),
        reduction: &Reduction<'a>,
        pool: &mut Pool<'a>,
        (target, edges): &Misuse,
    ) -> Result<Answered, Cancelled> {
        let mut targets = FixedBitSet::with_capacity(self.cfg.edges.len());
        targets.extend(edges.iter().map(|edge| edge.index()));
        let reach = Reach(target.rule());
        let property: &dyn Property = match target {
            Target::Edges(_) => &reach,
            Target::Steps(check) => check.for_any_reason(),
        };
        let proof = match reduction.ask(property, &targets, None, pool)? {
            Answer::Never(proof) => proof,
            Answer::Perhaps { counterexample, limit: None } => {
                let word = &counterexample.word;
                let end = word.iter().position(|edge| !(self.is_own)(*edge)).unwrap_or(word.len());
                let call = word.get(end).map(|edge| self.cfg.edge(*edge).span);
                return Ok(Answered::Left { steps: reduction.witness(&word[..end]), call });
            }
            Answer::Perhaps { .. } | Answer::NoWord => return Ok(Answered::Unknown),
        };
        let counts = |edge: EdgeId| subject.is_strict || !self.trusts_others && !(self.is_own)(edge);
        let (before, most) = (pool.paid(), pool.pay_at_most(notebook.steps_of_earlier));
        let earlier = reduction.earlier(&targets, &proof.rounds, &counts, pool)?;
        notebook.steps_of_earlier = notebook.steps_of_earlier.saturating_sub(pool.paid() - before);
        pool.pay_again(most);
        Ok(if earlier.is_empty() { Answered::Never(proof.rounds) } else { Answered::Unknown })
    }
}

/// Refutes findings of which the evidence is refuted in a graph of their function in which more is known for certain. `text` is
/// the source of the function. Returns those that are left.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn refuted_again<'f>(
    subject: Subject,
    graph: (&Cfg, &str),
    findings: &'f mut [&mut Finding],
) -> Result<Vec<&'f mut Finding>, Cancelled> {
    sought_again(subject, graph, findings, &|finding, again| {
        if let Some(again) = again {
            *finding = again;
        }
    })?;
    Ok(unrefuted(findings))
}

/// Makes findings doubtful of which the evidence is gone in a graph of their function in which more is likely. `text` is the
/// source of the function.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubted_again(
    subject: Subject,
    graph: (&Cfg, &str),
    findings: &mut [&mut Finding],
    doubt: &Doubt,
) -> Result<(), Cancelled> {
    sought_again(subject, graph, findings, &|finding, _| finding.verdict.set_doubt(doubt.clone()))
}

/// Returns those findings that are not refuted.
pub(super) fn unrefuted<'f>(findings: &'f mut [&mut Finding]) -> Vec<&'f mut Finding> {
    findings.iter_mut().map(|finding| &mut **finding).filter(|finding| !finding.is_refuted()).collect()
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
