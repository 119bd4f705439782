//! Measures the time that an analysis spends: the number of questions to each refuter, the answers, and the
//! times.

use std::{
    cell::Cell,
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use csieve_analysis::watch::{Answer, Watch, WatchedQuestion};
use serde::Serialize;

use super::{Failure, json::pretty};

thread_local! {
    /// The time when this thread asked the question that is still without an answer.
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// A watch that measures the time of every question.
#[derive(Debug, Default)]
pub(super) struct Meter {
    records: Mutex<BTreeMap<WatchedQuestion, Record>>,
}

/// The answers to the questions of one kind.
#[derive(Clone, Debug, Default, Serialize)]
struct Record {
    /// The number of positive answers: infeasible, proved, or reached.
    yes: u64,
    /// The number of negative answers, as far as the analysis can tell.
    no: u64,
    /// The number of questions that could not be decided.
    unknown: u64,
    /// The steps that were taken from budgets, summed over all questions.
    steps: u64,
    /// The time of each question in nanoseconds of the wall clock, in ascending order.
    nanoseconds: Vec<u64>,
}

impl Watch for Meter {
    fn asks(&self, _: WatchedQuestion) {
        ASKED.set(Some(Instant::now()));
    }

    fn answers(&self, question: WatchedQuestion, answer: Answer, steps: u32) {
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
    /// Writes all records to a file, as a JSON object with a record per kind of question.
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

fn name(question: WatchedQuestion) -> &'static str {
    match question {
        WatchedQuestion::Path(refuter) => refuter.as_str(),
        WatchedQuestion::Certificate => "proof checker",
        WatchedQuestion::Inputs => "search for inputs",
        WatchedQuestion::Program => "runs of the program",
    }
}
