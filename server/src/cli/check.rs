//! The command `csieve check`, which analyses files and prints the findings.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{Args, ValueEnum};
use csieve_analysis::{
    options::Options,
    watch::{NoWatch, Watch},
};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::{
    AnalysisOptions, CLEAN, FINDINGS, Failure, build,
    cache::CacheArgs,
    coverage,
    fix::{FixArgs, Fixer, Found, MOST_ROUNDS},
    json,
    measure::Meter,
    notes,
    outcome::{Before, Outcome, Shown},
    sarif,
    steps::{StepArgs, print_key, summary_files},
    summary::Summary,
    text,
};
use crate::{
    build::Builds,
    cache::DiskCache,
    project::{self, Analysed, AnalysedFile, Prepared, Selected, Shard},
    revision::Revision,
    steps::{self, ToCheck, is_summary_file},
};

/// Check files and directories.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own on the command line")]
pub(super) struct Check {
    /// C files or directories; `-` reads standard input. Of summary files (`.csum`), the units in them are checked.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The name to report for standard input.
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_name: PathBuf,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// For each file, say what was skipped and why, instead of what was found.
    #[arg(long, conflicts_with = "show_refuted")]
    coverage: bool,
    /// Also show what was refuted as spurious, with the proofs.
    #[arg(long)]
    show_refuted: bool,
    /// Also show what is doubtful: findings whose paths need what the function cannot see, each with the
    /// reason.
    #[arg(long)]
    show_doubtful: bool,
    /// Show only the findings of the highest ranks, this many, the highest first.
    #[arg(long, value_name = "N", conflicts_with = "coverage")]
    top: Option<usize>,
    /// Leave out what hardly anyone cares about: losses right before the program ends, and calls that fail in test
    /// programs.
    #[arg(long)]
    no_minor: bool,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write what every refuter was asked and answered, and how long that took, as JSON. Nothing is taken from the
    /// cache.
    #[arg(long, value_name = "FILE")]
    measure: Option<PathBuf>,
    /// Show only what was not there at a revision of git: the files as they were are checked too, which costs little if the
    /// cache has their results.
    #[arg(long, value_name = "REV", conflicts_with_all = ["shard", "measure", "coverage", "with"])]
    changed_since: Option<String>,
    /// Check a file once for each of the commands in `compile_commands.json` that compile it with other flags, not only with
    /// the first one.
    #[arg(long, conflicts_with_all = ["shard", "with"])]
    all_commands: bool,
    /// Check only one share of the files, the I-th of N from 1; the others are only read. Machines that check all shares
    /// with one cache, or whose caches are copied together, have checked the project: the next run without this option
    /// finds all results there.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Exit with 0 also if there are findings.
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    fix: FixArgs,
    #[command(flatten)]
    cache: CacheArgs,
    #[command(flatten)]
    step: StepArgs,
    #[command(flatten)]
    analysis: AnalysisOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    Text,
    Sarif,
    Json,
}

impl Check {
    pub(super) fn run(self) -> Result<u8, Failure> {
        let options = self.analysis.options()?;
        let builds = self.analysis.build.builds()?;
        if self.step.key {
            return self.print_key(&options);
        }
        let shown = Shown {
            refuted: self.show_refuted,
            doubtful: self.show_doubtful,
            no_minor: self.no_minor,
            top: self.top,
        };
        let outcome = match &self.measure {
            None => {
                // Without a cache, the second version would have nothing of the first.
                let own = match &self.changed_since {
                    Some(_) if self.cache.is_off() => CacheArgs::for_one_run(),
                    _ => None,
                };
                let cache = own.as_ref().map_or_else(|| self.cache.open(), |(_, cache)| cache.open());
                let before = self.before(&builds, &options, cache.as_ref())?;
                let outcome = self.analyse(&builds, &options, cache.as_ref(), &NoWatch)?;
                Outcome { before, ..outcome }
            }
            Some(path) => {
                let meter = Meter::default();
                let outcome = self.analyse(&builds, &options, None, &meter)?;
                meter.write(path)?;
                outcome
            }
        };
        self.tell(&outcome, &options)?;
        let outcome = if self.fix.is_wanted() {
            let (left, diff) = self.corrected(outcome, &options, shown)?;
            if self.fix.is_dry() {
                write(self.output.as_deref(), &diff)?;
                eprintln!("{}", left.line(shown));
                return Ok(told(left.exit_code(shown), self.exit_zero));
            }
            left
        } else {
            outcome
        };
        let rendered = match self.format {
            _ if self.coverage => coverage::render(&outcome.files, self.format),
            Format::Text => text::render(&outcome, shown),
            Format::Sarif => {
                let fixes = self.fixes(&outcome, &options, shown)?;
                sarif::render(&outcome, &options, shown, &fixes)
            }
            Format::Json => json::render(&outcome, shown),
        };
        write(self.output.as_deref(), &rendered)?;
        let line = outcome.line(shown);
        // JSON and SARIF on standard output must stay one document, so the summary goes to standard error.
        if self.format == Format::Text && self.output.is_none() {
            print(&format!("{line}\n"))?;
        } else {
            eprintln!("{line}");
        }
        Ok(told(outcome.exit_code(shown), self.exit_zero))
    }

