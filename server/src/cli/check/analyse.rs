//! Analyses the files of a check, as they are and as they were.

use std::{io, path::PathBuf, sync::Arc};

use csieve_analysis::{
    options::Options,
    watch::{NoWatch, Watch},
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::{
    super::{
        Failure, notes,
        outcome::{Before, Outcome},
        output::tell,
        progress::Progress,
        steps::summary_files,
        summary::Summary,
    },
    Check, Settled,
};
use crate::{
    build::Builds,
    cache::DiskCache,
    project::{self, Analysed, AnalysedFile, Done, Prepared, Selected},
    revision::Revision,
    steps::{self, ToCheck, is_summary_file},
};

impl Check {
    /// Analyses what is to be checked.
    pub(super) fn analyse(
        &self,
        settled: &Settled,
        cache: Option<&DiskCache>,
        watch: &dyn Watch,
    ) -> Result<Outcome, Failure> {
        let Settled { options, builds, found, .. } = settled;
        let mut problems = found.problems.clone();
        if !self.analysis.quiet {
            notes::left_out(&found.drivers).for_each(|note| tell(&format!("note: {note}")));
        }
        let progress = Progress::new(found.files.len(), None, self.analysis.quiet);
        let mut files = Vec::new();
        if self.paths.iter().any(|path| path.as_os_str() == "-") {
            let source = project::read_all(io::stdin(), project::MAX_FILE_BYTES)
                .map_err(|error| Failure::incomplete(format!("standard input: {error}")))?;
            let name = self.stdin_name.clone();
            let analyse = || project::analyse_text(name, source.text, source.note, builds, options, watch);
            files.push(self.analysis.on_threads(analyse)?);
        }
        let (summarised, sources): (Vec<PathBuf>, Vec<PathBuf>) =
            found.files.iter().cloned().partition(|path| is_summary_file(path));
        let results = if summarised.is_empty() && self.step.with.is_empty() {
            let run =
                || self.all_runs(&sources, builds, options, cache, (watch, &|done| progress.done(done)));
            self.analysis.on_threads(run)?
        } else {
            let [summarised, with] = summary_files(&summarised, &self.step.with)?;
            problems.extend(summarised.iter().flat_map(|file| file.problems().to_vec()));
            let builds = Arc::new(builds.clone());
            let step = || {
                let read = |path: &PathBuf| {
                    let file = Prepared::read(path, &builds, None);
                    progress.done(Done::Read);
                    file
                };
                let files = sources.par_iter().map(read).collect();
                let done = || progress.done(Done::Checked);
                steps::check(ToCheck { files, summarised, with }, options, (watch, &done))
            };
            self.analysis.on_threads(step)??
        };
        progress.end();
        if let Some(failure) = cache.and_then(DiskCache::failure) {
            eprintln!("warning: {failure}");
        }
        for result in results {
            match result {
                Ok(file) => files.push(file),
                Err((path, error)) => problems.push(format!("{}: {error}", path.display())),
            }
        }
        for file in &mut files {
            settled.keep_rules(file);
        }
        let shown = self.shown(files.iter().map(|file| file.path.as_path()), builds)?;
        let is_part = self.shard.is_some() || self.step.is_any(&self.paths);
        let summary = Summary { excluded: found.excluded, is_part, ..Summary::of(&files, problems) };
        Ok(Outcome { summary, files, shown, before: None, baseline: None, is_kept: false })
    }

    /// Analyses files, on the threads of the current pool: all of them, a share, or also with other commands.
    fn all_runs(
        &self,
        files: &[PathBuf],
        builds: &Builds,
        options: &Options,
        cache: Option<&DiskCache>,
        (watch, done): (&dyn Watch, &(dyn Fn(Done) + Sync)),
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
            analysed.extend(project::run(files, &builds, options, (cache, selected), (watch, &|_| ())));
        }
        analysed
    }

    /// Checks the files as they were at the revision of `--changed-since`, and returns what was found.
    pub(super) fn before(
        &self,
        settled: &Settled,
        cache: Option<&DiskCache>,
    ) -> Result<Option<Before>, Failure> {
        let Settled { options, builds, .. } = settled;
        let Some(name) = &self.changed_since else { return Ok(None) };
        if self.paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Failure::usage("--changed-since needs files, not standard input"));
        }
        let revision = Revision::read(name, &self.paths, builds)
            .map_err(|error| Failure::usage(format!("--changed-since: {error}")))?;
        let files = revision.files(&settled.found.files, &self.paths, builds);
        let builds = revision.builds(builds);
        let progress = Progress::new(files.len(), Some(name), self.analysis.quiet);
        let run = || self.all_runs(&files, &builds, options, cache, (&NoWatch, &|done| progress.done(done)));
        let files: Vec<AnalysedFile> = self.analysis.on_threads(run)?.into_iter().flatten().collect();
        progress.end();
        Ok(Some(Before::of(&files)))
    }
}
