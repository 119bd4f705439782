//! What an analysis spent its time on: how often every refuter was asked, what it said, how long it took.

use std::{
    cell::Cell,
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use csieve_analysis::watch::{Answer, Question, Watch};
use serde::Serialize;

use super::{Failure, json::pretty};

thread_local! {
    /// When the question was asked that is open on this thread.
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Takes the time of every question.
#[derive(Debug, Default)]
pub(super) struct Meter {
    records: Mutex<BTreeMap<Question, Record>>,
}

/// What was asked and answered.
#[derive(Clone, Debug, Default, Serialize)]
struct Record {
    /// Answers that something is so: infeasible, proved, reached.
    yes: u64,
    /// Answers that it is not so, as far as can be seen.
    no: u64,
    /// Questions without an answer.
    unknown: u64,
    /// Steps of all budgets together.
    steps: u64,
    /// The time of every question, ascending; in nanoseconds of the wall clock.
    nanoseconds: Vec<u64>,
}

impl Watch for Meter {
    fn asks(&self, _: Question) {
        ASKED.set(Some(Instant::now()));
    }

    fn answers(&self, question: Question, answer: Answer, steps: u32) {
        let took = ASKED.take().map_or(0, |asked| asked.elapsed().as_nanos() as u64);
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        let record = records.entry(question).or_default();
        match answer {
            Answer::Yes => record.yes += 1,
            Answer::No => record.no += 1,
            Answer::Unknown => record.unknown += 1,
        }
        record.steps += u64::from(steps);
        record.nanoseconds.push(took);
    }
}

impl Meter {
    /// Writes everything as JSON, by what was asked.
    pub(super) fn write(self, path: &Path) -> Result<(), Failure> {
        let mut records = self.records.into_inner().unwrap_or_else(PoisonError::into_inner);
        for record in records.values_mut() {
            record.nanoseconds.sort_unstable();
        }
        let named: BTreeMap<&str, Record> =
            records.into_iter().map(|(question, record)| (name(question), record)).collect();
        fs::write(path, pretty(&named))
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
    }
}

fn name(question: Question) -> &'static str {
    match question {
        Question::Path(refuter) => refuter.as_str(),
        Question::Certificate => "proof checker",
        Question::Inputs => "search for inputs",
        Question::Program => "runs of the program",
    }
}
