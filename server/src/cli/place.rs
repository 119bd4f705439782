//! A line of a file as a command-line argument, and the analysis of that file: as the last check had it, if there was one.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use csieve_analysis::{options::Options, unit::TranslationUnit};

use super::{
    AnalysisOptions, Failure, build, cache::CacheArgs, configured, files::c_files, output::counted,
    recent::Recent,
};
use crate::{
    build::Builds,
    cache::DiskCache,
    project::{self, AnalysedFile, Linked},
};

/// The arguments that name a line of a file, and other files whose functions are known.
#[derive(Args, Debug)]
pub(super) struct PlaceArgs {
    /// A line of a file: `src/a.c:12`. If the last check in this folder had the file, its files, flags and tables count, so
    /// that what it printed can be repeated.
    #[arg(value_name = "FILE:LINE")]
    place: String,
    /// Other files or directories whose functions are known, as when they are checked together, in place of those of the
    /// last check; can be repeated.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    #[command(flatten)]
    cache: CacheArgs,
}

/// How the file of a line is analysed.
pub(super) struct Asked {
    /// All files that are known, that of the line first.
    paths: Vec<PathBuf>,
    /// The line, from 1.
    line: u32,
    /// The options of the analysis.
    pub options: Options,
    /// How files are compiled.
    pub builds: Builds,
    cache: Option<DiskCache>,
    /// The check that had the file before.
    recent: Option<Recent>,
}

/// An analysed file, its unit, the files around it, and the requested line, from 1.
pub(super) struct Looked {
    pub file: AnalysedFile,
    pub unit: Arc<TranslationUnit>,
    pub linked: Linked,
    pub line: u32,
}

impl PlaceArgs {
    /// Settles how the file of the requested line is analysed: as the last check of this folder that had it, unless the command
    /// line says how.
    ///
    /// # Errors
    /// If the argument is no line of a file, or an option or a configuration has a mistake.
    pub(super) fn asked(&self, analysis: &AnalysisOptions) -> Result<Asked, Failure> {
        let (path, line) = self.place()?;
        let builds = analysis.build.builds()?;
        let config = configured(&builds, std::slice::from_ref(&path))?;
        let cache = self.cache.open(config.as_ref().map(|config| &config.cache));
        let is_open = self.with.is_empty() && analysis.says_nothing();
        let recent = cache.as_ref().filter(|_| is_open);
        if let Some(recent) = recent.and_then(|cache| Recent::of(cache, &builds.absolute(&path)))
            && let Some(settled) = recent.command().and_then(|check| check.settle().ok())
        {
            let file = settled.builds.absolute(&path);
            let (own, others): (Vec<PathBuf>, Vec<PathBuf>) =
                settled.found.files.iter().cloned().partition(|other| settled.builds.absolute(other) == file);
            let own = own.into_iter().next().unwrap_or(path);
            if !analysis.quiet {
                eprintln!("note: as in the last check here, of {}", counted(recent.len(), "file"));
            }
            let rules = settled.rules(&own).to_vec();
            let (options, builds) = (Options { rules, ..settled.options }, settled.builds);
            let paths = std::iter::once(own).chain(others).collect();
            return Ok(Asked { paths, line, options, builds, cache, recent: Some(recent) });
        }
        let mut paths = vec![path.clone()];
        paths.extend(c_files(&self.with, &builds)?.into_iter().filter(|other| *other != path));
        let named: Vec<PathBuf> = std::iter::once(path).chain(self.with.iter().cloned()).collect();
        let options = analysis.options(&builds, &named)?;
        Ok(Asked { paths, line, options, builds, cache, recent: None })
    }

    fn place(&self) -> Result<(PathBuf, u32), Failure> {
        let parts = self.place.rsplit_once(':');
        match parts.and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?))) {
            Some((path, line)) if !path.is_empty() && line > 0 => Ok((PathBuf::from(path), line)),
            _ => Err(Failure::usage(format!("`{}` is not FILE:LINE, as in src/a.c:12", self.place))),
        }
    }
}

impl Asked {
    /// Analyses the file of the line.
    ///
    /// # Errors
    /// If the file cannot be read, or its build files have errors.
    pub(super) fn look(&self, analysis: &AnalysisOptions) -> Result<Looked, Failure> {
        let Self { paths, line, options, builds, cache, .. } = self;
        let analyse = || project::run_first(paths, builds, options, cache.as_ref());
        let unreadable = |(path, error): (PathBuf, project::ReadError)| {
            Failure::incomplete(format!("{}: {error}", path.display()))
        };
        let (file, unit, linked) = analysis.on_threads(analyse)?.map_err(unreadable)?;
        build::described(&file.reading)?;
        Ok(Looked { file, unit, linked, line: *line })
    }

    /// Returns [`nothing_here`], and whether the file has changed since the check.
    pub(super) fn nothing_here(&self, Looked { file, line, .. }: &Looked) -> String {
        let path = self.builds.absolute(&file.path);
        let changed = self.recent.as_ref().filter(|recent| recent.has_changed(&path, file.source.text()));
        let since = changed.map_or("", |_| "; the file has changed since it was checked");
        nothing_here(file, *line) + since
    }
}

/// Returns the error message for a line without findings. It names the lines that have findings.
pub(super) fn nothing_here(file: &AnalysedFile, line: u32) -> String {
    let mut lines: Vec<u32> =
        file.findings().map(|(_, located)| located.line(located.finding.span)).collect();
    lines.sort_unstable();
    lines.dedup();
    let near: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let hint = if near.is_empty() {
        "the file has none".to_owned()
    } else {
        format!("the lines with findings are {}", near.join(", "))
    };
    format!("line {line} of {} has no finding, kept or refuted; {hint}", file.path.display())
}
