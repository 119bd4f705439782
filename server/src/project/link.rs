//! What functions of one file may know of those of others.

use std::{path::PathBuf, sync::Arc};

use csieve_analysis::{
    cancel::{Cancel, Cancelled, Never},
    options::Options,
    summary::{Summaries, Summary},
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{KnownSummaries, ReadError, prepared::Prepared};
use crate::build::Builds;

/// How often summaries are handed from file to file: the length of the chains of calls between files that are
/// understood.
const ROUNDS: usize = 3;

/// Files that were read together, with what functions of one may know of those of the others.
#[derive(Debug)]
pub struct Linked {
    /// The files, in the order of their paths.
    pub files: Vec<Result<Prepared, (PathBuf, ReadError)>>,
    others: Arc<Summaries>,
    known: Arc<KnownSummaries>,
}

impl Linked {
    /// Reads files on the threads of the current pool, and says so of each.
    ///
    /// # Errors
    /// [`Cancelled`] if `cancel` said so.
    pub fn read(
        paths: &[PathBuf],
        builds: &Builds,
        options: &Options,
        known: Arc<KnownSummaries>,
        cancel: &(dyn Cancel + Sync),
        done: &(dyn Fn() + Sync),
    ) -> Result<Self, Cancelled> {
        let read = |path: &PathBuf| {
            if cancel.is_cancelled() {
                return Err(Cancelled);
            }
            let file = Prepared::read(path, builds);
            done();
            Ok(file)
        };
        let files = paths.par_iter().map(read).collect::<Result<Vec<_>, Cancelled>>()?;
        let others = linked(files.iter().flatten(), options, &known, cancel)?;
        Ok(Self { files, others: Arc::new(others), known })
    }

    /// Reads files whatever happens.
    pub(super) fn all(paths: &[PathBuf], builds: &Builds, options: &Options) -> Self {
        let linked = Self::read(paths, builds, options, Arc::default(), &Never, &|| ());
        linked.unwrap_or_else(|Cancelled| unreachable!("nobody cancels"))
    }

    /// What functions of one file do, as others know it.
    pub fn others(&self) -> &Arc<Summaries> {
        &self.others
    }

    /// What the functions of a file may know.
    pub fn summaries(&self, file: &Prepared, options: &Options) -> Summaries {
        file.summaries(&self.others, options, &*self.known)
    }
}

/// The summaries of the functions that files define for each other. A name that several files define, as the
/// programs of one project do, stands for none of them.
fn linked<'a>(
    files: impl Iterator<Item = &'a Prepared>,
    options: &Options,
    known: &KnownSummaries,
    cancel: &dyn Cancel,
) -> Result<Summaries, Cancelled> {
    let files: Vec<&Prepared> = files.collect();
    let mut others = Summaries::default();
    if files.len() < 2 {
        return Ok(others);
    }
    for _ in 0..ROUNDS {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        let next = round(&files, &others, options, known);
        if next == others {
            break;
        }
        others = next;
    }
    Ok(others)
}

/// What is known if `others` is known.
fn round(files: &[&Prepared], others: &Summaries, options: &Options, known: &KnownSummaries) -> Summaries {
    let exported: Vec<_> =
        files.par_iter().map(|file| file.exported(&file.summaries(others, options, known))).collect();
    let mut all: FxHashMap<Arc<str>, Option<Arc<Summary>>> = FxHashMap::default();
    for (name, summary) in exported.into_iter().flatten() {
        all.entry(name).and_modify(|known| *known = None).or_insert(summary);
    }
    let mut summaries = Summaries::default();
    for (name, summary) in all {
        summaries.set(name, summary);
    }
    summaries
}

/// A file's functions with their summaries; none for one that may do anything.
type Summarised = Vec<(String, Option<Arc<Summary>>)>;

/// The summaries of the functions of files, in source order.
pub fn summaries(
    paths: &[PathBuf],
    builds: &Builds,
    options: &Options,
) -> Vec<(PathBuf, Result<Summarised, ReadError>)> {
    let mut linked = Linked::all(paths, builds, options);
    let files = std::mem::take(&mut linked.files);
    let of_file = |file: Prepared| {
        let all = linked.summaries(&file, options);
        let names = file.unit.functions.iter().map(|function| function.text.name.clone());
        let functions = names.map(|name| (name.clone(), all.get(&name).cloned())).collect();
        (file.path, Ok(functions))
    };
    files.into_par_iter().map(|file| file.map_or_else(|(path, error)| (path, Err(error)), of_file)).collect()
}
