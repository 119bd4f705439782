//! What a function returns at a place, and what its callers do then.

use fixedbitset::FixedBitSet;

use csieve_base::text::Span;
use csieve_dataflow::{
    automaton::{automaton, dependencies},
    ranges::Ranges,
};
use csieve_domains::interval::Interval;
use csieve_graph::{Action, CallTarget, Cfg, CfgBuilder, EdgeId};
use csieve_reports::finding::Looked;

use crate::invariants::fact;

use super::{Subject, bodies::Graphs, calling::Calling, notebook::Notebook, within::Within};

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
    /// The edges that runs may take then, as indices.
    pub taken: FixedBitSet,
}

impl Behind {
    /// Returns whether the caller may return to its own caller.
    pub(super) fn may_return(&self) -> bool {
        let mut taken = self.taken.ones().map(|index| self.cfg.edge(EdgeId(index as u32)));
        !self.cfg.is_program && taken.any(|edge| matches!(edge.action, Action::Return(_)))
    }
}

/// Says of a call in a caller and an edge behind it whether no run goes on behind the edge.
pub(super) type Cut<'c> = dyn Fn(&Cfg, (EdgeId, EdgeId)) -> bool + 'c;

/// Returns whether all of these calls of a function return one of these values into code that does what is asked. No run goes on
/// behind the edges of a caller that `cut` names, which is given the call, too. False as well if there are no calls or too many.
pub(super) fn all_callers<'a>(
    subject: Subject<'a>,
    calling: &Calling<'a>,
    (own, returned): (Within<'a>, Interval),
    notebook: &mut Notebook,
    cut: &Cut<'_>,
    is_so: &dyn Fn(&Behind) -> bool,
) -> bool {
    if !(1..=MOST_CALLS).contains(&calling.calls(own.name())) {
        return false;
    }
    let left = [own];
    let graphs = Graphs::new(subject, &left);
    let target = CallTarget::Named(own.run_name(subject.around.files).into_owned());
    for caller in &calling.callers {
        notebook.looks_in(subject, (caller.file, caller.name()), Looked::Effects);
        let Some(cfg) = graphs.graph(*caller).filter(|cfg| graphs.has_all_calls(cfg, *caller)) else {
            return false;
        };
        let is_call = |id: &EdgeId| matches!(&cfg.edge(*id).action, Action::Call { target: called, .. } if *called == target);
        let mut behind =
            cfg.edge_ids().filter(is_call).map(|call| behind(subject, (&cfg, call), returned, cut));
        if caller.is(own) || !behind.all(|behind| behind.is_some_and(|behind| is_so(&behind))) {
            return false;
        }
    }
    true
}

/// Returns a caller behind a call that returns one of these values. `None` if that takes too many steps.
fn behind(
    subject: Subject,
    (cfg, call): (&Cfg, EdgeId),
    returned: Interval,
    cut: &Cut<'_>,
) -> Option<Behind> {
    let mut graph = CfgBuilder::reopen(cfg.clone());
    let mut last = call;
    if let Some(var) = cfg.edge(call).assigned()
        && let Some(fact) = fact(&mut graph, var, returned)
    {
        graph.insert_steps(call, vec![fact]);
        last = graph.last_edge();
    }
    let cfg = graph.finish();
    let automaton = automaton(&cfg, &dependencies(&cfg), subject.options.wrapv);
    let ranges = Ranges::behind(&cfg, &automaton, last, MAX_STEPS)?;
    let mut taken = FixedBitSet::with_capacity(cfg.edges.len());
    let mut pending = vec![cfg.edge(last).to];
    while let Some(at) = pending.pop() {
        for &id in &cfg.successors[at.index()] {
            if ranges.takes(id) && !taken.put(id.index()) && !cut(&cfg, (call, id)) {
                pending.push(cfg.edge(id).to);
            }
        }
    }
    Some(Behind { cfg, taken })
}
