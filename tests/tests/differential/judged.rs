//! Holds `csieve judge` against the runs: for every place that a run reaches, a report of another tool is made up, and
//! none of these may be refuted.

use std::{collections::BTreeSet, fs, path::Path};

use csieve::judge::{Files, Report, judge, read};
use csieve_analysis::finding::VerdictKind;
use csieve_base::options::Options;
use csieve_tests::{builds, functions::Batch};
use serde_json::{Value, json};

use crate::run::{Place, RULES, Runs};

/// The names that cppcheck has for the rules, in their order.
const NAMES: [&str; RULES.len()] = [
    "",
    "nullPointer",
    "deallocuse",
    "doubleFree",
    "autovarInvalidDeallocation",
    "zerodiv",
    "uninitvar",
    "arrayIndexOutOfBounds",
];

/// The results of judging made-up reports.
#[derive(Default)]
pub(crate) struct Judged {
    /// The number of reports of misuses that runs reached.
    pub reached: usize,
    /// The numbers of reports of other misuses, and of those that were refuted.
    pub others: usize,
    pub refuted: usize,
    /// Descriptions of true reports that were refuted.
    pub wrong: Vec<String>,
}

impl Judged {
    /// Judges a report about every place that runs reached, and about the other misuses on the same lines.
    pub(crate) fn examine(&mut self, folder: &Path, batch: &Batch, runs: &Runs) {
        fs::write(folder.join("f.c"), &batch.plain).expect("written");
        let lines: BTreeSet<u32> = runs.reached.keys().map(|(line, _)| *line).collect();
        let all = || (1..RULES.len()).flat_map(|kind| lines.iter().map(move |line| (*line, kind)));
        let claims: Vec<(Place, Value)> = all().filter_map(|place| result(batch, place)).collect();
        let results: Vec<&Value> = claims.iter().map(|(_, result)| result).collect();
        let log = json!({
            "runs": [{ "tool": { "driver": { "name": "cppcheck" } }, "results": results }],
        });
        let report: Report = read(&log.to_string()).expect("a log");
        let files = Files { root: folder, with: &[], builds: &builds() };
        let verdicts = judge(&report, files, &Options::default());
        assert_eq!(verdicts.of.len(), claims.len());
        for ((place, result), verdict) in claims.iter().zip(verdicts.of) {
            let is_refuted = verdict.kind == VerdictKind::Refuted;
            match runs.reached.get(place) {
                Some(inputs) if is_refuted => {
                    let message = &result["message"]["text"];
                    let line = batch.plain.lines().nth(place.0 as usize - 1).unwrap_or_default();
                    self.wrong
                        .push(format!("{message} `{line}` with {inputs}: {}\n{}", verdict.why, batch.plain));
                }
                Some(_) => self.reached += 1,
                None => {
                    self.others += 1;
                    self.refuted += usize::from(is_refuted);
                }
            }
        }
    }
}

/// Returns a result that reports a place. A read without a value is reported of the only variable on its line.
fn result(batch: &Batch, (line, kind): Place) -> Option<(Place, Value)> {
    let text = batch.plain.lines().nth(line as usize - 1).unwrap_or_default();
    let message = match RULES[kind] {
        "uninitialized-read" => format!("Uninitialized variable: {}", only_variable(text)?),
        rule => rule.to_owned(),
    };
    let result = json!({
        "ruleId": NAMES[kind],
        "message": { "text": message },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": "f.c" }, "region": { "startLine": line },
        } }],
    });
    Some(((line, kind), result))
}

/// Returns the only variable that a line reads. `None` if there are others, or memory is read.
fn only_variable(text: &str) -> Option<&str> {
    if text.contains(['[', '*', '>', '.', '&', '"']) {
        return None;
    }
    let read = text.split_once(" = ").map_or(text, |(_, value)| value);
    let is_name = |word: &&str| word.starts_with(|first: char| first.is_ascii_lowercase());
    let words = read.split(|other: char| !other.is_ascii_alphanumeric() && other != '_').filter(is_name);
    let names: BTreeSet<&str> =
        words.filter(|word| !matches!(*word, "if" | "return" | "int" | "while")).collect();
    let mut names = names.into_iter();
    names.next().filter(|_| names.next().is_none())
}
