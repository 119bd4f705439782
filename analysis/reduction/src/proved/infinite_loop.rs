//! Findings of `infinite-loop`: loops that no run leaves, and loops whose lassos are all refuted.

use std::cell::LazyCell;

use fixedbitset::FixedBitSet;

use csieve_base::{cancel::Cancelled, text::sentence};
use csieve_dataflow::ranges::{Loop, Ranges};
use csieve_graph::{Action, Cfg, EdgeId, VarId, VarKind, condition_of};
use csieve_modelcheck::model::Function;
use csieve_reports::finding::Finding;

use crate::{
    reduce::{FindingWords, Pool, Reduction},
    termination::{Suspect, first_condition, is_bound, is_suspect, refuted, ways_out},
};

use csieve_base::rule::Rule;

/// The search for findings of the check `infinite-loop`. Its declaration is in [`csieve_modelcheck::checks`].
#[derive(Clone, Copy, Debug)]
pub struct InfiniteLoop;

impl InfiniteLoop {
    /// Returns the findings of `infinite-loop` in a function. Loops for which neither an end nor endlessness
    /// is proved are added to `suspects`, so that runs are tried.
    ///
    /// # Errors
    /// [`Cancelled`] if asked to stop.
    pub fn findings<'a>(
        reduction: &Reduction<'a>,
        ranges: &Ranges,
        pool: &mut Pool<'a>,
        suspects: &mut Vec<Suspect>,
    ) -> Result<Vec<Finding>, Cancelled> {
        let function = reduction.function;
        let mut findings = Vec::new();
        let returning = LazyCell::new(|| function.cfg.leading_to([function.cfg.exit], |_| true));
        let all = ranges.loops(function.cfg);
        for one in all {
            let exits = ways_out(function.cfg, one, &returning);
            let Some(first) = first_condition(function.cfg, &exits) else { continue };
            if !ranges.reaches(one.head) || may_end(function.cfg, one) {
                continue;
            }
            let finding = match unchanging(function, one, &exits) {
                Unchanging::Everything => Self::of_unchanging(reduction, one, first, pool)?,
                Unchanging::Unknown => None,
                Unchanging::No if exits.iter().any(|exit| ranges.takes(*exit)) => {
                    Self::of_lassos(reduction, one, all, &exits, first, suspects)
                }
                Unchanging::No => Self::of_values(reduction, one, &exits, first, pool)?,
            };
            reduction.cancel.go_on()?;
            findings.extend(finding);
        }
        Ok(findings)
    }

    /// Returns the finding of a loop in which nothing changes the values that its conditions read: a run that
    /// completes one round of the loop goes on for ever. `None` if no path through a round is found.
    fn of_unchanging<'a>(
        reduction: &Reduction<'a>,
        one: &Loop,
        first: EdgeId,
        pool: &mut Pool<'a>,
    ) -> Result<Option<Finding>, Cancelled> {
        let cfg = reduction.function.cfg;
        let Some(round) = reduction.path_to(Rule::InfiniteLoop, &one.back, pool)? else { return Ok(None) };
        let Action::Assume { cond, .. } = cfg.edge(first).action else { return Ok(None) };
        let vars = &reduction.function.dependencies(cond).vars;
        let names: Vec<String> = vars.iter().map(|var| format!("`{}`", cfg.var(*var).name)).collect();
        let (names, leaves) = (names.join(" or "), condition_of(cfg, first));
        let message = sentence!(
            "this loop never ends once it goes round: nothing in it changes {}, and only `{}` would end it",
            names,
            leaves
        );
        let words = FindingWords { span: cfg.edge(first).span, message, subject: leaves };
        Ok(Some(reduction.stated(Rule::InfiniteLoop, words, reduction.witness(&round.word), Vec::new())))
    }

    /// Decides a loop whose exits the pass over ranges does not exclude. If the loop is a suspect and is
    /// proved to end, returns its refuted finding. If the loop is a suspect and no proof is found, adds the
    /// loop to `suspects`, for runs to decide.
    fn of_lassos(
        reduction: &Reduction,
        one: &Loop,
        all: &[Loop],
        exits: &[EdgeId],
        first: EdgeId,
        suspects: &mut Vec<Suspect>,
    ) -> Option<Finding> {
        if !is_suspect(reduction.function, one, exits) {
            return None;
        }
        let refuted = refuted(reduction, one, all, exits, first);
        if refuted.is_none() {
            let condition = reduction.function.cfg.edge(first).span;
            suspects.push(Suspect { condition });
        }
        refuted
    }

    /// Returns the finding of a loop that computes values with which no exit is ever taken. `None` if the
    /// refuters do not prove this, or if no path through a round is found.
    fn of_values<'a>(
        reduction: &Reduction<'a>,
        one: &Loop,
        exits: &[EdgeId],
        first: EdgeId,
        pool: &mut Pool<'a>,
    ) -> Result<Option<Finding>, Cancelled> {
        let cfg = reduction.function.cfg;
        let mut edges = FixedBitSet::with_capacity(cfg.edges.len());
        edges.extend(exits.iter().map(|exit| exit.index()));
        let Some(proof) = reduction.impossible(Rule::InfiniteLoop, &edges, pool)? else { return Ok(None) };
        if reduction.path_to(Rule::InfiniteLoop, &one.back, pool)?.is_none() {
            return Ok(None);
        }
        let message = sentence!("no run leaves this loop: {}", proof.sentence());
        let words = FindingWords { span: cfg.edge(first).span, message, subject: condition_of(cfg, first) };
        Ok(Some(reduction.proved(Rule::InfiniteLoop, words, proof)))
    }
}

