//! The last checks in a folder, kept in the cache, so that what they printed can be repeated: with the same files, flags and
//! tables.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use borsh::{BorshDeserialize, BorshSerialize};
use clap::Parser;
use xxhash_rust::xxh3::xxh3_64;

use super::{Cli, Command, check::Check};
use crate::{
    build::Builds,
    cache::{DiskCache, Key, Kind},
    project::AnalysedFile,
};

/// The number of checks of a folder that are kept.
const MOST: usize = 8;

/// A check that was made in a folder.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Recent {
    /// The arguments of the program, its name included.
    arguments: Vec<String>,
    /// The absolute paths of the files that were checked, ascending, each with a hash of its text.
    files: Vec<(String, u64)>,
}

impl Recent {
    /// Keeps a check of files as the last one of the working directory. One whose arguments or paths are not Unicode is not
    /// kept.
    pub(super) fn keep(cache: &DiskCache, arguments: &[OsString], files: &[AnalysedFile], builds: &Builds) {
        let texts = arguments.iter().map(|argument| argument.to_str().map(str::to_owned));
        let Some(arguments) = texts.collect::<Option<Vec<_>>>() else { return };
        let Some(key) = key(cache) else { return };
        let of_file = |file: &AnalysedFile| {
            let path = builds.absolute(&file.path).to_str()?.to_owned();
            Some((path, xxh3_64(file.source.text().as_bytes())))
        };
        let Some(mut files) = files.iter().map(of_file).collect::<Option<Vec<_>>>() else { return };
        files.sort_unstable();
        files.dedup();
        let last = Self { arguments, files };
        let mut all: Vec<Self> = cache.get(Kind::Checks, key).unwrap_or_default();
        if all.first() == Some(&last) {
            return;
        }
        all.retain(|one| one.arguments != last.arguments);
        all.insert(0, last);
        all.truncate(MOST);
        cache.put(Kind::Checks, key, &all);
    }

    /// Returns the last check in the working directory that had a file, by its absolute path.
    pub(super) fn of(cache: &DiskCache, file: &Path) -> Option<Self> {
        let all: Vec<Self> = cache.get(Kind::Checks, key(cache)?)?;
        all.into_iter().find(|one| one.hash_of(file).is_some())
    }

    /// Returns the command that made the check; `None` if this program does not understand it.
    pub(super) fn command(&self) -> Option<Check> {
        match Cli::try_parse_from(&self.arguments).ok()?.command {
            Command::Check(check) => Some(*check),
            _ => None,
        }
    }

    /// Returns the number of files that were checked.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether the text of a file of the check is another one now.
    pub(super) fn has_changed(&self, file: &Path, text: &str) -> bool {
        self.hash_of(file).is_some_and(|hash| hash != xxh3_64(text.as_bytes()))
    }

    fn hash_of(&self, file: &Path) -> Option<u64> {
        let path = file.to_str()?;
        let at = self.files.binary_search_by(|(known, _)| known.as_str().cmp(path)).ok()?;
        Some(self.files[at].1)
    }
}

/// Returns the key of the checks in the working directory.
fn key(cache: &DiskCache) -> Option<Key> {
    let folder: PathBuf = env::current_dir().ok()?;
    Some(cache.key(&("checks in", folder)))
}
