//! Shared helpers of the end-to-end tests.
//!
//! - Three generators write random C programs. [`programs`] writes files of functions that call each other;
//!   these run on random inputs. [`functions`] writes small functions that stand alone; these run on all
//!   inputs for which they do anything.
//! - [`objects`] writes programs about arrays, strings, structures, unions and pointers to functions. They run with
//!   the sanitizers of compilers.
//! - Every program of [`programs`] and [`functions`] is spelled twice, with the same lines. The analysis reads the
//!   plain spelling. The checked spelling has macros that report misuses; it is compiled and run.
//! - [`lsp`] is a client of the language server in the same process, with a fake analysis for tests that need
//!   no proofs.
//! - [`wrapped`] is a project whose findings need two files.
//! - [`run`] runs the program `csieve` and returns its exit code and output.
//! - [`random`] generates pseudo-random numbers. A seed decides everything, so a failure can be repeated.
//!
//! The tests compare the verdicts of the analysis with what happened in the runs: a misuse that a run reaches
//! must never be refuted, and one that no run can reach must never be confirmed.

pub mod functions;
pub mod lsp;
pub mod objects;
mod panics;
mod program;
pub mod programs;
pub mod random;
mod spelling;
mod wrapped;

use std::{env, path::Path, sync::Arc};

pub use panics::{panics, record_panics};
pub use program::{Ran, program, run};
pub use wrapped::wrapped;

use csieve::{
    build::{BuildSettings, Builds, files::Files},
    project::AnalysedFile,
};
use csieve_reports::finding::VerdictKind;

/// Returns builds without any settings, so that files are compiled with the defaults.
pub fn builds() -> Builds {
    builds_for("")
}

/// Returns builds with the flags that the first line of a text names, as in `// flags: --target=avr`.
pub fn builds_for(text: &str) -> Builds {
    let base = Path::new(env!("CARGO_MANIFEST_DIR"));
    let flags = text.lines().next().and_then(|line| line.strip_prefix("// flags: "));
    let flags = flags.into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect();
    let settings = BuildSettings { flags, ..BuildSettings::default() };
    Builds::new(settings, base, &Arc::<Files>::default(), |_| None)
}

/// Returns the number that a variable of the environment sets, such as the size of a random test.
pub fn setting(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|value| value.parse().ok())
}

/// Returns the verdicts of a rule on a line, from 1.
pub fn verdicts(file: &AnalysedFile, at: u32, rule: &str) -> Vec<VerdictKind> {
    file.findings()
        .filter(|(_, located)| located.line(located.finding.span) == at && located.finding.rule.id() == rule)
        .map(|(_, located)| located.finding.verdict.kind())
        .collect()
}
