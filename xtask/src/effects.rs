//! `cargo xtask effects`: tests the tests. Each effect of an action is dropped in turn, and some test must notice it.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs, io,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use clap::Args;

use crate::files::{self, Generated, root};

/// The page with the results, relative to the root of the repository.
const PAGE: &str = "docs/effects.md";

/// What stands in the page where no test notices that an effect is dropped.
const NOTHING: &str = "nothing";

/// The effects, one a line: an action, a comma, and a part of its effects.
const ALL: &str = include_str!("../../analysis/graph/src/mutation/all.txt");

/// The tests that are run with each effect dropped, those that find most first. The table of effects in
/// `analysis/graph`, which would notice each at once, is not among them.
const TESTS: [&str; 4] = ["fixtures", "premises", "machine", "verify"];

/// The time in which a test must end. One that takes longer noticed the missing effect as well.
const LONGEST: Duration = Duration::from_secs(600);

/// The arguments of `cargo xtask effects`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Run no tests; fail if the page has not all effects, or one that no test noticed.
    #[arg(long)]
    check: bool,
    /// Drop only these effects, as `store, writes`. The page keeps its other rows.
    effects: Vec<String>,
}

/// Runs the tests with each effect dropped and writes the page, or checks that the page has all effects.
///
/// # Errors
/// One plain sentence if an effect is missing on the page, if no test notices that one is dropped, or if the tests cannot be
/// run.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.check {
        return check();
    }
    build()?;
    if let Some(test) = noticing("none")? {
        return Err(format!("`{test}` fails although no effect is dropped."));
    }
    let all: Vec<&str> = if arguments.effects.is_empty() {
        ALL.lines().collect()
    } else {
        arguments.effects.iter().map(String::as_str).collect()
    };
    let mut rows = rows()?;
    for effect in all {
        let noticed = noticing(effect)?;
        println!("{effect}: {}", noticed.as_deref().unwrap_or("not noticed"));
        rows.insert(effect.to_owned(), noticed.unwrap_or_else(|| NOTHING.to_owned()));
        // A run takes long: one that is stopped keeps what it has found.
        files::write(&[Generated { path: PAGE.to_owned(), text: page(&rows) }])?;
    }
    match rows.iter().find(|(_, noticed)| *noticed == NOTHING) {
        Some((effect, _)) => Err(format!("No test notices that an effect is dropped: {effect}.")),
        None => Ok(()),
    }
}

/// Returns the rows of the page: who notices an effect, by effect. None if there is no page yet.
///
/// # Errors
/// One plain sentence if the page cannot be read.
fn rows() -> Result<BTreeMap<String, String>, String> {
    let text = match fs::read_to_string(root().join(PAGE)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(format!("{PAGE}: {error}.")),
    };
    let row = |effect: &str| {
        let start = format!("| {} | ", effect.replace(", ", " | "));
        let noticed = text.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix(" |"))?;
        Some((effect.to_owned(), noticed.to_owned()))
    };
    Ok(ALL.lines().filter_map(row).collect())
}

fn check() -> Result<(), String> {
    let rows = rows()?;
    for effect in ALL.lines() {
        match rows.get(effect).map(String::as_str) {
            None => return Err(format!("{PAGE} lacks the effect `{effect}`: run `cargo xtask effects`.")),
            Some(NOTHING) => return Err(format!("No test notices that an effect is dropped: {effect}.")),
            Some(_) => {}
        }
    }
    Ok(())
}

/// Returns a command of cargo on the tests, whose graphs drop an effect.
fn cargo(what: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    let place = ["--release", "--target-dir", "target/mutation", "--package", "csieve-tests"];
    command.current_dir(root()).arg(what).args(place).args(["--features", "csieve-tests/mutation"]);
    command.args(arguments);
    command
}

/// Builds the tests, and the program that some of them run.
fn build() -> Result<(), String> {
    let all: Vec<&str> = TESTS.iter().flat_map(|test| ["--test", test]).chain(["--no-run"]).collect();
    for mut command in [cargo("build", &["--package", "csieve", "--bin", "csieve"]), cargo("test", &all)] {
        let status = command.status().map_err(|error| format!("The tests cannot be built: {error}."))?;
        if !status.success() {
            return Err("The tests cannot be built.".to_owned());
        }
    }
    Ok(())
}

/// Returns the test that fails without an effect, with the first place that it names.
fn noticing(effect: &str) -> Result<Option<String>, String> {
    for test in TESTS {
        let report = root().join("target/mutation/report.txt");
        let failed = |error: std::io::Error| format!("The test {test} cannot be run: {error}.");
        let output = fs::File::create(&report).map_err(failed)?;
        let mut command = cargo("test", &["--test", test]);
        command.env("CSIEVE_DROPPED_EFFECT", effect).env("RUST_BACKTRACE", "0");
        command.stdout(output.try_clone().map_err(failed)?).stderr(output).stdin(Stdio::null());
        let (mut child, start) = (command.spawn().map_err(failed)?, Instant::now());
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break Some(status);
            }
            if start.elapsed() > LONGEST {
                child.kill().map_err(failed)?;
                child.wait().map_err(failed)?;
                break None;
            }
            std::thread::sleep(Duration::from_millis(100));
        };
        let Some(status) = status else { return Ok(Some(format!("`{test}`, which does not end"))) };
        if !status.success() {
            let text = fs::read_to_string(&report).map_err(failed)?;
            let place = place(&text).map_or_else(String::new, |place| format!(", {place}"));
            return Ok(Some(format!("`{test}`{place}")));
        }
    }
    Ok(None)
}

/// Returns the first line of a report of a failure that names a program, or a trap.
fn place(report: &str) -> Option<String> {
    let is_place = |line: &&str| {
        let names_program = line.contains(".c:") || line.contains(".c ");
        names_program || line.contains("refuted and") || line.contains("confirmed and")
    };
    let line = report.lines().map(str::trim).find(is_place)?;
    let line = line.split_once("` failed: ").map_or(line, |(_, told)| told);
    let line = line.replace(&format!("{}/tests/", root().display()), "");
    let (place, told) = line.split_once(": ")?;
    let told: String = told.chars().take(60).collect();
    Some(format!("`{place}`: {}", told.replace('|', "\\|")))
}

fn page(rows: &BTreeMap<String, String>) -> String {
    let mut text = "# Effects of actions, and the tests that need them\n\n\
        <!-- Generated by `cargo xtask effects`, which takes about half an hour. -->\n\n\
        What an action of a graph does is derived in one place (`analysis/graph/src/effect.rs`). Here each effect was dropped\n\
        there, one at a time, and the tests of whole programs were run: the fixtures, the premises, the machine, verify. The table of\n\
        effects in `analysis/graph`, which would notice each at once, was not asked. The last column has the first test that\n\
        failed and what it said first.\n\n\
        | action | effect | noticed by |\n|---|---|---|\n"
        .to_owned();
    for (effect, noticed) in rows {
        let _ = writeln!(text, "| {} | {noticed} |", effect.replace(", ", " | "));
    }
    text
}
