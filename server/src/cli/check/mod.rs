//! The command `csieve check`, which analyses files and prints the findings.

mod analyse;
mod correct;
mod format;
mod settled;

use std::{ffi::OsString, path::PathBuf, time::Instant};

use clap::Args;
use csieve_analysis::{options::Options, watch::NoWatch};

pub(super) use self::format::Format;
use self::settled::Settled;
use super::{
    AnalysisOptions, Failure,
    baseline::Baseline,
    build,
    cache::CacheArgs,
    fix::FixArgs,
    measure::Meter,
    notes::Notes,
    outcome::Outcome,
    output::{counted, print, tell, told, width, wrapped, write},
    recent::Recent,
    steps::{StepArgs, print_key, summary_files},
};
use crate::{
    config::FailOn,
    present::Allocations,
    project::{AnalysedFile, Shard},
    steps::{self, is_summary_file},
};

/// Check files and directories.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own on the command line")]
pub(super) struct Check {
    /// C files or directories; `-` reads standard input. For a summary file (`.csum`), the units in it are checked.
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
    /// Show only the N highest-ranked causes, the highest first.
    #[arg(long, value_name = "N", conflicts_with = "coverage")]
    top: Option<usize>,
    /// Leave out what hardly anyone cares about: losses right before the program ends, and calls that fail in test
    /// programs.
    #[arg(long)]
    no_minor: bool,
    /// What to do with memory that is used although its allocation may have failed: tell it in a line for each file
    /// (`fold`, if nothing else is said), one by one (`all`), or not at all (`off`).
    #[arg(long, value_enum, value_name = "HOW")]
    allocations: Option<Allocations>,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write what every refuter was asked and answered, and how long that took, as JSON. Nothing is taken from the
    /// cache.
    #[arg(long, value_name = "FILE")]
    measure: Option<PathBuf>,
    /// Show only what was not there at a revision of git: the files as they were are checked too, which costs little if the
    /// cache has their results.
    #[arg(long, visible_alias = "new-since", value_name = "REV")]
    #[arg(conflicts_with_all = ["shard", "measure", "coverage", "with"])]
    changed_since: Option<String>,
    /// If `compile_commands.json` compiles a file several times with different flags, check it once for each, not only for
    /// the first command.
    #[arg(long, conflicts_with_all = ["shard", "with"])]
    all_commands: bool,
    /// Check only one share of the files, the I-th of N (I starts at 1); the others are only read. Once machines that share
    /// a cache, or whose caches are merged, have checked all shares, a run without this option finds all results in the
    /// cache.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Which findings make the check fail: `confirmed`, `unrefuted` (the default), `doubtful` or `never`. `rank=N` and
    /// `severity=critical|high|medium|low` can be added, separated by commas; a finding must meet all of them.
    #[arg(long, value_name = "LEVEL", conflicts_with = "exit_zero")]
    fail_on: Option<FailOn>,
    /// Leave out the findings that this file lists, and report entries that no longer match any finding.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write the findings into a baseline. Entries of files that are not checked now stay.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "changed_since", "shard", "coverage"])]
    write_baseline: Option<PathBuf>,
    /// Tell each note about how the files were read: headers that are not found, flags that are guessed, remarks.
    #[arg(long)]
    notes: bool,
    /// Show every step of long paths, every proof, and proofs that only ruled out other paths, in all output formats.
    #[arg(long)]
    all_steps: bool,
    /// Use no baseline, whatever the configuration says.
    #[arg(long, conflicts_with_all = ["baseline", "write_baseline"])]
    no_baseline: bool,
    /// Leave out what a configuration excludes, even if its path is given.
    #[arg(long)]
    force_exclude: bool,
    /// A name that tells this run from others of the same commit, in SARIF (`automationDetails.id`).
    #[arg(long, value_name = "NAME")]
    category: Option<String>,
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

impl Check {
    /// Checks what the command line names. `arguments` are those of the program, its name included.
    pub(super) fn run(self, arguments: &[OsString]) -> Result<u8, Failure> {
        let began = Instant::now();
        let settled = self.settle()?;
        if self.step.key {
            return self.print_key(&settled.options);
        }
        let outcome = self.outcome(&settled, arguments)?;
        Self::tell(&outcome)?;
        let outcome = if self.fix.is_wanted() {
            let (left, diff) = self.corrected(outcome, &settled)?;
            if self.fix.is_dry() {
                write(self.output.as_deref(), &diff)?;
                eprintln!("{}", left.line());
                return Ok(told(left.exit_code(), self.exit_zero));
            }
            left
        } else {
            outcome
        };
        let outcome = self.gated(outcome, &settled)?;
        let rendered = self.rendered(&outcome, &settled)?;
        write(self.output.as_deref(), &rendered)?;
        self.tell_notes(&outcome.files, &settled);
        let line = outcome.line();
        // Other forms on standard output must stay one document, so the summary goes to standard error.
        if self.format == Format::Text && self.output.is_none() {
            // Elsewhere, the same input gives the same bytes.
            let took =
                width().map_or_else(String::new, |_| format!("; {:.1} s", began.elapsed().as_secs_f64()));
            print(&wrapped(&format!("{line}{took}\n"), width()))?;
        } else {
            tell(&line);
        }
        if let Some(reason) = outcome.summary.nothing() {
            eprintln!("error: {reason}");
        }
        Ok(told(outcome.exit_code(), self.exit_zero))
    }