    fn analyse(
        &self,
        builds: &Builds,
        options: &Options,
        cache: Option<&DiskCache>,
        watch: &dyn Watch,
    ) -> Result<Outcome, Failure> {
        let (standard_input, paths): (Vec<_>, Vec<_>) =
            self.paths.iter().cloned().partition(|path| path.as_os_str() == "-");
        let found = project::walk(&paths);
        let mut problems = found.problems;
        if !self.analysis.quiet {
            notes::left_out(&found.drivers).for_each(|note| eprintln!("note: {note}"));
        }
        let bar = progress(found.files.len(), self.analysis.quiet);
        let mut files = Vec::new();
        if !standard_input.is_empty() {
            let source = project::read_all(io::stdin(), project::MAX_FILE_BYTES)
                .map_err(|error| Failure::incomplete(format!("standard input: {error}")))?;
            let name = self.stdin_name.clone();
            let analyse = || project::analyse_text(name, source.text, source.note, builds, options, watch);
            files.push(self.analysis.on_threads(analyse)?);
        }
        let (summarised, found): (Vec<PathBuf>, Vec<PathBuf>) =
            found.files.into_iter().partition(|path| is_summary_file(path));
        let results = if summarised.is_empty() && self.step.with.is_empty() {
            let run = || self.all_runs(&found, builds, options, cache, (watch, &|| bar.inc(1)));
            self.analysis.on_threads(run)?
        } else {
            let [summarised, with] = summary_files(&summarised, &self.step.with)?;
            problems.extend(summarised.iter().flat_map(|file| file.problems().to_vec()));
            let builds = Arc::new(builds.clone());
            let step = || {
                let files = found.par_iter().map(|path| Prepared::read(path, &builds, None)).collect();
                steps::check(ToCheck { files, summarised, with }, options, (watch, &|| bar.inc(1)))
            };
            self.analysis.on_threads(step)??
        };
        bar.finish_and_clear();
        if let Some(failure) = cache.and_then(DiskCache::failure) {
            eprintln!("warning: {failure}");
        }
        for result in results {
            match result {
                Ok(file) => files.push(file),
                Err((path, error)) => problems.push(format!("{}: {error}", path.display())),
            }
        }
        Ok(Outcome { summary: Summary::of(&files, problems), files, before: None })
    }

    /// Tells the user what is to be said besides the findings.
    fn tell(&self, outcome: &Outcome, options: &Options) -> Result<(), Failure> {
        let files = &outcome.files;
        for file in files {
            build::described(&file.reading)?;
        }
        for problem in &outcome.summary.unreadable {
            eprintln!("error: {problem}");
        }
        for (path, note) in files.iter().filter_map(|file| Some((&file.path, file.note?))) {
            eprintln!("warning: {}: {note}", path.display());
        }
        for (file, alarm) in
            files.iter().flat_map(|file| file.alarms().into_iter().map(move |alarm| (file, alarm)))
        {
            eprintln!("error: {}: {alarm}", file.path.display());
        }
        if !self.analysis.quiet {
            for note in notes::notes(files, &options.rules) {
                eprintln!("note: {note}");
            }
        }
        Ok(())
    }

    /// Corrects what was found. Returns what is found then, and the diff if the files stay as they are.
    fn corrected(
        &self,
        outcome: Outcome,
        options: &Options,
        shown: Shown,
    ) -> Result<(Outcome, String), Failure> {
        let (mut left, paths, cache) = (outcome, self.files_to_fix()?, self.cache.open());
        for round in 0..MOST_ROUNDS {
            let (builds, rules) = (self.analysis.build.builds()?, self.fix.rules()?);
            let fixer = Fixer { builds: &builds, options, shown, rules };
            let made = self.analysis.on_threads(|| fixer.fix(&left, &paths, self.fix.is_dry()))?;
            let lines = made.fixed.iter().chain(made.left.iter().filter(|_| round == 0));
            for line in lines {
                eprintln!("{line}");
            }
            if self.fix.is_dry() {
                return Ok((left, made.diff));
            }
            if made.fixed.is_empty() {
                break;
            }
            // The files are others now, so nothing that was read before counts.
            let builds = self.analysis.build.builds()?;
            left = self.analyse(&builds, options, cache.as_ref(), &NoWatch)?;
        }
        Ok((left, String::new()))
    }

