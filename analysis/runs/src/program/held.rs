//! Memory that the program holds when it ends, although it passed the place where it releases such memory.
//!
//! The system takes back what a program holds at its end, so that is no leak by itself. But memory that was
//! made by the same calls may be released at some place in other runs. A run that passes this place later than
//! it made the memory, and still holds the memory at its end, has missed the memory.

use rustc_hash::FxHashSet;

use csieve_base::rule::Rule;
use csieve_graph::EdgeId;
use csieve_machine::{
    Misuse, ProgramPoint, Release, Subject,
    concolic::{Assignment, Trace},
};

/// The largest number of runs of which it is kept what they held at their ends.
const MOST_RUNS: usize = 16;

/// What the runs so far released, and what they still held at their ends.
#[derive(Default)]
pub(super) struct Endings {
    releases: FxHashSet<Release>,
    held: Vec<Held>,
}

/// Memory that a run held at its end.
struct Held {
    assignment: Assignment,
    made: Vec<ProgramPoint>,
    passed: FxHashSet<EdgeId>,
}

impl Endings {
    /// Records what a run released and held.
    pub(super) fn see(&mut self, trace: &Trace, assignment: &Assignment) {
        self.releases.extend(trace.run.releases.iter().cloned());
        for held in trace.run.held.iter().filter(|held| held.rule == Rule::MemoryLeak) {
            let Subject::Made(made) = &held.subject else { continue };
            let passed = passed(trace, made);
            let is_known = self.held.iter().any(|known| known.made == *made && known.passed == passed);
            if !is_known && self.held.len() < MOST_RUNS {
                self.held.push(Held { assignment: assignment.clone(), made: made.clone(), passed });
            }
        }
    }

    /// Returns the inputs of runs that missed memory, the earliest first.
    pub(super) fn missed(&self) -> Vec<Assignment> {
        let missed = self.held.iter().filter(|held| self.is_released(&held.made, &held.passed));
        missed.map(|held| held.assignment.clone()).collect()
    }

    /// Returns whether a run missed memory that it held at its end.
    pub(super) fn is_missed(&self, trace: &Trace, held: &Misuse) -> bool {
        match &held.subject {
            Subject::Made(made) if held.rule == Rule::MemoryLeak => {
                self.is_released(made, &passed(trace, made))
            }
            _ => false,
        }
    }

    fn is_released(&self, made: &[ProgramPoint], passed: &FxHashSet<EdgeId>) -> bool {
        self.releases.iter().any(|release| release.made == made && passed.contains(&release.during))
    }
}

/// Returns the edges of the main function that a run took after it last made memory at a place.
fn passed(trace: &Trace, made: &[ProgramPoint]) -> FxHashSet<EdgeId> {
    let Some((_, maker)) = made.first() else { return FxHashSet::default() };
    let main = trace.taken.iter().rev().filter(|taken| taken.depth == 0).map(|taken| taken.edge);
    main.take_while(|edge| edge != maker).collect()
}
