//! The record of the edges that a run takes.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use csieve_graph::EdgeId;

use super::trace::Taken;

/// The number of edges at the end of a long run that are kept.
const LAST: usize = 2_000;

/// The edges that a run took.
#[derive(Debug, Default)]
pub(super) struct Record {
    taken: Vec<Taken>,
    steps: u32,
    /// The last function that was entered, as an index into the functions of the run.
    function: u32,
    long: Option<Long>,
}

/// What the record of a long run needs besides the edges that were taken for the first time.
#[derive(Debug, Default)]
struct Long {
    /// The edges that were taken, by function and depth.
    known: FxHashSet<(u32, EdgeId, usize)>,
    last: VecDeque<Taken>,
}

impl Record {
    /// Creates the record of a long run, which does not keep all edges.
    pub(super) fn of_long() -> Self {
        Self { long: Some(Long::default()), ..Self::default() }
    }

    /// Returns the number of edges that were taken so far.
    pub(super) fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the function of the edge that was taken last; the first one if none was.
    pub(super) fn function(&self) -> u32 {
        self.function
    }

    /// Adds an edge.
    pub(super) fn push(&mut self, taken: Taken) {
        self.steps += 1;
        self.function = taken.function;
        let Some(long) = &mut self.long else { return self.taken.push(taken) };
        if long.last.len() == LAST
            && let Some(oldest) = long.last.pop_front()
            && long.known.insert((oldest.function, oldest.edge, oldest.depth))
        {
            self.taken.push(oldest);
        }
        long.last.push_back(taken);
    }

    /// Returns the edges after the end of the run.
    pub(super) fn finish(mut self) -> Vec<Taken> {
        self.taken.extend(self.long.into_iter().flat_map(|long| long.last));
        self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeId, LAST, Record, Taken};

    #[test]
    fn the_record_of_a_long_run_has_each_edge_once_and_the_last_steps() {
        let mut record = Record::of_long();
        for step in 0..10_000 {
            let edge = EdgeId(if step == 0 { 7 } else { step % 3 });
            record.push(Taken { step, edge, function: 0, depth: 0, decisions: 0 });
        }
        assert_eq!(record.steps(), 10_000);
        let taken = record.finish();
        let steps: Vec<u32> = taken.iter().map(|taken| taken.step).collect();
        assert_eq!(steps[..5], [0, 1, 2, 3, 10_000 - LAST as u32]);
        assert_eq!(steps.len(), LAST + 4);
    }
}
