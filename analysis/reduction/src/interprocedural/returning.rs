//! What a function returns at a place, and what its callers do then.

use csieve_base::text::Span;
use csieve_dataflow::{
    automaton::{Environment, automaton, dependencies},
    ranges::Ranges,
};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, EdgeId};
use csieve_reports::finding::Looked;

use crate::{graphs::ending_behind, invariants::fact};

use super::{
    Subject,
    bodies::Graphs,
    calling::{Calling, calling},
    notebook::Notebook,
    within::Within,
};

/// The largest number of calls of a function that are looked at.
const MOST_CALLS: usize = 8;

/// The largest number of steps of a pass over a caller.
const MAX_STEPS: u32 = 200_000;

/// Returns what a function returns at a place, as far as its text says it. `None` if it does not return there.
pub(super) fn returned(cfg: &Cfg, at: Span) -> Option<Interval> {
    let values = cfg.edges.iter().filter(|edge| edge.span == at).filter_map(|edge| match edge.action {
        Action::Return(value) => Some(value.and_then(|value| cfg.exprs.as_constant(value))),
        _ => None,
    });
    let values = values.map(|value| value.map_or(Interval::TOP, Interval::point));
    values.reduce(Interval::hull)
}

/// A caller after a call of the function returned.
pub(super) struct Behind {
    /// The graph of the caller.
    pub cfg: Cfg,
    /// What runs may do behind the call.
    pub ranges: Ranges,
}

impl Behind {
    /// Returns whether the caller may return to its own caller.
    pub(super) fn may_return(&self) -> bool {
        let returns = |id: EdgeId| matches!(self.cfg.edge(id).action, Action::Return(_));
        !self.cfg.is_program && self.cfg.edge_ids().any(|id| returns(id) && self.ranges.takes(id))
    }
}

/// Returns the calls of a function in the checked files, if all of them return one of these values into code that does what is
/// asked. No run goes on behind the edges of a caller that `cut` names. `None` as well if there are no calls or too many, or if code
/// may call the function in other ways.
pub(super) fn all_callers<'a>(
    subject: Subject<'a>,
    (own, returned): (Within<'a>, Interval),
    notebook: &mut Notebook,
    cut: &dyn Fn(&Cfg, EdgeId) -> bool,
    is_so: &dyn Fn(&Behind) -> bool,
) -> Option<Calling<'a>> {
    let calling = calling(subject, (own.file, own.name()), notebook)?;
    if !(1..=MOST_CALLS).contains(&calling.calls(own.name())) {
        return None;
    }
    let left = [own];
    let graphs = Graphs::new(subject, &left);
    let target = CallTarget::Named(own.run_name(subject.around.files).into_owned());
    for caller in &calling.callers {
        notebook.looks_in(subject, (caller.file, caller.name()), Looked::Effects);
        let cfg = graphs.graph(*caller).filter(|cfg| graphs.has_all_calls(cfg, *caller))?;
        let is_call = |id: &EdgeId| matches!(&cfg.edge(*id).action, Action::Call { target: called, .. } if *called == target);
        let mut behind =
            cfg.edge_ids().filter(is_call).map(|call| behind(subject, (&cfg, call), returned, cut));
        if caller.is(own) || !behind.all(|behind| behind.is_some_and(|behind| is_so(&behind))) {
            return None;
        }
    }
    Some(calling)
}

/// Returns a caller behind a call that returns one of these values. `None` if that takes too many steps.
fn behind(
    subject: Subject,
    (cfg, call): (&Cfg, EdgeId),
    returned: Interval,
    cut: &dyn Fn(&Cfg, EdgeId) -> bool,
) -> Option<Behind> {
    let cuts: Vec<EdgeId> = cfg.edge_ids().filter(|id| cut(cfg, *id)).collect();
    let mut graph = CfgBuilder::reopen(ending_behind(cfg.clone(), &cuts));
    if let Some(var) = cfg.edge(call).assigned()
        && let Some(fact) = fact(&mut graph, var, returned)
    {
        graph.insert_steps(call, vec![fact]);
    }
    let cfg = graph.finish();
    let automaton = automaton(&cfg, &dependencies(&cfg), subject.options.wrapv);
    let start = (cfg.edge(call).to, Environment::default());
    let ranges = Ranges::from(&cfg, &automaton, start, MAX_STEPS)?;
    Some(Behind { cfg, ranges })
}
