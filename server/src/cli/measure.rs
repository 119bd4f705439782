//! Measures the time that an analysis spends: in each stage, in each function, and for the questions to each refuter
//! and their answers.

use std::{
    cell::Cell,
    cmp::Reverse,
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use csieve_analysis::watch::{Answer, Stage, Watch, WatchedQuestion};
use serde::Serialize;

use super::{Failure, json::pretty};

/// The number of functions that are named, those that took most time.
const DEAREST: usize = 20;

thread_local! {
    /// The time when this thread asked the question that is still without an answer.
    static ASKED: Cell<Option<Instant>> = const { Cell::new(None) };
    /// The stage in which this thread is, with the time when it began.
    static STAGE: Cell<Option<(Stage, Instant)>> = const { Cell::new(None) };
    /// What the function that this thread analyses has taken so far.
    static TAKEN: Cell<Taken> = const { Cell::new(Taken { nanoseconds: 0, steps: 0 }) };
}

/// A watch that measures the time of every stage, function and question.
#[derive(Debug, Default)]
pub(super) struct Meter {
    questions: Mutex<BTreeMap<WatchedQuestion, Record>>,
    stages: Mutex<BTreeMap<Stage, u64>>,
    functions: Mutex<Vec<Spent>>,
}

/// What was spent: nanoseconds of the wall clock, and steps that were taken from budgets.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Taken {
    nanoseconds: u64,
    steps: u64,
}

/// What was spent for a function.
#[derive(Clone, Debug, Serialize)]
struct Spent {
    file: String,
    function: String,
    #[serde(flatten)]
    taken: Taken,
}

/// What is written.
#[derive(Debug, Serialize)]
struct Report<'a> {
    /// All steps that were taken from budgets: the same number whenever the same version checks the same files.
    steps: u64,
    /// The nanoseconds of each stage, added up over the threads.
    stages: BTreeMap<&'a str, u64>,
    /// The functions that took most time, the dearest first.
    functions: &'a [Spent],
    /// The questions to each refuter, to the model checker and to the machine.
    questions: BTreeMap<&'a str, Record>,
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
        let Taken { nanoseconds, steps: before } = TAKEN.get();
        TAKEN.set(Taken { nanoseconds, steps: before + u64::from(steps) });
        let mut records = locked(&self.questions);
        let record = records.entry(question).or_default();
        match answer {
            Answer::Yes => record.yes += 1,
            Answer::No => record.no += 1,
            Answer::Unknown => record.unknown += 1,
        }
        record.steps += u64::from(steps);
        record.nanoseconds.push(took);
    }

    fn begins(&self, stage: Stage) {
        self.close();
        STAGE.set(Some((stage, Instant::now())));
    }

    fn ends(&self, file: &str, function: &str) {
        self.close();
        let (file, function) = (file.to_owned(), function.to_owned());
        locked(&self.functions).push(Spent { file, function, taken: TAKEN.take() });
    }
}

impl Meter {
    /// Ends the stage in which this thread is.
    fn close(&self) {
        let Some((stage, began)) = STAGE.take() else { return };
        let took = began.elapsed().as_nanos() as u64;
        *locked(&self.stages).entry(stage).or_default() += took;
        if stage > Stage::Summaries {
            let Taken { nanoseconds, steps } = TAKEN.get();
            TAKEN.set(Taken { nanoseconds: nanoseconds + took, steps });
        }
    }

    /// Writes everything to a file, as a JSON object.
    pub(super) fn write(self, path: &Path) -> Result<(), Failure> {
        let mut questions = locked(&self.questions);
        for record in questions.values_mut() {
            record.nanoseconds.sort_unstable();
        }
        let mut functions = locked(&self.functions);
        // Functions that took the same time are in the order of their names.
        functions.sort_by_cached_key(|one| {
            (Reverse(one.taken.nanoseconds), one.file.clone(), one.function.clone())
        });
        let report = Report {
            steps: questions.values().map(|record| record.steps).sum(),
            stages: locked(&self.stages).iter().map(|(stage, took)| (stage_name(*stage), *took)).collect(),
            functions: &functions[..functions.len().min(DEAREST)],
            questions: questions.iter().map(|(question, record)| (name(*question), record.clone())).collect(),
        };
        fs::write(path, pretty(&report))
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
    }
}

fn locked<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Reading => "reading",
        Stage::Summaries => "summaries",
        Stage::Graph => "graph",
        Stage::Candidates => "candidates",
        Stage::Equations => "equations",
        Stage::Reduction => "path reduction",
        Stage::Proofs => "proofs about all runs",
        Stage::Callers => "callees and callers",
        Stage::Endlessness => "runs of loops",
        Stage::Confirmation => "runs that confirm",
        Stage::Runs => "runs of functions and programs",
    }
}

fn name(question: WatchedQuestion) -> &'static str {
    match question {
        WatchedQuestion::Path(refuter) => refuter.as_str(),
        WatchedQuestion::Certificate => "proof checker",
        WatchedQuestion::Inputs => "search for inputs",
        WatchedQuestion::Counterexample => "model checker",
        WatchedQuestion::Program => "runs of the program",
    }
}