/// Whether a loop may change the values that the conditions of its exits read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unchanging {
    /// The loop may change some of the values.
    No,
    /// The loop changes none of the values, but other code may, or the loop may be meant to run until the
    /// program ends.
    Unknown,
    /// All of the values stay unchanged: neither the loop nor other code changes them.
    Everything,
}

/// Returns whether a callee may end the program in a round of a loop: servers wait for ever, or until they cannot.
fn may_end(cfg: &Cfg, one: &Loop) -> bool {
    one.edges(cfg).iter().any(|id| cfg.edge(*id).inside.as_ref().is_some_and(|inside| inside.may_end))
}

fn unchanging(function: &Function, one: &Loop, exits: &[EdgeId]) -> Unchanging {
    let cfg = function.cfg;
    let inside = one.edges(cfg);
    let mut written: Vec<VarId> = inside.iter().filter_map(|id| cfg.edge(*id).assigned()).collect();
    written.sort_unstable();
    let (mut calls, mut opaque) = (false, false);
    for id in inside {
        calls |= matches!(cfg.edge(*id).action, Action::Call { .. } | Action::LibraryCall { .. });
        opaque |= matches!(cfg.edge(*id).action, Action::Opaque { .. });
    }
    let mut all = Unchanging::Everything;
    for exit in exits {
        let Action::Assume { cond, .. } = cfg.edge(*exit).action else { return Unchanging::No };
        let asked = function.dependencies(cond);
        if asked.unstable || asked.vars.iter().any(|var| written.binary_search(var).is_ok()) {
            return Unchanging::No;
        }
        let is_own = |var: &VarId| {
            let var = cfg.var(*var);
            !var.exposed && matches!(var.kind, VarKind::Local | VarKind::Param)
        };
        let is_certain = !asked.memory
            && !asked.vars.is_empty()
            && asked.vars.iter().all(is_own)
            && !opaque
            && (!calls || is_bound(cfg, cond))
            && one.always_passes(cfg, cfg.edge(*exit).from);
        if !is_certain {
            all = Unchanging::Unknown;
        }
    }
    all
}
