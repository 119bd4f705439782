//! Analyses that are cancelled: whenever that happens, there is no result, since it might lack something.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use csieve::project::{KeptForFile, Others, Prepared, analyse_safely};
use csieve_analysis::{
    Around,
    project::Project,
    summarise::{Needed, NoCache},
    summary::Summaries,
};
use csieve_base::{cancel::Cancel, options::Options, watch::NoWatch};
use csieve_tests::{builds, panics, record_panics};

/// The most moments of cancellation that are tried for one function.
const MOMENTS: usize = 10;

/// The most questions of whether to go on that may come after it was said not to. Each of them costs nothing.
const AFTERWARDS: usize = 100;

/// A cancellation at the question with this number, and all that come later.
struct At {
    number: usize,
    asked: AtomicUsize,
}

impl Cancel for At {
    fn is_cancelled(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.number
    }
}

#[test]
fn an_analysis_that_is_cancelled_has_no_result() {
    record_panics();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let (builds, mut options, project) = (Arc::new(builds()), Options::default(), Project::default());
    options.search.long_run_steps = 200_000;
    let mut tried = 0;
    for name in ["callees.c", "infinite_loop.c", "lassos.c", "loop_relations.c", "unreachable_code.c"] {
        let file = Prepared::read(&folder.join(name), &builds, None).expect("it is read");
        let summaries = file.summaries((&Summaries::default(), Needed::Called), &options, &NoCache);
        let summaries = file.with_habits(&Others::default(), summaries);
        for function in &file.unit().functions {
            let asked = |number: usize| {
                let (kept, at) = (KeptForFile::default(), At { number, asked: AtomicUsize::default() });
                let around = Around {
                    files: file.within(&project).keeping(&kept),
                    summaries: &summaries,
                    watch: &NoWatch,
                };
                let report = analyse_safely(file.source.text(), around, function, &options, &at);
                (report.is_ok(), at.asked.into_inner())
            };
            let (_, all) = asked(usize::MAX);
            for number in (0..all).step_by(all / MOMENTS + 1) {
                let (has_result, questions) = asked(number);
                let of = &function.text.name;
                assert!(!has_result, "{name}, {of}: cancelled at question {number} of {all}");
                assert!(
                    questions <= number + AFTERWARDS,
                    "{name}, {of}: {questions} questions, {number} of {all}"
                );
                tried += 1;
            }
        }
    }
    assert_eq!(panics(), [""; 0]);
    assert!(tried > 100, "only {tried} moments were tried");
}