    /// Analyses what is to be checked, and what was there before if that is asked for.
    /// Keeps how that was done, so that it can be done again.
    fn outcome(&self, settled: &Settled, arguments: &[OsString]) -> Result<Outcome, Failure> {
        if let Some(path) = &self.measure {
            let meter = Meter::default();
            let outcome = self.analyse(settled, None, &meter)?;
            meter.write(path)?;
            return Ok(outcome);
        }
        let keys = settled.config.as_ref().map(|config| &config.cache);
        // Without a cache, the second version would have nothing of the first.
        let own = match &self.changed_since {
            Some(_) if self.cache.is_off(keys) => CacheArgs::for_one_run(),
            _ => None,
        };
        let cache = match &own {
            Some((_, cache)) => cache.open(None),
            None => self.cache.open(keys),
        };
        let before = self.before(settled, cache.as_ref())?;
        let outcome = self.analyse(settled, cache.as_ref(), &NoWatch)?;
        let is_whole = own.is_none() && self.shard.is_none() && self.disk_paths().count() == self.paths.len();
        let kept = cache.as_ref().filter(|_| is_whole);
        let kept = kept.and_then(|cache| Recent::keep(cache, arguments, &outcome.files, &settled.builds));
        Ok(Outcome { before, is_kept: kept.is_some(), ..outcome })
    }

    /// Takes the baseline into account: writes it, or leaves out what is in it and says which entries nothing needs.
    fn gated(&self, outcome: Outcome, settled: &Settled) -> Result<Outcome, Failure> {
        let configured = settled.config.as_ref().and_then(|config| config.baseline.clone());
        let (path, is_new) = match (&self.write_baseline, &self.baseline) {
            (Some(path), _) => (Some(path.clone()), true),
            (None, named) => (named.clone().or(configured), false),
        };
        let Some(path) = path.filter(|_| !self.no_baseline) else { return Ok(outcome) };
        let baseline = if is_new {
            let baseline = Baseline::of(&outcome, &path, &settled.builds)?;
            baseline.write()?;
            eprintln!("{}: {} written", path.display(), counted(baseline.len(), "finding"));
            baseline
        } else {
            let baseline = Baseline::read(&path, &settled.builds)?;
            if !self.analysis.quiet {
                for line in baseline.not_needed(&outcome, &|file| settled.rules(file)) {
                    eprintln!("note: {line}");
                }
            }
            baseline
        };
        Ok(Outcome { baseline: Some(baseline), ..outcome })
    }

    /// Tells the user what is to be said besides the findings.
    fn tell(outcome: &Outcome) -> Result<(), Failure> {
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
        Ok(())
    }

    /// Tells how the files were read, behind the findings.
    fn tell_notes(&self, files: &[AnalysedFile], settled: &Settled) {
        if !self.analysis.quiet {
            let notes = Notes::of(files, &|path| settled.rules(path), settled.notes());
            for note in notes.told(self.notes) {
                tell(&format!("note: {note}"));
            }
        }
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
