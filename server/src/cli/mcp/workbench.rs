//! The analysis behind the tools.

use std::{
    path::{Component, Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use csieve_analysis::{options::Options, watch::NoWatch};
use rustc_hash::FxHashSet;

use super::super::{AnalysisOptions, Failure, build, outcome::Outcome, summary::Summary};
use crate::{
    build::Builds,
    cache::DiskCache,
    project::{self, AnalysedFile, Selected},
    revision::Revision,
};

/// The project in the working folder, and how it is analysed.
#[derive(Debug)]
pub(super) struct Workbench {
    analysis: AnalysisOptions,
    options: Options,
    cache: Option<DiskCache>,
    busy: Mutex<()>,
}

/// The text that a file would have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial<'a> {
    pub path: &'a Path,
    pub text: &'a str,
}

impl Workbench {
    /// Creates a workbench for the working folder.
    ///
    /// # Errors
    /// If an option or the description of the build is wrong.
    pub(super) fn new(analysis: AnalysisOptions, cache: Option<DiskCache>) -> Result<Self, Failure> {
        let options = Options { tells_how_close: true, ..analysis.options()? };
        analysis.build.builds()?;
        Ok(Self { analysis, options, cache, busy: Mutex::default() })
    }

    /// Returns the options of the analysis.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// Answers a question when the one before it is answered: each uses all threads.
    pub(super) fn one_at_a_time<T>(&self, answer: impl FnOnce(&Self) -> T) -> T {
        let _turn = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        answer(self)
    }

    /// Returns how files are compiled, as the files are now. `trial` is the text that one of them would have.
    ///
    /// # Errors
    /// If the description of the build is wrong.
    pub(super) fn builds(&self, trial: Option<Trial>) -> Result<Builds, String> {
        self.analysis.build.builds_with(trial.map(|trial| (trial.path, trial.text))).map_err(said)
    }

    /// Returns all C files of the project, in order.
    pub(super) fn project() -> Vec<PathBuf> {
        let mut files = project::walk(&[PathBuf::from(".")]).files;
        for file in &mut files {
            if let Ok(inner) = file.strip_prefix(".") {
                *file = inner.to_owned();
            }
        }
        files
    }

    /// Analyses some files of a project, with what they know of all its `files`.
    ///
    /// # Errors
    /// If the description of the build is wrong, or the system has no threads.
    pub(super) fn analyse(
        &self,
        files: &[PathBuf],
        these: &FxHashSet<PathBuf>,
        builds: &Builds,
    ) -> Result<Outcome, String> {
        let selected = if files.iter().all(|file| these.contains(file)) {
            Selected::All
        } else {
            Selected::These(these)
        };
        let given = (self.cache.as_ref(), selected);
        let run = || project::run(files, builds, &self.options, given, (&NoWatch, &|| ()));
        let (mut analysed, mut problems) = (Vec::new(), Vec::new());
        for result in self.on_threads(run)? {
            match result {
                Ok(file) => analysed.push(file),
                Err((path, error)) => problems.push(format!("{}: {error}", path.display())),
            }
        }
        for file in &analysed {
            build::described(&file.reading).map_err(said)?;
        }
        Ok(Outcome { summary: Summary::of(&analysed, problems), files: analysed, before: None })
    }

    /// Analyses one file, with what it knows of the whole project.
    ///
    /// # Errors
    /// If the file is not there, cannot be read, or the description of the build is wrong.
    pub(super) fn file(&self, name: &str, trial: Option<Trial>) -> Result<AnalysedFile, String> {
        let path = inside(name)?;
        let files = with(Self::project(), std::slice::from_ref(&path));
        let outcome = self.analyse(&files, &FxHashSet::from_iter([path]), &self.builds(trial)?)?;
        let unreadable = outcome.summary.unreadable;
        outcome.files.into_iter().next().ok_or_else(|| unreadable.join("; "))
    }

    /// Analyses files as they were at a revision of git.
    ///
    /// # Errors
    /// If git does not know the revision, or the description of the build is wrong.
    pub(super) fn at_revision(
        &self,
        name: &str,
        paths: &[PathBuf],
        builds: &Builds,
    ) -> Result<Outcome, String> {
        let revision = Revision::read(name, paths, builds).map_err(|error| error.to_string())?;
        let files = revision.files(&with(Self::project(), paths), paths, builds);
        let these: FxHashSet<PathBuf> = paths.iter().cloned().collect();
        self.analyse(&files, &these, &revision.builds(builds))
    }

    /// Works on threads with stacks that are deep enough.
    ///
    /// # Errors
    /// If the system has none.
    pub(super) fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, String> {
        self.analysis.on_threads(work).map_err(said)
    }
}

/// Returns a path in the working folder as the project names it.
///
/// # Errors
/// If it is outside of the folder.
pub(super) fn inside(name: &str) -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|error| format!("the working folder: {error}"))?;
    let path = Path::new(name);
    let path = path.strip_prefix(&here).unwrap_or(path);
    let mut inner = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::Normal(part) => inner.push(part),
            _ => return Err(format!("`{name}` is outside of the project")),
        }
    }
    Ok(inner)
}

/// Returns files with others that may be among them, in order.
pub(super) fn with(mut files: Vec<PathBuf>, others: &[PathBuf]) -> Vec<PathBuf> {
    files.extend_from_slice(others);
    files.sort();
    files.dedup();
    files
}

fn said(failure: Failure) -> String {
    failure.message
}
