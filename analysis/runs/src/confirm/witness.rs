//! Shows the run that confirms a finding, where that is not the path which the search ended with.

use csieve_base::text::Span;
use csieve_dataflow::automaton::{QuantityId, automaton, dependencies};
use csieve_domains::interval::Interval;
use csieve_graph::{Cfg, EdgeId};
use csieve_machine::{Chosen, Source, concolic::Asked};
use csieve_reports::{
    finding::{Finding, Step, StepKind},
    report,
};

use super::{UnitGraphs, matching::reached, replay::walked};

/// The longest run that is shown, in edges of the function.
const LONGEST: usize = 50_000;

/// What a run needs.
#[derive(Clone, Copy)]
pub(super) struct Again<'a> {
    pub graphs: &'a UnitGraphs<'a>,
    pub cfg: &'a Cfg,
    /// The text of the function.
    pub text: &'a str,
    pub wrapv: bool,
    /// The largest number of steps of the run.
    pub steps: u32,
}

/// Returns the steps of the run on inputs up to the misuse of a finding. `None` if the run is too long to be shown.
pub(super) fn of_run(again: Again, asked: &[Asked], finding: &Finding) -> Option<Vec<Step>> {
    let Again { graphs, cfg, text, wrapv, steps } = again;
    let (run, passed) = walked(graphs, &cfg.function, asked, (wrapv, steps))?;
    let misuse = reached(cfg, &run, finding, finding.trail()?)?;
    let before = passed.iter().take_while(|passed| passed.after <= misuse.after);
    let mut word: Vec<EdgeId> = before.map(|passed| passed.edge).collect();
    let (_, last) = misuse.frames.first()?;
    if word.last() != Some(last) {
        word.push(*last);
    }
    if word.len() > LONGEST {
        return None;
    }
    let automaton = automaton(cfg, &dependencies(cfg), wrapv);
    let moves = moves(cfg, &word, finding);
    let known = asked.iter().filter_map(|asked| given(cfg, asked)).collect();
    let steps = report::steps_from(cfg, &automaton, text, (&word, &moves), known);
    Some(report::folded(with_words_of(steps, finding)))
}

/// Returns what is known of a parameter.
fn given(cfg: &Cfg, asked: &Asked) -> Option<(QuantityId, Interval)> {
    let (Source::Param(index), Chosen::Number(_) | Chosen::Null) = (&asked.source, &asked.chosen) else {
        return None;
    };
    let var = cfg.param(*index)?;
    let value = if let Chosen::Number(number) = asked.chosen { number } else { 0 };
    Some((QuantityId::from(var), Interval::point(value)))
}

/// Returns the last positions in a word of what the finding depends on, conditions apart.
fn moves(cfg: &Cfg, word: &[EdgeId], finding: &Finding) -> Vec<usize> {
    let last = |span: Span| word.iter().rposition(|edge| cfg.edge(*edge).span == span);
    let mut moves: Vec<usize> = decisive(finding).filter_map(|step| last(step.span)).collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

/// Returns the steps of the path of the search on which the finding depends, conditions and steps in callees apart.
fn decisive(finding: &Finding) -> impl DoubleEndedIterator<Item = &Step> {
    let own = finding.witness.iter().filter(|step| step.decisive && step.callee.is_none());
    own.filter(|step| step.kind != StepKind::Branch)
}

/// Puts what the path of the search says of a place in place of what the graph of the run says: that knows what callees do.
fn with_words_of(mut steps: Vec<Step>, finding: &Finding) -> Vec<Step> {
    let end = steps.len().saturating_sub(1);
    for step in decisive(finding).rev().skip(1) {
        let Some(at) =
            steps[..end].iter().rposition(|own| own.span == step.span && own.kind != StepKind::Branch)
        else {
            continue;
        };
        let path = &finding.witness;
        let of_callees = path.iter().position(|one| std::ptr::eq(one, step)).map_or(0..0, |at| {
            let inside = path[..at].iter().rev().take_while(|before| before.callee.is_some()).count();
            at - inside..at
        });
        steps.splice(at..=at, path[of_callees].iter().chain([step]).cloned());
    }
    if let (Some(last), Some(misuse)) = (steps.last_mut(), finding.witness.last()) {
        *last = Step { values: std::mem::take(&mut last.values), ..misuse.clone() };
    }
    steps
}