    /// Returns the fixes of the findings that are shown, if they are asked for.
    fn fixes<'o>(
        &self,
        outcome: &'o Outcome,
        options: &Options,
        shown: Shown,
    ) -> Result<Vec<Found<'o>>, Failure> {
        if !self.fix.is_told() {
            return Ok(Vec::new());
        }
        let (builds, paths, rules) = (self.analysis.build.builds()?, self.files_to_fix()?, self.fix.rules()?);
        let fixer = Fixer { builds: &builds, options, shown, rules };
        self.analysis.on_threads(|| fixer.fixes(outcome, &paths))
    }

    /// Returns the files that may be fixed.
    fn files_to_fix(&self) -> Result<Vec<PathBuf>, Failure> {
        let files = project::walk(&self.paths).files;
        if self.paths.iter().any(|path| path.as_os_str() == "-")
            || files.iter().any(|path| is_summary_file(path))
        {
            return Err(Failure::usage("fixes need C files, not standard input or summary files"));
        }
        Ok(files)
    }

    /// Analyses files, on the threads of the current pool: all of them, a share, or also with other commands.
    fn all_runs(
        &self,
        files: &[PathBuf],
        builds: &Builds,
        options: &Options,
        cache: Option<&DiskCache>,
        (watch, done): (&dyn Watch, &(dyn Fn() + Sync)),
    ) -> Vec<Analysed> {
        let selected = self.shard.map_or(Selected::All, Selected::Share);
        if !self.all_commands {
            return project::run(files, builds, options, (cache, selected), (watch, done));
        }
        let first = builds.of_command(0);
        let mut analysed = project::run(files, &first, options, (cache, selected), (watch, done));
        for number in 1.. {
            let builds = builds.of_command(number);
            let has_one = |path: &&PathBuf| builds.for_file(path).commands > number;
            let these: FxHashSet<PathBuf> = files.iter().filter(has_one).cloned().collect();
            if these.is_empty() {
                break;
            }
            let selected = Selected::These(&these);
            analysed.extend(project::run(files, &builds, options, (cache, selected), (watch, &|| ())));
        }
        analysed
    }

    /// Checks the files as they were at the revision of `--changed-since`, and returns what was found.
    fn before(
        &self,
        builds: &Builds,
        options: &Options,
        cache: Option<&DiskCache>,
    ) -> Result<Option<Before>, Failure> {
        let Some(name) = &self.changed_since else { return Ok(None) };
        if self.paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Failure::usage("--changed-since needs files, not standard input"));
        }
        let revision = Revision::read(name, &self.paths, builds)
            .map_err(|error| Failure::usage(format!("--changed-since: {error}")))?;
        let files = revision.files(&project::walk(&self.paths).files, &self.paths, builds);
        let builds = revision.builds(builds);
        let bar = progress(files.len(), self.analysis.quiet).with_message(format!(" of {name}"));
        let run = || self.all_runs(&files, &builds, options, cache, (&NoWatch, &|| bar.inc(1)));
        let files: Vec<AnalysedFile> = self.analysis.on_threads(run)?.into_iter().flatten().collect();
        bar.finish_and_clear();
        let outcome = Outcome { summary: Summary::of(&files, Vec::new()), files, before: None };
        Ok(Some(outcome.known()))
    }

    /// Prints the key of the step. Only of units in summary files it is known what they were read from.
    fn print_key(&self, options: &Options) -> Result<u8, Failure> {
        if !self.paths.iter().all(|path| is_summary_file(path)) {
            return Err(Failure::usage("--key needs summary files (.csum), not C files"));
        }
        let [summarised, with] = summary_files(&self.paths, &self.step.with)?;
        print_key(steps::key_to_check(&summarised, &with, options)?)
    }
}

/// Writes to a file, without colours, or to standard output.
pub(super) fn write(output: Option<&Path>, rendered: &str) -> Result<(), Failure> {
    match output {
        None => print(rendered),
        Some(path) => fs::write(path, anstream::adapter::strip_str(rendered).to_string())
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display()))),
    }
}

/// Returns the exit code that is told: that of findings only if somebody wants it.
pub(super) fn told(code: u8, exit_zero: bool) -> u8 {
    if exit_zero && code == FINDINGS { CLEAN } else { code }
}

/// Prints to standard output. It is no error if the reader has closed the pipe.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::incomplete(format!("cannot write the output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Returns a progress bar on standard error; a hidden one if that is not a terminal, or for fewer than two
/// files.
fn progress(files: usize, quiet: bool) -> ProgressBar {
    if quiet || files < 2 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files{msg} {elapsed}");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
