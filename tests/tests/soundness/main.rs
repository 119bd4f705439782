//! Tests that no real bug is refuted. Random programs are run on many inputs. The first misuse of a run must
//! not be refuted on its line for its rule.
//!
//! A program is spelled twice with the same lines: plain for the analysis, checked to be compiled and run
//! (`runtime.h`).

use std::{
    collections::BTreeSet,
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

use csieve::project::analyse_text;
use csieve_base::{options::Options, watch::NoWatch};
use csieve_reports::finding::VerdictKind;
use csieve_tests::{builds, programs::program_with_callers, setting, verdicts};
use tempfile::TempDir;

/// The number of programs that the test generates, unless `CSIEVE_SOUNDNESS_PROGRAMS` gives another one.
/// `CSIEVE_SOUNDNESS_FIRST` is the first seed. `CSIEVE_SOUNDNESS_KEEP` is a folder in which to keep the
/// programs.
const PROGRAMS: u64 = 15;
/// The number of functions in a program (`FUNCTIONS`), and of runs of each function (`RUNS`).
const FUNCTIONS: u32 = 15;
const RUNS: u32 = 400;

/// The rules, indexed by their number in `runtime.h`.
const RULES: [&str; 8] = [
    "",
    "null-dereference",
    "division-by-zero",
    "use-after-free",
    "double-free",
    "invalid-free",
    "uninitialized-read",
    "memory-leak",
];

mod files;

/// Runs a program, and returns the line and the rule of every misuse that ended a run.
fn misuses(folder: &Path, checked: &str) -> BTreeSet<(u32, usize)> {
    let parts = [include_str!("runtime.h"), "#line 1 \"f.c\"\n", checked, include_str!("harness.h")];
    fs::write(folder.join("run.c"), parts.concat()).expect("written");
    let status = Command::new("cc")
        .args(["-O0", "-w", "-fsanitize=signed-integer-overflow,shift", "-fsanitize-undefined-trap-on-error"])
        .args(["-DTELLS_OF_CALLERS", "-o", "run", "run.c"])
        .current_dir(folder)
        .status()
        .expect("the tests need a C compiler");
    assert!(status.success(), "it does not compile");
    let output = Command::new("./run").current_dir(folder).stdin(Stdio::null()).output().expect("it runs");
    assert!(output.status.success(), "{:?}", output.status);
    let said = String::from_utf8_lossy(&output.stdout);
    let pair = |line: &str| line.split_once(' ').map(|(line, kind)| (line.parse().ok(), kind.parse().ok()));
    said.lines().filter_map(pair).filter_map(|(line, kind)| line.zip(kind)).collect()
}

/// For each rule, the number of misuses that runs reached, of such misuses without a finding, and of refuted
/// findings.
#[derive(Default)]
struct Tally([(usize, usize, usize); 8]);

#[test]
fn what_happens_was_not_refuted() {
    let folder = TempDir::new().expect("a temporary folder");
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    let first = setting("CSIEVE_SOUNDNESS_FIRST").unwrap_or(0);
    for seed in first..first + setting("CSIEVE_SOUNDNESS_PROGRAMS").unwrap_or(PROGRAMS) {
        let program = program_with_callers(seed, FUNCTIONS, RUNS);
        if let Some(folder) = env::var_os("CSIEVE_SOUNDNESS_KEEP") {
            fs::write(Path::new(&folder).join(format!("{seed}.c")), &program.plain).expect("written");
        }
        let file =
            analyse_text("f.c".into(), program.plain.clone(), None, &builds(), &Options::default(), &NoWatch);
        for (_, report) in &file.reports {
            assert_eq!(report.skipped, None, "seed {seed}: {}", report.function);
        }
        for (kind, rule) in RULES.iter().enumerate() {
            let refuted = file
                .findings()
                .filter(|(_, located)| located.finding.is_refuted() && located.finding.rule.id() == *rule);
            tally.0[kind].2 += refuted.count();
        }
        for (line, kind) in misuses(folder.path(), &program.checked) {
            let verdicts = verdicts(&file, line, RULES[kind]);
            tally.0[kind].0 += 1;
            if verdicts.is_empty() {
                tally.0[kind].1 += 1;
            } else if verdicts.iter().all(|verdict| *verdict == VerdictKind::Refuted) {
                let text = program.plain.lines().nth(line as usize - 1).unwrap_or_default();
                wrong.push(format!("seed {seed}, line {line}: {} was refuted: {text}", RULES[kind]));
            }
        }
    }
    for (kind, (seen, silent, refuted)) in tally.0.iter().enumerate().skip(1) {
        let rule = RULES[kind];
        println!("{rule}: {seen} seen, {silent} of them without a finding; {refuted} refuted");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let enough = tally.0[1..].iter().all(|(seen, _, refuted)| *seen >= 5 && *refuted > 0);
    assert!(enough, "the programs do too little");
}
