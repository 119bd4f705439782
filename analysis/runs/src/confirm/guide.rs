//! The path of a finding as a guide.

use csieve_graph::Cfg;
use csieve_machine::concolic::Trace;
use csieve_modelcheck::model::signature;
use csieve_reports::finding::Trail;

/// How far a run follows a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Followed {
    /// So many decisions of the trail were taken one after the other from the start.
    pub matched: usize,
    /// The first decision of the run that could have sent it along, and the one past the last.
    pub window: (usize, usize),
}

/// How far a run follows a trail before it first goes another way.
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
