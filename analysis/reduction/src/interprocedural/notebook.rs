//! A list of the functions that interprocedural refinement looked at, so that a report depends on them.

use super::Subject;
use csieve_reports::finding::{Consulted, Looked};

use crate::{consult::consulted, invariants::Facts};

/// The number of states and steps that the questions about all findings of a function may take in larger graphs.
const MOST_STEPS: u64 = 400_000;

/// The number of those that may be taken to find out whether proofs rest on earlier misuses that may happen.
const MOST_STEPS_OF_EARLIER: u64 = 70_000;

/// The functions on which a report will depend, and what may still be asked.
pub(super) struct Notebook {
    /// The number of states and steps that further questions in larger graphs may take.
    pub steps: u64,
    /// The number of those that may be taken to find out whether proofs rest on earlier misuses that may happen.
    pub steps_of_earlier: u64,
    /// All functions that were looked at, each once, in order.
    pub all: Vec<Consulted>,
}

impl Default for Notebook {
    fn default() -> Self {
        Self::paying(MOST_STEPS)
    }
}

impl Notebook {
    /// Returns an empty notebook for questions that may take this number of states and steps.
    pub(super) fn paying(steps: u64) -> Self {
        Self { steps, steps_of_earlier: MOST_STEPS_OF_EARLIER, all: Vec::new() }
    }

    /// Records that a part of a function of the file is looked at.
    pub(super) fn looks(&mut self, subject: Subject, name: &str, looked: Looked) {
        self.looks_in(subject, (None, name), looked);
    }

    /// Records that a part of a function of any file is looked at.
    pub(super) fn looks_in(&mut self, subject: Subject, of: (Option<u32>, &str), looked: Looked) {
        let files = subject.around.files;
        let path = of.0.map(|number| &*files.file(number).path);
        let is_known = |known: &Consulted| {
            known.file.as_deref() == path && known.function == of.1 && known.looked == looked
        };
        if !self.all.iter().any(is_known) {
            self.all.push(consulted(files, subject.around.summaries, of, looked));
        }
    }

    /// Records what facts about objects with static storage rest on.
    pub(super) fn looks_at_facts(&mut self, subject: Subject, facts: &Facts) {
        for (name, looked) in facts.all().map(|found| &found.looked) {
            self.looks(subject, name, *looked);
        }
    }

    /// Records what was looked at in any file.
    pub(super) fn notes(&mut self, looked: Consulted) {
        if !self.all.contains(&looked) {
            self.all.push(looked);
        }
    }
}
