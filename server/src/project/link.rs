//! Tells files what the others have: the summaries of their functions, and the functions themselves.

use std::{
    borrow::Cow,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
};

use csieve_analysis::{
    cancel::{Cancel, Cancelled, Never},
    habits::FileUses,
    options::Options,
    project::{Project, ProjectFile},
    summarise::{Apart, Cache, File, Made, Missing, Needed, Place, ProjectSummaries},
    summary::{Summaries, Summary},
    unit::TranslationUnit,
    watch::{NoWatch, Stage, Watch},
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{HandedOn, KnownSummaries, ReadError, Store, prepared::Prepared};
use crate::build::Builds;

/// What files that were read together know of each other.
#[derive(Debug, Default, PartialEq)]
pub struct Others {
    /// The summaries of the functions that the files can call in each other.
    summaries: Summaries,
    /// What some files have in place of them, by path: the functions of their own program.
    apart: FxHashMap<Arc<str>, Apart>,
    /// The files themselves, for runs through all of them.
    pub project: Project,
}

/// A file that is checked together with others.
#[derive(Clone, Debug)]
pub struct Member {
    /// The file.
    pub file: ProjectFile,
    /// Whether its build says that signed overflow wraps.
    pub wrapv: bool,
}

/// A store of summaries that several threads use.
pub type SharedCache = Arc<dyn Cache + Send + Sync>;

/// Files that were read together, with what they know of each other.
#[derive(Debug)]
pub struct Linked {
    /// The files, in the order of their paths.
    pub files: Vec<Result<Prepared, (PathBuf, ReadError)>>,
    others: Arc<Others>,
    known: SharedCache,
    needed: Needed,
}

impl Linked {
    /// Reads files on the threads of the current pool, and summarises the functions that are needed. Calls `done` after
    /// each file.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub fn read(
        (paths, needed): (&[PathBuf], Needed),
        (builds, options): (&Builds, &Options),
        (known, store): (SharedCache, Option<Store>),
        cancel: &(dyn Cancel + Sync),
        (watch, done): (&dyn Watch, &(dyn Fn() + Sync)),
    ) -> Result<Self, Cancelled> {
        watch.begins(Stage::Reading);
        let builds = Arc::new(builds.clone());
        let read = |path: &PathBuf| {
            cancel.go_on()?;
            let file = Prepared::read(path, &builds, store);
            done();
            Ok(file)
        };
        let files = paths.par_iter().map(read).collect::<Result<Vec<_>, Cancelled>>()?;
        builds.forget_beginnings();
        watch.begins(Stage::Summaries);
        let members: Vec<Member> = files.iter().flatten().map(Member::of).collect();
        let others = Others::of((&members, needed), options, &*known, cancel)?;
        Ok(Self { files, others: Arc::new(others), known, needed })
    }

    /// Reads files without being cancelled.
    pub(super) fn all(
        (paths, needed): (&[PathBuf], Needed),
        (builds, options): (&Builds, &Options),
        (known, store): (SharedCache, Option<Store>),
        (watch, done): (&dyn Watch, &(dyn Fn() + Sync)),
    ) -> Self {
        let linked = Self::read((paths, needed), (builds, options), (known, store), &Never, (watch, done));
        linked.unwrap_or_else(|Cancelled| unreachable!("nobody cancels"))
    }

    /// Reads files without being cancelled and without anything that is kept.
    pub fn uncached(paths: &[PathBuf], builds: (&Builds, &Options)) -> Self {
        Self::all(
            (paths, Needed::All),
            builds,
            (Arc::new(KnownSummaries::default()), None),
            (&NoWatch, &|| ()),
        )
    }

    /// Returns what the files know of each other.
    pub fn others(&self) -> &Arc<Others> {
        &self.others
    }

    /// Hands the summaries of a file's functions on to another cache.
    pub fn hand_on(&self, file: &Prepared, options: &Options, to: &(dyn Cache + Sync)) {
        let others = self.others.summaries_for(&file.file.path);
        file.summaries((&others, self.needed), options, &HandedOn { from: &*self.known, to });
    }

    /// Returns what the files know of each other, without the contents of the files, which are read again when somebody
    /// asks for them.
    pub fn without_contents(&self, builds: &Builds) -> Others {
        let builds = Arc::new(builds.clone());
        let files = self.files.iter().flatten().filter(|_| !self.others.project.is_empty());
        let project = Project::new(files.map(|file| file.without_contents(&builds)).collect());
        let Others { summaries, apart, .. } = &*self.others;
        Others { summaries: summaries.clone(), apart: apart.clone(), project }
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
        file.summaries((&self.others.summaries_for(&file.file.path), self.needed), options, &*self.known)
    }
}

