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

use super::{Cli, Command, check::Check, outcome::known_by};
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
    /// The short names of what was found or refuted, ascending, each with the position of its file in `files` and its line,
    /// from 1.
    findings: Vec<(String, u32, u32)>,
}

impl Recent {
    /// Keeps a check of files as the last one of the working directory. Returns None if its arguments or paths are not
    /// Unicode; such a check is not kept.
    pub(super) fn keep(
        cache: &DiskCache,
        arguments: &[OsString],
        files: &[AnalysedFile],
        builds: &Builds,
    ) -> Option<()> {
        let texts = arguments.iter().map(|argument| argument.to_str().map(str::to_owned));
        let arguments = texts.collect::<Option<Vec<_>>>()?;
        let key = key(cache)?;
        let path_of = |file: &AnalysedFile| builds.absolute(&file.path).to_str().map(str::to_owned);
        let of_file = |file: &AnalysedFile| Some((path_of(file)?, xxh3_64(file.source.text().as_bytes())));
        let mut hashes = files.iter().map(of_file).collect::<Option<Vec<_>>>()?;
        hashes.sort_unstable();
        hashes.dedup();
        let mut last = Self { arguments, files: hashes, findings: Vec::new() };
        let found = known_by(files).filter_map(|known| {
            let at = last.position(&path_of(known.file)?)?;
            Some((known.id(), at as u32, known.located.line(known.located.finding.span)))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        last.findings = found;
        let mut all: Vec<Self> = cache.get(Kind::Checks, key).unwrap_or_default();
        if all.first() != Some(&last) {
            all.retain(|one| one.arguments != last.arguments);
            all.insert(0, last);
            all.truncate(MOST);
            cache.put(Kind::Checks, key, &all);
        }
        Some(())
    }

    /// Returns the findings whose short names begin so in the last check in the working directory that has one: the name,
    /// the absolute path of the file, and the line.
    pub(super) fn named(cache: &DiskCache, beginning: &str) -> Vec<(String, PathBuf, u32)> {
        let all = key(cache).and_then(|key| cache.get::<Vec<Self>>(Kind::Checks, key)).unwrap_or_default();
        let found = all.iter().map(|check| check.beginning_with(beginning));
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn beginning_with(&self, beginning: &str) -> Vec<(String, PathBuf, u32)> {
        let from = self.findings.partition_point(|(id, ..)| id.as_str() < beginning);
        let found = self.findings[from..].iter().take_while(|(id, ..)| id.starts_with(beginning));
        found
            .filter_map(|(id, at, line)| {
                let (path, _) = self.files.get(*at as usize)?;
                Some((id.clone(), PathBuf::from(path), *line))
            })
            .collect()
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
        Some(self.files[self.position(file.to_str()?)?].1)
    }

    fn position(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|(known, _)| known.as_str().cmp(path)).ok()
    }
}

/// Returns the key of the checks in the working directory.
fn key(cache: &DiskCache) -> Option<Key> {
    let folder: PathBuf = env::current_dir().ok()?;
    Some(cache.key(&("checks in", folder)))
}
