//! Analyses the files that a report is about, and has its results judged.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    Around,
    cancel::{Cancelled, Never},
    options::Options,
    watch::NoWatch,
};
use rayon::prelude::*;

use super::{
    Report, Stated, Verdict,
    rules::claimed,
    within::{JudgedFile, judge_in},
};
use crate::{
    build::Builds,
    project::{KeptForFile, Linked, Prepared, ReadError, analyse_safely},
};

/// Where the files of a report are, and what else is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The folder that relative paths of the report start from.
    pub root: &'a Path,
    /// Other files whose functions are known.
    pub with: &'a [PathBuf],
    /// How the files are compiled.
    pub builds: &'a Builds,
}

/// The verdicts on the results of a report, in their order, and the problems with its files.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// One verdict for each result.
    pub of: Vec<Verdict>,
    /// The files that could not be read, each with the reason.
    pub unreadable: Vec<String>,
}

/// Judges the results of a report, on the threads of the current pool.
pub fn judge(report: &Report, files: Files, options: &Options) -> Verdicts {
    let mut by_file: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    let mut of: Vec<Verdict> = Vec::with_capacity(report.results.len());
    for (index, stated) in report.results.iter().enumerate() {
        let (known, place) = (claimed(stated), stated.place.as_ref());
        if let (Some(_), Some(place)) = (known, place) {
            by_file.entry(&place.file).or_default().push(index);
        }
        of.push(match known {
            None => Verdict::not_known(&stated.rule),
            Some(_) => Verdict::not_judged("the result has no place in a file"),
        });
    }
    let mut paths: Vec<PathBuf> = by_file.keys().map(|file| files.root.join(file)).collect();
    // A file is known once, however it is named.
    let own: Vec<PathBuf> = paths.iter().map(|path| files.builds.absolute(path)).collect();
    let others = files.with.iter().filter(|path| !own.contains(&files.builds.absolute(path)));
    paths.extend(others.cloned());
    let linked = Linked::uncached(&paths, (files.builds, options));
    let all: Vec<(&Vec<usize>, &Result<Prepared, _>)> = by_file.values().zip(&linked.files).collect();
    let judged = all.par_iter().map(|(indices, file)| match file {
        Ok(file) => Ok(of_file(report, indices, file, &linked, options)),
        Err((path, error)) => Err(unread(path, error)),
    });
    let judged: Vec<_> = judged.collect();
    let mut unreadable = Vec::new();
    for ((indices, _), judged) in all.into_iter().zip(judged) {
        let (verdicts, problem) = match judged {
            Ok(verdicts) => (verdicts, None),
            Err(problem) => (vec![Verdict::not_judged(&problem); indices.len()], Some(problem)),
        };
        unreadable.extend(problem);
        for (index, verdict) in indices.iter().zip(verdicts) {
            of[*index] = verdict;
        }
    }
    Verdicts { of, unreadable }
}

fn unread(path: &Path, error: &ReadError) -> String {
    format!("{}: {error}", path.display())
}

/// Judges the results in one file.
fn of_file(
    report: &Report,
    indices: &[usize],
    file: &Prepared,
    linked: &Linked,
    options: &Options,
) -> Vec<Verdict> {
    let options = options.of_build(file.wrapv);
    let summaries = linked.known_to(file, &options);
    let kept = KeptForFile::default();
    let around = Around {
        files: file.within(linked.project()).keeping(&kept),
        summaries: &summaries,
        watch: &NoWatch,
    };
    let (unit, source) = (file.unit(), &file.source);
    let report_of = |function: usize| {
        analyse_safely(source.text(), around, &unit.functions[function], &options, &Never).ok().map(Arc::new)
    };
    let judged = JudgedFile { unit, source, around, options: &options, report_of: &report_of };
    let results: Vec<&Stated> = indices.iter().map(|index| &report.results[*index]).collect();
    judge_in(&judged, &results, &Never).unwrap_or_else(|Cancelled| unreachable!("nobody cancels"))
}
