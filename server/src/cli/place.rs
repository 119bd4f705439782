//! A line of a file as a command-line argument, and the analysis of that file.

use std::{path::PathBuf, sync::Arc};

use clap::Args;
use csieve_analysis::{options::Options, unit::TranslationUnit};

use super::{AnalysisOptions, Failure, build, files::c_files};
use crate::{
    build::Builds,
    project::{self, AnalysedFile, Linked},
};

/// The arguments that name a line of a file, and other files whose functions are known.
#[derive(Args, Debug)]
pub(super) struct PlaceArgs {
    /// A line of a file: `src/a.c:12`.
    #[arg(value_name = "FILE:LINE")]
    place: String,
    /// Other files or directories whose functions are known, as when they are checked together; can be
    /// repeated.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
}

/// An analysed file, its unit, the files around it, and the requested line, from 1.
pub(super) struct Looked {
    pub file: AnalysedFile,
    pub unit: Arc<TranslationUnit>,
    pub linked: Linked,
    pub line: u32,
}

impl PlaceArgs {
    /// Analyses the file of the requested line.
    ///
    /// # Errors
    /// If the argument is no line of a file, the file cannot be read, or its build files have errors.
    pub(super) fn look(
        &self,
        analysis: &AnalysisOptions,
        builds: &Builds,
        options: &Options,
    ) -> Result<Looked, Failure> {
        let (path, line) = self.place()?;
        let mut paths = vec![path.clone()];
        paths.extend(c_files(&self.with, builds)?.into_iter().filter(|other| *other != path));
        let analyse = || project::run_first(&paths, builds, options);
        let analysed = analysis.on_threads(analyse)?;
        let unreadable = |(path, error): (PathBuf, project::ReadError)| {
            Failure::incomplete(format!("{}: {error}", path.display()))
        };
        let (file, unit, linked) = analysed.map_err(unreadable)?;
        build::described(&file.reading)?;
        Ok(Looked { file, unit, linked, line })
    }

    /// Returns the file of the line, before those that are known besides; nothing if the argument is no line of a file.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let file = self.place().ok().map(|(path, _)| path);
        file.into_iter().chain(self.with.iter().cloned()).collect()
    }

    fn place(&self) -> Result<(PathBuf, u32), Failure> {
        let parts = self.place.rsplit_once(':');
        match parts.and_then(|(path, line)| Some((path, line.parse::<u32>().ok()?))) {
            Some((path, line)) if !path.is_empty() && line > 0 => Ok((PathBuf::from(path), line)),
            _ => Err(Failure::usage(format!("`{}` is not FILE:LINE, as in src/a.c:12", self.place))),
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
