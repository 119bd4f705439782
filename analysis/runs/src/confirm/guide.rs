//! The path of a finding as a guide for runs.

use csieve_graph::Cfg;
use csieve_machine::concolic::Trace;
use csieve_modelcheck::model::signature;
use csieve_reports::finding::Trail;

/// The result of comparing a run with a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Followed {
    /// The number of decisions of the trail that the run took, from the start on.
    pub matched: usize,
    /// The range of those decisions of the run that could have kept it on the trail: indices into
    /// [`Trace::decisions`], from the first up to but not including the second.
    pub window: (usize, usize),
}

/// Returns how far a run follows a trail before it first goes another way.
pub(super) fn followed(cfg: &Cfg, trace: &Trace, trail: &Trail) -> Followed {
    let own = trace.taken.iter().filter(|taken| taken.depth == 0);
    let signed = own.filter_map(|taken| Some((signature(cfg, taken.edge)?, taken.decisions)));
    let mut start = 0;
    let mut matched = 0;
    for (signature, decisions) in signed {
        if trail.decisions.get(matched) != Some(&signature) {
            return Followed { matched, window: (start, decisions) };
        }
        (start, matched) = (decisions, matched + 1);
    }
    Followed { matched, window: (start, trace.decisions.len()) }
}

/// Returns whether the decisions of a run in its first `after` steps are those of a trail.
pub(super) fn is_followed(cfg: &Cfg, trace: &Trace, trail: &Trail, after: u32) -> bool {
    let own = trace.taken.iter().filter(|taken| taken.depth == 0 && taken.step < after);
    own.filter_map(|taken| signature(cfg, taken.edge)).eq(trail.decisions.iter().copied())
}
