//! Recognises, by their paths, files whose programs only try something out.

/// Words for folders and files of tests, examples and measurements.
const TRIALS: &[&str] = &[
    "bench",
    "benchmark",
    "benchmarks",
    "demo",
    "demos",
    "example",
    "examples",
    "fuzz",
    "sample",
    "samples",
    "selftest",
    "test",
    "testing",
    "tests",
    "testsuite",
    "tst",
    "unittest",
    "unittests",
];

/// Returns whether a file, given by its path below the checked project, is a test, an example or the like. What such
/// a program does when the system refuses it something hardly matters to anyone.
pub fn is_trial(path: &str) -> bool {
    let parts = path.split(['/', '\\', '.', '_', '-']);
    parts.map(str::to_ascii_lowercase).any(|part| TRIALS.contains(&part.as_str()))
}
