//! The record of a run: the functions that it enters, the edges that it takes, and the inputs for which it
//! asks.

use std::{cell::OnceCell, collections::VecDeque};

use rustc_hash::FxHashSet;

use csieve_graph::{Cfg, EdgeId, Type};

use super::{
    decision::Decision,
    trace::{Asked, Taken, Trace},
};
use crate::{Chosen, Run, Source};

/// The number of edges at the end of a long run that are kept.
const LAST: usize = 2_000;

/// What a run has done so far.
#[derive(Debug, Default)]
pub(super) struct Record {
    functions: Vec<String>,
    taken: Vec<Taken>,
    asked: Vec<Asked>,
    /// The number of edges that were taken.
    steps: u32,
    /// The function of the edge that was taken last, as an index into `functions`.
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

    /// Notes an input that was chosen.
    pub(super) fn ask(&mut self, source: &Source, ty: Type, chosen: &Chosen) {
        self.asked.push(Asked { source: source.clone(), ty, chosen: chosen.clone(), at: self.steps });
    }

    /// Notes an edge of a function with a number of callers, after a number of decisions.
    pub(super) fn visit(&mut self, cfg: &Cfg, edge: EdgeId, depth: usize, decisions: usize) {
        self.function = self.entered(&cfg.function);
        self.push(Taken { step: self.steps, edge, function: self.function, depth, decisions });
    }

    /// Returns the index of a function into `functions`; adds the function if it is new. A run has few
    /// functions and often stays in the last one.
    fn entered(&mut self, name: &str) -> u32 {
        if self.functions.get(self.function as usize).is_some_and(|known| known == name) {
            return self.function;
        }
        let known = self.functions.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.functions.push(name.to_owned());
            self.functions.len() - 1
        }) as u32
    }

    fn push(&mut self, taken: Taken) {
        self.steps += 1;
        let Some(long) = &mut self.long else { return self.taken.push(taken) };
        if long.last.len() == LAST
            && let Some(oldest) = long.last.pop_front()
            && long.known.insert((oldest.function, oldest.edge, oldest.depth))
        {
            self.taken.push(oldest);
        }
        long.last.push_back(taken);
    }

    /// Returns the trace of the run after its end.
    pub(super) fn finish(self, run: Run, decisions: Vec<Decision>) -> Trace {
        let Self { functions, mut taken, asked, long, .. } = self;
        taken.extend(long.into_iter().flat_map(|long| long.last));
        Trace { run, functions, taken, decisions, asked, conditions: OnceCell::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::{EdgeId, LAST, Record, Taken};
    use crate::{End, Run};

    #[test]
    fn the_record_of_a_long_run_has_each_edge_once_and_the_last_steps() {
        let mut record = Record::of_long();
        for step in 0..10_000 {
            let edge = EdgeId(if step == 0 { 7 } else { step % 3 });
            record.push(Taken { step, edge, function: 0, depth: 0, decisions: 0 });
        }
        let run = Run { end: End::Steps, misuses: vec![], held: vec![], releases: vec![], steps: 10_000 };
        let taken = record.finish(run, Vec::new()).taken;
        let steps: Vec<u32> = taken.iter().map(|taken| taken.step).collect();
        assert_eq!(steps[..5], [0, 1, 2, 3, 10_000 - LAST as u32]);
        assert_eq!(steps.len(), LAST + 4);
    }
}
