//! The command `csieve merge`, which makes one SARIF log of several.

use std::{fs, path::PathBuf};

use clap::Args;
use csieve_analysis::{options::Options, rule::Rule};
use serde_sarif::sarif;

use super::{
    Failure,
    output::{told, write},
    sarif::{SUMMARY, driver_of, log},
    steps::print_key,
    summary::Summary,
};
use crate::{
    cache::Key,
    config::{FailOn, Least},
    steps::key_to_merge,
};

/// Make one SARIF log of several, as if all files had been checked by one process.
#[derive(Args, Debug)]
pub(super) struct Merge {
    /// SARIF logs of `csieve check`.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What a finding must be to make the exit code 1, as for `csieve check`.
    #[arg(long, value_name = "LEVEL", conflicts_with = "exit_zero")]
    fail_on: Option<FailOn>,
    /// A name that tells this log from others of the same commit (`automationDetails.id`).
    #[arg(long, value_name = "NAME")]
    category: Option<String>,
    /// Exit with 0 also if there are findings.
    #[arg(long)]
    exit_zero: bool,
    /// Just print the key of this step: a hash of all that its result depends on.
    #[arg(long)]
    key: bool,
}

/// What logs have together.
#[derive(Default)]
struct Merged {
    driver: Option<sarif::ToolComponent>,
    summary: Summary,
    results: Vec<sarif::Result>,
}

impl Merge {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let mut merged = Merged::default();
        let mut keys = Vec::new();
        for path in &self.files {
            let failed =
                |error: &dyn std::fmt::Display| Failure::incomplete(format!("{}: {error}", path.display()));
            let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
            keys.push(Key::of_bytes(text.as_bytes()));
            let log = serde_json::from_str(&text).map_err(|error| failed(&error))?;
            merged.add(log).map_err(|problem| failed(&problem))?;
        }
        if self.key {
            return print_key(key_to_merge(&keys)?);
        }
        let Merged { driver, mut summary, results } = merged;
        // Who puts nothing together has nothing to analyse.
        summary.is_part = self.files.is_empty();
        let driver = driver.unwrap_or_else(|| driver_of(&Options::default()));
        let fail_on = self.fail_on.unwrap_or_default();
        let code = summary.exit_code(results.iter().any(|result| fails(result, fail_on)));
        let rendered = log((driver, self.category.as_deref()), &summary, results, code);
        write(self.output.as_deref(), &rendered)?;
        eprintln!("{}", summary.line());
        if let Some(reason) = summary.nothing() {
            eprintln!("error: {reason}");
        }
        Ok(told(code, self.exit_zero))
    }
}

impl Merged {
    /// Adds the runs of a log.
    fn add(&mut self, log: sarif::Sarif) -> Result<(), &'static str> {
        for run in log.runs {
            let driver = run.tool.driver;
            if driver.name != "csieve" {
                return Err("this log is of another program");
            }
            if *self.driver.get_or_insert_with(|| driver.clone()) != driver {
                return Err("this log is of another version of csieve, or of other checks");
            }
            for invocation in run.invocations.unwrap_or_default() {
                let mut properties =
                    invocation.properties.unwrap_or_else(|| sarif::PropertyBag::builder().build());
                let summary = properties.additional_properties.remove(SUMMARY);
                let summary = summary.and_then(|summary| serde_json::from_value(summary).ok());
                self.summary.add(summary.ok_or("this log does not say what was analysed")?);
            }
            self.results.extend(run.results.unwrap_or_default());
        }
        Ok(())
    }
}

/// Returns whether a result counts for the exit code.
fn fails(result: &sarif::Result, fail_on: FailOn) -> bool {
    let properties = result.properties.as_ref().map(|all| &all.additional_properties);
    let has = |name: &str| properties.is_some_and(|all| all.contains_key(name));
    let verdict = properties.and_then(|all| all.get("verdict")?.as_str());
    let least = match verdict {
        _ if has("doubt") => Least::Doubtful,
        Some("confirmed") => Least::Confirmed,
        _ => Least::Unrefuted,
    };
    let rule = Rule::ALL.iter().find(|rule| Some(rule.id()) == result.rule_id.as_deref());
    let rank = result.rank.unwrap_or_default().clamp(0.0, 100.0) as u8;
    let is_refuted = result.kind == Some(sarif::ResultKind::Pass);
    let counts = !is_refuted && result.suppressions.is_none();
    // What is of a check that this csieve does not know is a finding all the same.
    counts && rule.map_or(fail_on.least != Least::Never, |rule| fail_on.fails(least, rank, *rule))
}
