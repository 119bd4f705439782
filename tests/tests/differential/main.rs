//! Executes random functions on all inputs for which they do anything, and compares the verdicts of the
//! analysis with the runs. A misuse that a run reaches must not be refuted. A misuse that no run reaches must
//! not be confirmed.
//!
//! Each function starts with guards that let only a small box of arguments through. Every combination of
//! failures of the first three allocations is tried, so the runs are exhaustive. Some functions can still do
//! more than their runs show: they allocate more often, read uninitialised memory, or do not end soon. Their
//! confirmed findings are not compared. A line of a function contains at most one possible misuse of a rule,
//! so findings and runs are compared by line and rule. The test needs a C compiler.

mod compare;
mod judged;
mod run;

use std::{env, fs, path::Path, thread};

use compare::Tally;
use csieve::project::analyse_text;
use csieve_base::{options::Options, watch::NoWatch};
use csieve_tests::{
    builds,
    functions::{Batch, batch},
    setting,
};
use judged::Judged;
use run::execute;
use tempfile::TempDir;

/// The number of functions that the test generates, unless `CSIEVE_DIFFERENTIAL_FUNCTIONS` gives another one.
/// `CSIEVE_DIFFERENTIAL_FIRST` is the first seed. `CSIEVE_DIFFERENTIAL_KEEP` is a folder in which to keep the
/// programs and the findings that no run reaches.
const FUNCTIONS: u64 = 400;
/// The number of functions in a file.
const BATCH: u64 = 50;

fn keep(name: &str, text: &str) {
    if let Some(folder) = env::var_os("CSIEVE_DIFFERENTIAL_KEEP") {
        fs::write(Path::new(&folder).join(name), text).expect("written");
    }
}

/// Analyses a batch of functions and runs it, and compares the verdicts with the runs.
fn examine(folder: &Path, batch: &Batch, tally: &mut Tally, judged: &mut Judged) {
    let first = batch.members[0].seed;
    keep(&format!("{first}.c"), &batch.plain);
    keep(&format!("{first}.checked.c"), &batch.checked);
    thread::scope(|scope| {
        let runs = scope.spawn(|| execute(folder, batch));
        let file =
            analyse_text("f.c".into(), batch.plain.clone(), None, &builds(), &Options::default(), &NoWatch);
        for (_, report) in &file.reports {
            assert_eq!(report.skipped, None, "seeds from {first}: {}", report.function);
        }
        let runs = runs.join().expect("it was executed");
        tally.compare(batch, &file, &runs);
        judged.examine(folder, batch, &runs);
    });
}

#[test]
fn verdicts_agree_with_all_runs() {
    let folder = TempDir::new().expect("a temporary folder");
    let first = setting("CSIEVE_DIFFERENTIAL_FIRST").unwrap_or(0);
    let count = setting("CSIEVE_DIFFERENTIAL_FUNCTIONS").unwrap_or(FUNCTIONS);
    let end = first + count;
    let (mut tally, mut judged) = (Tally::default(), Judged::default());
    for start in (first..end).step_by(BATCH as usize) {
        examine(folder.path(), &batch(start..end.min(start + BATCH)), &mut tally, &mut judged);
    }
    println!("{count} functions, seeds {first} to {}, {} runs", end - 1, tally.runs);
    println!("{} functions can do more than was tried\n{tally}", tally.inexact);
    let Judged { reached, others, refuted, wrong } = judged;
    println!("judged: {reached} reports of what runs reach; {others} others, {refuted} of them refuted");
    assert!(wrong.is_empty(), "{} true reports are refuted\n\n{}", wrong.len(), wrong.join("\n"));
    keep("unproved.txt", &tally.unproved.join("\n"));
    let wrong = tally.wrong.len();
    assert!(tally.wrong.is_empty(), "{wrong} verdicts are wrong\n\n{}", tally.wrong.join("\n"));
    let (reached, refuted) = tally.extent();
    let is_enough = count < FUNCTIONS || reached >= 50 && refuted >= 100;
    assert!(is_enough, "the functions do too little: {reached} misuses, {refuted} refuted");
}
