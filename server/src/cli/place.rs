//! A finding as a command-line argument, by its short name or its line, and the analysis of its file: as the last check had it, if
//! there was one.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;
use csieve_analysis::{options::Options, unit::TranslationUnit};

use super::{
    AnalysisOptions, Failure, build,
    cache::CacheArgs,
    files::c_files,
    outcome::known_by,
    output::{counted, tell},
    recent::Recent,
};
use crate::{
    build::Builds,
    cache::DiskCache,
    present::Located,
    project::{self, AnalysedFile, Linked},
};

/// The least number of digits of a short name.
const LEAST_DIGITS: usize = 4;

/// The arguments that name a finding or a line of a file, and other files whose functions are known.
#[derive(Args, Debug)]
pub(super) struct PlaceArgs {
    /// A finding of the last check in this folder, by the name that it printed or the beginning of it: `3f2a91bc`; or a line of a
    /// file: `src/a.c:12`. If the last check had the file, its files, flags and tables count, so that what it printed can be
    /// repeated.
    #[arg(value_name = "FINDING")]
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
    /// The short name of the finding, if it is asked for by that.
    id: Option<String>,
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

/// An analysed file, its unit, the files around it, and what was asked for.
pub(super) struct Looked {
    pub file: AnalysedFile,
    pub unit: Arc<TranslationUnit>,
    pub linked: Linked,
    /// The line, from 1.
    pub line: u32,
    id: Option<String>,
}

impl Looked {
    /// Returns the findings that were asked for: those on the line, or the one of the name.
    pub(super) fn here(&self) -> Vec<Located<'_>> {
        let Some(id) = &self.id else {
            let all = self.file.findings().map(|(_, located)| located);
            return all.filter(|located| located.line(located.finding.span) == self.line).collect();
        };
        let all = known_by(std::slice::from_ref(&self.file));
        all.filter(|known| known.id() == *id).map(|known| known.located).collect()
    }
}

impl PlaceArgs {
    /// Settles how the file of the requested line is analysed: as the last check of this folder that had it, unless the command
    /// line says how.
    ///
    /// # Errors
    /// If the argument is no line of a file, or an option or a configuration has a mistake.
    pub(super) fn asked(&self, analysis: &AnalysisOptions) -> Result<Asked, Failure> {
        let builds = analysis.build.builds()?;
        let opened = || self.cache.opened(&builds, Path::new("."));
        let named = is_name(&self.place).then(|| named(&self.place, opened()?.as_ref())).transpose()?;
        let (id, path, line) = match named {
            Some((id, path, line)) => (Some(id), path, line),
            None => {
                let (path, line) = self.place()?;
                (None, path, line)
            }
        };
        let cache = self.cache.opened(&builds, &path)?;
        let is_open = self.with.is_empty() && analysis.says_nothing();
        let checked = cache.as_ref().filter(|_| is_open);
        if let Some(checked) = checked.and_then(|cache| LastCheck::of(cache, &builds, &path)) {
            checked.tell(analysis);
            let LastCheck { options, builds, paths, recent } = checked;
            return Ok(Asked { paths, id, line, options, builds, cache, recent: Some(recent) });
        }
        let mut paths = vec![path.clone()];
        paths.extend(c_files(&self.with, &builds)?.into_iter().filter(|other| *other != path));
        let named: Vec<PathBuf> = std::iter::once(path).chain(self.with.iter().cloned()).collect();
        let options = analysis.options(&builds, &named)?;
        Ok(Asked { paths, id, line, options, builds, cache, recent: None })
    }

    fn place(&self) -> Result<(PathBuf, u32), Failure> {
        let parts = self.place.rsplit_once(':');
        match parts.and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?))) {
            Some((path, line)) if !path.is_empty() && line > 0 => Ok((PathBuf::from(path), line)),
            _ => Err(Failure::usage(format!(
                "`{}` is neither FILE:LINE, as in src/a.c:12, nor a name that a check printed",
                self.place
            ))),
        }
    }
}

/// The last check in this folder that had a file.
pub(super) struct LastCheck {
    /// The options of the check, with the rules of the file.
    pub options: Options,
    /// How files were compiled.
    pub builds: Builds,
    /// All files of the check, the file first.
    pub paths: Vec<PathBuf>,
    recent: Recent,
}

impl LastCheck {
    /// Finds the last check that had a file. `builds` say where the file is.
    pub(super) fn of(cache: &DiskCache, builds: &Builds, path: &Path) -> Option<Self> {
        let recent = Recent::of(cache, &builds.absolute(path))?;
        let settled = recent.command()?.settle().ok()?;
        let file = settled.builds.absolute(path);
        let (own, others): (Vec<PathBuf>, Vec<PathBuf>) =
            settled.found.files.iter().cloned().partition(|other| settled.builds.absolute(other) == file);
        let own = own.into_iter().next().unwrap_or_else(|| path.to_owned());
        let rules = settled.rules(&own).to_vec();
        let options = Options { rules, ..settled.options };
        let paths = std::iter::once(own).chain(others).collect();
        Some(Self { options, builds: settled.builds, paths, recent })
    }

    /// Tells the user that things are as in this check.
    pub(super) fn tell(&self, analysis: &AnalysisOptions) {
        if !analysis.quiet {
            tell(&format!("note: as in the last check here, of {}", counted(self.recent.len(), "file")));
        }
    }
}

/// Returns whether an argument is a short name of a finding.
pub(super) fn is_name(argument: &str) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit() || ('a'..='f').contains(&letter);
    argument.len() >= LEAST_DIGITS && argument.chars().all(is_digit)
}

/// Looks a finding up by its name: the whole name, its file and its line.
///
/// # Errors
/// If no finding of the last checks has the name, or several have.
pub(super) fn named(name: &str, cache: Option<&DiskCache>) -> Result<(String, PathBuf, u32), Failure> {
    let mut found = cache.map(|cache| Recent::named(cache, name)).unwrap_or_default();
    match (found.len(), found.pop()) {
        (1, Some(one)) => Ok(one),
        (0, _) | (_, None) => Err(Failure::usage(format!(
            "the last checks in this folder have no finding `{name}`; FILE:LINE names one without them"
        ))),
        (many, Some(_)) => Err(Failure::usage(format!(
            "{many} findings of the last check begin with `{name}`; write more of the name"
        ))),
    }
}

impl Asked {
    /// Analyses the file of the line.
    ///
    /// # Errors
    /// If the file cannot be read, or its build files have errors.
    pub(super) fn look(&self, analysis: &AnalysisOptions) -> Result<Looked, Failure> {
        let Self { paths, id, line, options, builds, cache, .. } = self;
        let analyse = || project::run_first(paths, builds, options, cache.as_ref());
        let unreadable = |(path, error): (PathBuf, project::ReadError)| {
            Failure::incomplete(format!("{}: {error}", path.display()))
        };
        let (file, unit, linked) = analysis.on_threads(analyse)?.map_err(unreadable)?;
        build::described(&file.reading)?;
        Ok(Looked { file, unit, linked, line: *line, id: id.clone() })
    }

    /// Returns [`nothing_here`], and whether the file has changed since the check.
    pub(super) fn nothing_here(&self, Looked { file, line, id, .. }: &Looked) -> String {
        let path = self.builds.absolute(&file.path);
        let changed = self.recent.as_ref().filter(|recent| recent.has_changed(&path, file.source.text()));
        let since = changed.map_or("", |_| "; the file has changed since it was checked");
        match id {
            Some(id) => {
                format!("{} has the finding {id} of line {line} no longer{since}", file.path.display())
            }
            None => nothing_here(file, *line) + since,
        }
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
