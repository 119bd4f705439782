//! Tells files what the others have: the summaries of their functions, and the functions themselves.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
};

use csieve_analysis::{
    cancel::{Cancel, Cancelled, Never},
    habits::FileUses,
    options::Options,
    project::Project,
    summarise::{File, Made, Place, ProjectSummaries},
    summary::{Summaries, Summary},
    watch::{NoWatch, Stage, Watch},
};
use rayon::prelude::*;

use super::{HandedOn, KnownSummaries, ReadError, Store, prepared::Prepared};
use crate::build::Builds;

/// What files that were read together know of each other.
#[derive(Debug, Default, PartialEq)]
pub struct Others {
    /// The summaries of the functions that the files can call in each other.
    pub summaries: Summaries,
    /// The files themselves, for runs through all of them.
    pub project: Project,
}

impl Others {
    /// Returns what analyses of the functions of a file may know of other functions: their summaries, and the habits of their
    /// callers in all files. `uses` has what the file does with the results of functions, `is_defined` says whether it
    /// defines one.
    pub fn with_habits(
        &self,
        summaries: Summaries,
        path: &str,
        (uses, is_defined): (&FileUses, &dyn Fn(&str) -> bool),
    ) -> Summaries {
        summaries.with_habits(self.project.habits(path, uses, is_defined))
    }
}

/// Files that were read together, with what they know of each other.
#[derive(Debug)]
pub struct Linked {
    /// The files, in the order of their paths.
    pub files: Vec<Result<Prepared, (PathBuf, ReadError)>>,
    others: Arc<Others>,
    known: Arc<KnownSummaries>,
}

impl Linked {
    /// Reads files on the threads of the current pool. Calls `done` after each file.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub fn read(
        paths: &[PathBuf],
        (builds, options): (&Builds, &Options),
        (known, store): (Arc<KnownSummaries>, Option<Store>),
        cancel: &(dyn Cancel + Sync),
        (watch, done): (&dyn Watch, &(dyn Fn() + Sync)),
    ) -> Result<Self, Cancelled> {
        watch.begins(Stage::Reading);
        let builds = Arc::new(builds.clone());
        let read = |path: &PathBuf| {
            if cancel.is_cancelled() {
                return Err(Cancelled);
            }
            let file = Prepared::read(path, &builds, store);
            done();
            Ok(file)
        };
        let files = paths.par_iter().map(read).collect::<Result<Vec<_>, Cancelled>>()?;
        watch.begins(Stage::Summaries);
        let readable: Vec<&Prepared> = files.iter().flatten().collect();
        let others = match readable.as_slice() {
            [] => Others::default(),
            [_] => {
                // What is summarised now, by all threads, needs not be summarised for the file again.
                linked(&readable, options, &known, cancel)?;
                Others::default()
            }
            several => Others {
                summaries: linked(several, options, &known, cancel)?,
                project: Project::new(several.iter().map(|file| file.file.clone()).collect()),
            },
        };
        Ok(Self { files, others: Arc::new(others), known })
    }

    /// Reads files without being cancelled.
    pub(super) fn all(
        paths: &[PathBuf],
        (builds, options): (&Builds, &Options),
        (known, store): (Arc<KnownSummaries>, Option<Store>),
        watch: &dyn Watch,
    ) -> Self {
        let linked = Self::read(paths, (builds, options), (known, store), &Never, (watch, &|| ()));
        linked.unwrap_or_else(|Cancelled| unreachable!("nobody cancels"))
    }

    /// Returns what the files know of each other.
    pub fn others(&self) -> &Arc<Others> {
        &self.others
    }

    /// Hands the summaries of a file's functions on to another cache.
    pub fn hand_on(&self, file: &Prepared, options: &Options, to: &KnownSummaries) {
        file.summaries(&self.others.summaries, options, &HandedOn { from: &self.known, to });
    }

    /// Returns what the files know of each other, without the contents of the files, which are read again when somebody
    /// asks for them.
    pub fn without_contents(&self, builds: &Builds) -> Others {
        let builds = Arc::new(builds.clone());
        let files = self.files.iter().flatten().filter(|_| !self.others.project.is_empty());
        let project = Project::new(files.map(|file| file.without_contents(&builds)).collect());
        Others { summaries: self.others.summaries.clone(), project }
    }

    /// Returns all files, for runs through them.
    pub fn project(&self) -> &Project {
        &self.others.project
    }

    /// Returns what analyses of the functions of a file may know of other functions.
    pub fn known_to(&self, file: &Prepared, options: &Options) -> Summaries {
        file.with_habits(&self.others, self.summaries(file, options))
    }

    /// Returns the summaries that the functions of a file may use.
    pub fn summaries(&self, file: &Prepared, options: &Options) -> Summaries {
        file.summaries(&self.others.summaries, options, &*self.known)
    }
}

/// Returns the summaries of the functions that files define for each other.
fn linked(
    files: &[&Prepared],
    options: &Options,
    known: &KnownSummaries,
    cancel: &dyn Cancel,
) -> Result<Summaries, Cancelled> {
    let of_builds: Vec<Options> = files.iter().map(|file| options.of_build(file.wrapv)).collect();
    let parts = files.iter().zip(&of_builds).map(|(file, options)| File { file: &file.file, options });
    let mut summaries = ProjectSummaries::new(&parts.collect::<Vec<_>>(), known);
    for level in summaries.levels() {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        let made: Vec<Vec<Made>> = level.par_iter().map(|group| made(&summaries, group)).collect();
        for made in made {
            summaries.take(made);
        }
    }
    Ok(summaries.shared())
}

/// Summarises functions that call each other; without summaries if making them panics.
fn made(summaries: &ProjectSummaries, group: &[Place]) -> Vec<Made> {
    let make = AssertUnwindSafe(|| summaries.made(group));
    catch_unwind(make).unwrap_or_else(|_| group.iter().map(|place| (*place, None)).collect())
}

/// The names of a file's functions with their summaries; `None` for a function that may do anything.
type Summarised = Vec<(String, Option<Arc<Summary>>)>;

/// Returns the summaries of the functions of files, in source order.
pub fn summaries(
    paths: &[PathBuf],
    builds: &Builds,
    options: &Options,
) -> Vec<(PathBuf, Result<Summarised, ReadError>)> {
    let mut linked = Linked::all(paths, (builds, options), Default::default(), &NoWatch);
    let files = std::mem::take(&mut linked.files);
    let of_file = |file: Prepared| {
        let all = linked.summaries(&file, options);
        let names = file.file.outline.functions.iter().map(|function| function.name.to_string());
        let functions = names.map(|name| (name.clone(), all.get(&name).cloned())).collect();
        (file.path, Ok(functions))
    };
    files.into_par_iter().map(|file| file.map_or_else(|(path, error)| (path, Err(error)), of_file)).collect()
}
