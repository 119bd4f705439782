//! What a translation unit was read from, which tells later whether it would be read the same way again, even in
//! another process.

use std::path::Path;

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_analysis::{preprocess::Request, unit::Version};

use super::FileBuild;
use crate::cache::Key;

/// Everything that a translation unit was read from besides the text of its own file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Inputs {
    /// The headers that were asked for, with the answers.
    requests: Vec<Request>,
    /// The paths of the other files that were read, with hashes of their texts.
    sources: Vec<(String, Key)>,
}

impl Inputs {
    /// Returns what a version of the file at `path` was read from.
    pub fn of(version: &Version, path: &Path, build: &FileBuild) -> Self {
        let hash = |path: &str| match build.headers.files().get(Path::new(path)) {
            Some(file) => file.hash(),
            None => Key::of_bytes(&[]),
        };
        let others = FileBuild::other_sources(version, path);
        Self {
            requests: version.requests.iter().cloned().collect(),
            sources: others.map(|source| (source.path.to_string(), hash(&source.path))).collect(),
        }
    }

    /// Returns whether a build finds the same headers and reads the same texts. The recipe of the build must be
    /// that of the unit.
    pub fn are_same(&self, build: &FileBuild) -> bool {
        let files = build.headers.files();
        let is_same = |(path, hash): &(String, Key)| {
            files.get(Path::new(path)).is_some_and(|file| file.hash() == *hash)
        };
        self.sources.iter().all(is_same)
            && self.requests.iter().all(|request| build.answers_the_same(request))
    }
}
