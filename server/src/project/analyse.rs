//! Analyses files: their functions in parallel, with the reports in source order.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
};

use csieve_analysis::{
    Around, analyse_function,
    cancel::{Cancel, Cancelled, Never},
    consult::are_same,
    finding::FunctionReport,
    habits::FileUses,
    options::Options,
    project::Project,
    rule::Rule,
    summarise::{Needed, NoCache},
    summary::Summaries,
    suppress::{Suppression, Suppressions},
    text::{SourceText, Span},
    unit::{TranslationUnit, UnitFunction},
    watch::{NoWatch, Watch},
};
use rayon::prelude::*;

use super::{
    FileResults, FunctionKey, KeptForFile, KnownSummaries, Linked, Others, Prepared, ReadError, Reading,
    Selected, Store, TextNote, read::text_of, surroundings,
};
use crate::{
    build::Builds,
    cache::{DiskCache, Key},
    present::{self, Located, Once, Starts, unused},
};

/// A file with the reports of its functions.
#[derive(Debug)]
pub struct AnalysedFile {
    /// The path of the file, as the user gave it or as a walk found it.
    pub path: PathBuf,
    /// The text of the file, with its lines.
    pub source: SourceText,
    /// A warning about the bytes of the file.
    pub note: Option<TextNote>,
    /// Notes about the flags and headers of the file.
    pub reading: Reading,
    /// What the file does with the pointers that functions return.
    pub uses: FileUses,
    /// The reports of the functions in source order, each with the offset in bytes at which the function
    /// starts.
    pub reports: Vec<(u32, Arc<FunctionReport>)>,
    /// The suppressions in the text of the file.
    pub suppressions: Suppressions,
}

/// Analyses one function of a file. If the analysis panics, the function counts as skipped.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn analyse_safely(
    text: &str,
    around: Around,
    function: &UnitFunction,
    options: &Options,
    cancel: &dyn Cancel,
) -> Result<FunctionReport, Cancelled> {
    let run = AssertUnwindSafe(|| analyse_function(text, around, function, options, cancel));
    catch_unwind(run).unwrap_or_else(|_| Ok(skipped(&function.text.name, "internal error")))
}

/// Returns the report of a function that is not analysed, with the reason.
pub fn skipped(function: &str, reason: &str) -> FunctionReport {
    FunctionReport {
        function: function.to_owned(),
        skipped: Some(reason.into()),
        ..FunctionReport::default()
    }
}

/// Analyses all functions of a text, without knowledge of other files.
pub fn analyse_text(
    path: PathBuf,
    text: String,
    note: Option<TextNote>,
    builds: &Builds,
    options: &Options,
    watch: &dyn Watch,
) -> AnalysedFile {
    let file = Prepared::new(path, (SourceText::new(text), note), &Arc::new(builds.clone()), None);
    let summaries = file.summaries((&Summaries::default(), Needed::Called), options, &NoCache);
    let summaries = file.with_habits(&Others::default(), summaries);
    analyse(file, (&summaries, &Project::default()), options, watch, None).0
}

/// Analyses all functions of a file in a project. Returns the key of the results too, if a cache on disk is used, whose
/// reports are taken where they are still right.
fn analyse(
    file: Prepared,
    (summaries, project): (&Summaries, &Project),
    options: &Options,
    watch: &dyn Watch,
    store: Option<Store>,
) -> (AnalysedFile, Option<Key>) {
    let options = options.of_build(file.wrapv);
    let kept = KeptForFile::default();
    let around = Around { files: file.within(project).keeping(&kept), summaries, watch };
    let name = file.path.to_string_lossy();
    let earlier = store.map(|store| store.earlier(&file.path)).unwrap_or_default();
    let outline = &*file.file.outline;
    let surroundings = surroundings(around.files, &options);
    let text = file.source.text();
    let reports = outline.functions.par_iter().enumerate().map(|(index, function)| {
        let key = FunctionKey::of(function, surroundings, summaries.around(&function.calls));
        let known = earlier.get(&key).filter(|known| are_same(around.files, summaries, &known.consulted));
        let report = if let Some(known) = known {
            Arc::clone(known)
        } else {
            let report = match file.unit().functions.get(index) {
                Some(function) => analyse_safely(text, around, function, &options, &Never),
                None => Ok(skipped(&function.name, "the file has changed since")),
            };
            Arc::new(report.unwrap_or_else(|Cancelled| unreachable!("nobody cancels")))
        };
        watch.ends(&name, &function.name);
        (key, report)
    });
    let reports: Vec<_> = reports.collect();
    drop(name);
    let results = store.and_then(|store| {
        let functions = outline.functions.iter().zip(&reports);
        let functions = functions.map(|(function, (key, report))| (function, *key, report));
        store.keep_results(&file.path, &FileResults::new((&file.reading, outline.uses.clone()), functions))
    });
    let starts = outline.functions.iter().map(|function| function.span.start);
    let reports = starts.zip(reports.into_iter().map(|(_, report)| report)).collect();
    let uses = outline.uses.clone();
    let Prepared { path, source, note, reading, .. } = file;
    let suppressions = Suppressions::of(source.text(), source.lines());
    (AnalysedFile { path, source, note, reading, uses, reports, suppressions }, results)
}

