//! The command `csieve judge`, which judges what other tools report.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use csieve_analysis::{finding::VerdictKind, options::Options};
use serde_json::{Value, json};

use super::{
    AnalysisOptions, CLEAN, FINDINGS, Failure, INCOMPLETE,
    cache::CacheArgs,
    files::c_files,
    json::{inputs, pretty},
    output::{told, write},
    place::LastCheck,
    sarif,
};
use crate::{
    build::Builds,
    judge::{Files, Report, Stated, Verdict, Verdicts, judge, read},
    present::Extent,
};

/// The property of a result that has what csieve says of it.
const PROPERTY: &str = "csieve";

/// Judge what other tools report.
#[derive(Args, Debug)]
pub(super) struct Judge {
    /// Reports: SARIF of any tool, GCC's JSON, a plist of clang's analyser, XML of cppcheck.
    #[arg(required = true, value_name = "REPORT")]
    reports: Vec<PathBuf>,
    /// The folder that relative paths in the reports start from.
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Other files or directories whose functions are known, in place of those of the last check that had a file of the
    /// reports; can be repeated.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    /// The form of the output; `sarif` is the report itself with the verdicts.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Exit with 0 also if results are left.
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

/// How the files of the reports are read.
struct Asked {
    options: Options,
    builds: Builds,
    /// The other files whose functions are known. Those of the reports may be among them.
    with: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Sarif,
}

impl Judge {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let root = self.root.clone().unwrap_or_default();
        let report = self.report()?;
        let Asked { options, builds, with } = self.asked(&report, &root)?;
        let files = Files { root: &root, with: &with, builds: &builds };
        let verdicts = self.analysis.on_threads(|| judge(&report, files, &options))?;
        let rendered = match self.format {
            Format::Text => text(&report, &verdicts),
            Format::Sarif => pretty(&judged_log(report, &verdicts)),
        };
        write(self.output.as_deref(), &rendered)?;
        for problem in &verdicts.unreadable {
            eprintln!("error: {problem}");
        }
        if !self.analysis.quiet {
            eprintln!("{}", summary(&verdicts));
        }
        let is_left = verdicts.of.iter().any(|verdict| verdict.kind != VerdictKind::Refuted);
        let code = match (verdicts.unreadable.is_empty(), is_left) {
            (false, _) => INCOMPLETE,
            (true, true) => FINDINGS,
            (true, false) => CLEAN,
        };
        Ok(told(code, self.exit_zero))
    }
}

impl Judge {
    /// Settles how the files of the reports are read: as the last check of this folder that had one of them, unless the command
    /// line says how.
    fn asked(&self, report: &Report, root: &Path) -> Result<Asked, Failure> {
        let builds = self.analysis.build.builds()?;
        let is_open = self.with.is_empty() && self.analysis.says_nothing();
        let cache = if is_open { self.cache.opened(&builds, root)? } else { None };
        let mut named =
            report.results.iter().filter_map(|stated| Some(root.join(&stated.place.as_ref()?.file)));
        let checked = cache.and_then(|cache| named.find_map(|file| LastCheck::of(&cache, &builds, &file)));
        if let Some(checked) = checked {
            checked.tell(&self.analysis);
            let LastCheck { options, builds, paths: with, .. } = checked;
            return Ok(Asked { options, builds, with });
        }
        let options = self.analysis.options(&builds, &[root.join(".")])?;
        let with = c_files(&self.with, &builds)?;
        Ok(Asked { options, builds, with })
    }

    /// Reads the reports as one.
    fn report(&self) -> Result<Report, Failure> {
        let mut all = Report::default();
        for path in &self.reports {
            let failed =
                |error: &dyn std::fmt::Display| Failure::incomplete(format!("{}: {error}", path.display()));
            let bytes = fs::read(path).map_err(|error| failed(&error))?;
            all.add(read(&String::from_utf8_lossy(&bytes)).map_err(|error| failed(&error))?);
        }
        Ok(all)
    }
}

/// Returns one line for each result: its place, the verdict, what the tool says, and why.
fn text(report: &Report, verdicts: &Verdicts) -> String {
    let lines = report.results.iter().zip(&verdicts.of).map(|(stated, verdict)| line(stated, verdict) + "\n");
    lines.collect()
}

fn line(stated: &Stated, verdict: &Verdict) -> String {
    let place = match &stated.place {
        Some(place) if place.column > 0 => {
            format!("{}:{}:{}: ", place.file.display(), place.line, place.column)
        }
        Some(place) => format!("{}:{}: ", place.file.display(), place.line),
        None => String::new(),
    };
    let message = stated.message.lines().next().unwrap_or_default();
    let verdict_text = verdict.kind.as_str();
    format!("{place}{verdict_text}: {message} [{} {}]: {}", stated.tool, stated.rule, verdict.why)
}

/// Returns the line that counts the verdicts.
fn summary(verdicts: &Verdicts) -> String {
    let mut counts: BTreeMap<VerdictKind, usize> = BTreeMap::new();
    for verdict in &verdicts.of {
        *counts.entry(verdict.kind).or_default() += 1;
    }
    let count = |kind| counts.get(&kind).copied().unwrap_or(0);
    let not_judged = verdicts.of.iter().filter(|verdict| verdict.why.starts_with("not judged")).count();
    let impossible = verdicts
        .of
        .iter()
        .filter(|verdict| verdict.is_path_impossible && verdict.kind != VerdictKind::Refuted);
    format!(
        "{} results: {} refuted, {} confirmed, {} unrefuted ({not_judged} not judged, {} with an impossible path)",
        verdicts.of.len(),
        count(VerdictKind::Refuted),
        count(VerdictKind::Confirmed),
        count(VerdictKind::Unrefuted),
        impossible.count(),
    )
}

/// Returns the log of a report with the verdicts in it. No result is left out.
fn judged_log(report: Report, verdicts: &Verdicts) -> Value {
    let Report { mut log, results } = report;
    for (stated, verdict) in results.iter().zip(&verdicts.of) {
        let (run, result) = stated.at;
        if let Some(result) = log.pointer_mut(&format!("/runs/{run}/results/{result}")) {
            annotate(result, verdict);
        }
    }
    log
}

/// Writes a verdict into a result. A refuted result passes; its kind and level before stand in the properties.
fn annotate(result: &mut Value, verdict: &Verdict) {
    if !result.is_object() {
        return;
    }
    let mut said = json!({ "verdict": verdict.kind.as_str(), "reason": verdict.why });
    if verdict.is_path_impossible {
        said["path"] = json!("impossible");
    }
    if let Some(evidence) = &verdict.evidence {
        let located = evidence.located();
        match verdict.kind {
            VerdictKind::Refuted => said["proof"] = sarif::proof(&located, Extent::Whole),
            _ => said["inputs"] = json!(inputs(&located)),
        }
    }
    if verdict.kind == VerdictKind::Refuted {
        for (name, refuted) in [("kind", "pass"), ("level", "none")] {
            if let Some(before) = result.get(name) {
                said[name] = before.clone();
            }
            result[name] = json!(refuted);
        }
    }
    if !result["properties"].is_object() {
        result["properties"] = json!({});
    }
    result["properties"][PROPERTY] = said;
}
