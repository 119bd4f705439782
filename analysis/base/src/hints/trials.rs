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

/// Returns whether a file with a function `main`, given by its path below the checked project, only tries out what other
/// files have: it is a trial, or its name begins with `test`.
pub fn is_trial_program(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    is_trial(path) || name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("test"))
}