/// What a file has come through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was read.
    Read,
    /// Its functions were checked.
    Checked,
}

/// The result of reading and analysing a file.
pub type Analysed = Result<AnalysedFile, (PathBuf, ReadError)>;

/// Reads and analyses files on the threads of the current pool. Results come in the order of the paths. The
/// summaries of functions in one file are known in the others. What is in the cache is not computed again. Files
/// that are not selected are only read.
pub fn run(
    paths: &[PathBuf],
    builds: &Builds,
    options: &Options,
    (cache, selected): (Option<&DiskCache>, Selected),
    (watch, done): (&dyn Watch, &(dyn Fn(Done) + Sync)),
) -> Vec<Analysed> {
    let store = cache.map(|cache| Store::new(cache, options, builds.command()));
    let whole = store.filter(|_| selected.is_all());
    if let Some(files) = whole.and_then(|store| unchanged(paths, builds, store)) {
        (0..files.len()).for_each(|_| done(Done::Checked));
        return files;
    }
    let known = Arc::new(store.map(|store| store.summaries(paths)).unwrap_or_default());
    let read = || done(Done::Read);
    let needed = (paths, Needed::Called);
    let mut linked = Linked::all(needed, (builds, options), (known.clone(), store), (watch, &read));
    let files = std::mem::take(&mut linked.files);
    let units: Vec<Option<Key>> = files.iter().map(|file| file.as_ref().ok()?.key).collect();
    let files = selected.of(files);
    let analysed = |file: Result<Prepared, (PathBuf, ReadError)>| {
        let result = file.map(|file| {
            let summaries = linked.known_to(&file, options);
            analyse(file, (&summaries, linked.project()), options, watch, store)
        });
        done(Done::Checked);
        match result {
            Ok((file, results)) => (Ok(file), results),
            Err(unread) => (Err(unread), None),
        }
    };
    let (files, results): (Vec<_>, Vec<_>) = files.into_par_iter().map(analysed).unzip();
    if let Some(store) = store {
        store.keep_summaries(paths, &known);
        if selected.is_all() {
            store.keep_project(&units, &results);
        }
        store.trim();
    }
    files
}

/// Analyses files with what they and others know of each other, on the threads of the current pool. `known` has summaries
/// by what they are made of.
pub fn analyse_together(
    files: Vec<Result<Prepared, (PathBuf, ReadError)>>,
    (others, known): (&Others, &KnownSummaries),
    options: &Options,
    (watch, done): (&dyn Watch, &(dyn Fn() + Sync)),
) -> Vec<Analysed> {
    let analysed = |file: Result<Prepared, _>| {
        let result = file.map(|file| {
            let own = others.summaries_for(&file.file.path);
            let summaries = file.summaries((&own, Needed::Called), options, known);
            let summaries = file.with_habits(others, summaries);
            analyse(file, (&summaries, &others.project), options, watch, None).0
        });
        done();
        result
    };
    files.into_par_iter().map(analysed).collect()
}

/// Returns the results of an earlier run on the same files, if everything that they were computed from is the same.
fn unchanged(paths: &[PathBuf], builds: &Builds, store: Store) -> Option<Vec<Analysed>> {
    let read = |path: &PathBuf| match text_of(path, builds) {
        Ok((source, note)) => {
            let key = store.key(path, &source, &builds.for_file(path))?;
            Some((Ok((path.clone(), source, note)), Some(key)))
        }
        Err(error) => Some((Err((path.clone(), error)), None)),
    };
    let (files, units): (Vec<_>, Vec<_>) =
        paths.par_iter().map(read).collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let keys = store.project(&units)?;
    let known = |(file, key): (Result<(PathBuf, SourceText, _), _>, Option<Key>)| {
        let (path, source, note) = match file {
            Ok(file) => file,
            Err(unread) => return Some(Err(unread)),
        };
        let FileResults { reading, uses, functions } = store.results(key?)?;
        let reports = functions.into_iter().map(|function| (function.start, function.report)).collect();
        let suppressions = Suppressions::of(source.text(), source.lines());
        Some(Ok(AnalysedFile { path, source, note, reading, uses, reports, suppressions }))
    };
    files.into_par_iter().zip(keys).map(known).collect()
}