impl Member {
    /// Returns a file that was read.
    pub fn of(file: &Prepared) -> Self {
        Self { file: file.file.clone(), wrapv: file.wrapv }
    }
}

impl Others {
    /// Lets files know of each other.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` asks to stop.
    pub fn of(
        (files, needed): (&[Member], Needed),
        options: &Options,
        known: &(dyn Cache + Sync),
        cancel: &dyn Cancel,
    ) -> Result<Self, Cancelled> {
        let all = files.iter().map(|file| (file, known, Missing::IsMade));
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
        let summaries = summarised((all.collect(), needed), options, cancel, |made| made.shared());
        Ok(match files {
            [] => Self::default(),
            [_] => {
                // What is summarised now, by all threads, needs not be summarised for the file again.
                summaries?;
                Self::default()
            }
            several => {
                let project = Project::new(several.iter().map(|file| file.file.clone()).collect());
                let (summaries, apart) = summaries?;
                let paths = several.iter().map(|file| Arc::clone(&file.file.path));
                let apart = paths.zip(apart).filter(|(_, apart)| !apart.is_empty()).collect();
                Self { summaries, apart, project }
            }
        })
    }

    /// Returns the summaries that a file has of functions in other files. `path` is the one by which others know the file.
    pub fn summaries_for(&self, path: &str) -> Cow<'_, Summaries> {
        let Some(apart) = self.apart.get(path) else { return Cow::Borrowed(&self.summaries) };
        let mut summaries = self.summaries.clone();
        for (name, summary) in apart {
            summaries.set(Arc::clone(name), summary.clone());
        }
        Cow::Owned(summaries)
    }

    /// Returns what analyses of the functions of a unit may know of other functions, as [`Self::with_habits`] does. `path` is
    /// the one by which other files know the unit.
    pub fn known_to(&self, unit: &TranslationUnit, path: &str, summaries: Summaries) -> Summaries {
        let is_defined = |name: &str| unit.context.is_definition(name);
        self.with_habits(summaries, path, (&unit.uses(), &is_defined))
    }

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

/// Summarises the functions of files that are checked together, on the threads of the current pool, and returns what
/// `read` takes from the result. Each file comes with the place where its summaries are kept, and with what happens to
/// those that are not there.
///
/// # Errors
/// [`Cancelled`] if `cancel` asks to stop.
pub fn summarised<T>(
    (files, needed): (Vec<(&Member, &(dyn Cache + Sync), Missing)>, Needed),
    options: &Options,
    cancel: &dyn Cancel,
    read: impl FnOnce(ProjectSummaries) -> T,
) -> Result<T, Cancelled> {
    let of_builds: Vec<Options> = files.iter().map(|(file, ..)| options.of_build(file.wrapv)).collect();
    let parts = files.into_iter().zip(&of_builds);
    let parts =
        parts.map(|((member, cache, missing), options)| File { file: &member.file, options, cache, missing });
    level_by_level(ProjectSummaries::new(&parts.collect::<Vec<_>>(), needed), cancel).map(read)
}

fn level_by_level<'a>(
    mut summaries: ProjectSummaries<'a>,
    cancel: &dyn Cancel,
) -> Result<ProjectSummaries<'a>, Cancelled> {
    for level in summaries.levels() {
        cancel.go_on()?;
        let made: Vec<Vec<Made>> = level.par_iter().map(|group| made(&summaries, group)).collect();
        for made in made {
            summaries.take(made);
        }
    }
    Ok(summaries)
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
    let mut linked = Linked::uncached(paths, (builds, options));
    let files = std::mem::take(&mut linked.files);
    let of_file = |file: Prepared| {
        let all = linked.summaries(&file, options);
        let names = file.file.outline.functions.iter().map(|function| function.name.to_string());
        let functions = names.map(|name| (name.clone(), all.get(&name).cloned())).collect();
        (file.path, Ok(functions))
    };
    files.into_par_iter().map(|file| file.map_or_else(|(path, error)| (path, Err(error)), of_file)).collect()
}
