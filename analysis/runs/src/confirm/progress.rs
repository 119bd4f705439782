//! Whether a long run still gets anywhere.

use rustc_hash::FxHashSet;

use csieve_graph::{Cfg, EdgeId};

/// A run that took this many edges, and none of them for the first time, is stuck. None of the long runs of fifteen
/// projects that took so many came to anything new later; loops of 100,000 short rounds end before.
const MOST_QUIET: u32 = 1_000_000;

/// The edges that a run took, and how long it has taken no other.
#[derive(Default)]
pub(super) struct Progress {
    known: FxHashSet<(*const Cfg, EdgeId)>,
    quiet: u32,
}

impl Progress {
    /// Notes an edge that the run takes.
    pub(super) fn visit(&mut self, function: &Cfg, edge: EdgeId) {
        self.quiet = if self.known.insert((function, edge)) { 0 } else { self.quiet.saturating_add(1) };
    }

    /// Returns whether the run only goes round loops, and has done so for long.
    pub(super) fn is_stuck(&self) -> bool {
        self.quiet > MOST_QUIET
    }
}

#[cfg(test)]
mod tests {
    use csieve_graph::CfgBuilder;

    use super::{EdgeId, MOST_QUIET, Progress};

    #[test]
    fn a_run_is_stuck_that_takes_nothing_but_known_edges_for_long() {
        let (outer, inner) = (CfgBuilder::new("outer").finish(), CfgBuilder::new("inner").finish());
        let mut progress = Progress::default();
        for _ in 0..MOST_QUIET {
            progress.visit(&outer, EdgeId(0));
        }
        progress.visit(&inner, EdgeId(0));
        assert!(!progress.is_stuck(), "the edge of another function is new");
        for _ in 0..=MOST_QUIET {
            progress.visit(&outer, EdgeId(0));
        }
        assert!(progress.is_stuck());
    }
}
