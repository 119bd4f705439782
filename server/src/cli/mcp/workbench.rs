//! The analysis behind the tools.

use std::{
    path::{Component, Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use csieve_analysis::{options::Options, rule::Rule, watch::NoWatch};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{
    AnalysisOptions, Failure, build,
    cache::CacheArgs,
    configured,
    files::find,
    outcome::{Outcome, ShownOf},
    summary::Summary,
};
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
    cache: Option<DiskCache>,
    busy: Mutex<()>,
}

/// The text that a file would have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial<'a> {
    pub path: &'a Path,
    pub text: &'a str,
}

/// The project as it is when something is asked.
pub(super) struct Project {
    /// How files are compiled.
    pub builds: Builds,
    /// Its C files, in order, without those that its configuration leaves out.
    pub files: Vec<PathBuf>,
    /// How the files are analysed.
    pub options: Options,
}

impl Workbench {
    /// Creates a workbench for the working folder.
    ///
    /// # Errors
    /// If an option, the configuration or the description of the build is wrong.
    pub(super) fn new(analysis: AnalysisOptions, cache: &CacheArgs) -> Result<Self, Failure> {
        let here = [PathBuf::from(".")];
        let (_, builds) = analysis.of(&here)?;
        let config = configured(&builds, &here)?;
        let cache = cache.open(config.as_ref().map(|config| &config.cache));
        Ok(Self { analysis, cache, busy: Mutex::default() })
    }

    /// Answers a question when the one before it is answered: each uses all threads.
    pub(super) fn one_at_a_time<T>(&self, answer: impl FnOnce(&Self) -> T) -> T {
        let _turn = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        answer(self)
    }

    /// Returns the project as it is now. `trial` is the text that one of its files would have.
    ///
    /// # Errors
    /// If the configuration or the description of the build is wrong.
    pub(super) fn project(&self, trial: Option<Trial>) -> Result<Project, String> {
        let here = [PathBuf::from(".")];
        let trial = trial.map(|trial| (trial.path, trial.text));
        let builds = self.analysis.build.builds_with(trial).map_err(said)?;
        let options = self.analysis.options(&builds, &here).map_err(said)?;
        let found = find(&here, &builds, true).map_err(said)?.files;
        let files = found.iter().map(|file| file.strip_prefix(".").unwrap_or(file).to_owned()).collect();
        Ok(Project { builds, files, options })
    }

    /// Analyses some files, with what they know of the whole project.
    ///
    /// # Errors
    /// If the configuration or the description of the build is wrong, or the system has no threads.
    pub(super) fn analyse(&self, project: &Project, these: &[PathBuf]) -> Result<Outcome, String> {
        let builds = &project.builds;
        let rules = |file: &PathBuf| Ok((file.clone(), self.analysis.rules(file, builds).map_err(said)?));
        let rules = these.iter().map(rules).collect::<Result<FxHashMap<PathBuf, Vec<Rule>>, String>>()?;
        let mut options = project.options.clone();
        options.rules = rules.values().flatten().copied().collect();
        options.rules.sort_unstable();
        options.rules.dedup();
        let all = with(project.files.clone(), these);
        let selected: FxHashSet<PathBuf> = these.iter().cloned().collect();
        let selected = if all.len() == selected.len() { Selected::All } else { Selected::These(&selected) };
        let given = (self.cache.as_ref(), selected);
        let run = || project::run(&all, builds, &options, given, (&NoWatch, &|_| ()));
        let (mut files, mut problems) = (Vec::new(), Vec::new());
        for result in self.on_threads(run)? {
            match result {
                Ok(file) => files.push(file),
                Err((path, error)) => problems.push(format!("{}: {error}", path.display())),
            }
        }
        for file in &mut files {
            build::described(&file.reading).map_err(said)?;
            if let Some(rules) = rules.get(&file.path) {
                file.keep_rules(rules);
            }
        }
        let summary = Summary::of(&files, problems);
        Ok(Outcome {
            summary,
            files,
            shown: ShownOf::default(),
            before: None,
            baseline: None,
            is_kept: false,
        })
    }

    /// Analyses one file, with what it knows of the whole project.
    ///
    /// # Errors
    /// If the file is not there, cannot be read, or the description of the build is wrong.
    pub(super) fn file(&self, project: &Project, name: &str) -> Result<AnalysedFile, String> {
        let outcome = self.analyse(project, &[inside(name)?])?;
        let unreadable = outcome.summary.unreadable;
        outcome.files.into_iter().next().ok_or_else(|| unreadable.join("; "))
    }

    /// Analyses files as they were at a revision of git.
    ///
    /// # Errors
    /// If git does not know the revision, or the description of the build is wrong.
    pub(super) fn at_revision(&self, name: &str, these: &[PathBuf]) -> Result<Outcome, String> {
        let now = self.project(None)?;
        let revision = Revision::read(name, these, &now.builds).map_err(|error| error.to_string())?;
        let files = revision.files(&now.files, these, &now.builds);
        let before = Project { builds: revision.builds(&now.builds), files, ..now };
        let these: Vec<PathBuf> = these.iter().filter(|file| before.files.contains(file)).cloned().collect();
        self.analyse(&before, &these)
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
fn with(mut files: Vec<PathBuf>, others: &[PathBuf]) -> Vec<PathBuf> {
    files.extend_from_slice(others);
    files.sort();
    files.dedup();
    files
}

fn said(failure: Failure) -> String {
    failure.message
}