/// Reads some files and analyses the first one with what it knows of the others. Returns the first file's unit
/// as well, and all the files.
///
/// # Errors
/// If the first file cannot be read.
pub fn run_first(
    paths: &[PathBuf],
    builds: &Builds,
    options: &Options,
    cache: Option<&DiskCache>,
) -> Result<(AnalysedFile, Arc<TranslationUnit>, Linked), (PathBuf, ReadError)> {
    let (file, linked) = prepare_first(paths, builds, options, cache)?;
    let (unit, summaries) = (Arc::clone(file.unit()), linked.known_to(&file, options));
    let (file, _) = analyse(file, (&summaries, linked.project()), options, &NoWatch, None);
    Ok((file, unit, linked))
}

/// Reads some files and returns the first one, with what it knows of the others.
///
/// # Errors
/// If the first file cannot be read.
pub fn prepare_first(
    paths: &[PathBuf],
    builds: &Builds,
    options: &Options,
    cache: Option<&DiskCache>,
) -> Result<(Prepared, Linked), (PathBuf, ReadError)> {
    let store = cache.map(|cache| Store::new(cache, options, builds.command()));
    let known = Arc::new(store.map(|store| store.summaries(paths)).unwrap_or_default());
    let mut linked = Linked::all((paths, Needed::All), (builds, options), (known, store), (&NoWatch, &|| ()));
    let file = linked.files.swap_remove(0)?;
    Ok((file, linked))
}

impl AnalysedFile {
    /// Returns all findings to show, in the order of the reports. After a report's own findings come those
    /// that runs from its function reached in other functions.
    pub fn findings(&self) -> impl Iterator<Item = (&Self, Located<'_>)> {
        let once = Once::new(self.reports.iter().map(|(_, report)| &**report));
        let all = self
            .reports
            .iter()
            .flat_map(|(base, report)| report.findings.iter().map(move |finding| (*base, finding)));
        all.filter(move |(_, finding)| once.shows(finding)).filter_map(move |(base, finding)| {
            let base =
                if finding.program().is_none() { Some(base) } else { self.start_of(&finding.function) };
            let (text, lines) = (self.source.text(), self.source.lines());
            Some((self, Located::new(finding, base?, text, lines, &self.suppressions, self)))
        })
    }

    /// Removes from the reports what is about other rules than these.
    pub fn keep_rules(&mut self, rules: &[Rule]) {
        let is_off = |rule: &Rule| !rules.contains(rule);
        for (_, report) in &mut self.reports {
            if report.findings.iter().any(|finding| is_off(&finding.rule))
                || report.withheld.iter().any(is_off)
            {
                let report = Arc::make_mut(report);
                report.findings.retain(|finding| rules.contains(&finding.rule));
                report.withheld.retain(|rule| rules.contains(rule));
            }
        }
    }

    /// Returns sentences about runs that reach a misuse which a proof refuted. These sentences must always be
    /// shown.
    pub fn alarms(&self) -> Vec<String> {
        present::alarms(self.reports.iter().map(|(_, report)| &**report), self, self.source.lines())
    }

    /// Returns the suppressions that no finding needs, each with a sentence. `checked` has the rules that
    /// were checked.
    pub fn unused_suppressions(&self, checked: &[Rule]) -> Vec<(&Suppression, String)> {
        let starts = self.reports.iter().map(|(start, _)| *start).skip(1);
        let ends = starts.chain([self.source.text().len() as u32]);
        let skipped = self.reports.iter().zip(ends).filter(|((_, report), _)| report.skipped.is_some());
        let skipped = skipped.map(|((start, _), end)| Span { start: *start, end });
        let unknown: Vec<Span> = skipped.chain(self.reading.inactive.iter().copied()).collect();
        let findings = self.findings().map(|(_, located)| located);
        unused(&self.suppressions, findings, checked, &unknown, self.source.lines())
    }
}

impl Starts for AnalysedFile {
    fn start_of(&self, function: &str) -> Option<u32> {
        let found = self.reports.iter().find(|(_, report)| report.function == function);
        found.map(|(start, _)| *start)
    }
}
