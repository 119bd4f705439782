//! Files as the analysis sees them. Each file is read and cut into tokens once, and has the text of its open
//! document if there is one. In a [`Snapshot`], files do not change.

use std::{
    fs::{self, Metadata},
    hash::BuildHasherDefault,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use csieve_analysis::preprocess::Lexed;
use dashmap::DashMap;
use rustc_hash::{FxHashMap, FxHasher};

use super::{
    include_lines::{IncludeLine, include_lines},
    stamp::Stamp,
};
use crate::{cache::Key, project};

type Map<V> = DashMap<PathBuf, V, BuildHasherDefault<FxHasher>>;
/// The files that have another text than on disk; `None` for those that count as missing.
type Open = FxHashMap<PathBuf, Option<Arc<File>>>;

/// A file with its text; tokens, `#include` lines and hash are computed on first use.
#[derive(Debug)]
pub struct File {
    /// The absolute path of the file.
    pub path: Arc<str>,
    /// The text of the file.
    pub text: Arc<str>,
    lexed: OnceLock<Arc<Lexed>>,
    includes: OnceLock<Vec<IncludeLine>>,
    hash: OnceLock<Key>,
}

/// All files that were ever read, and the texts of open documents. This cache lives as long as the process.
#[derive(Debug, Default)]
pub struct Files {
    read: Map<Cached>,
    open: RwLock<Arc<Open>>,
}

#[derive(Debug)]
struct Cached {
    stamp: Stamp,
    file: Arc<File>,
}

/// The files as one command or analysis sees them: a file that was read once does not change any more.
#[derive(Debug)]
pub struct Snapshot {
    files: Arc<Files>,
    open: Arc<Open>,
    disk: Arc<Disk>,
}

/// The files and folders on disk that a snapshot has looked at so far.
#[derive(Debug, Default)]
struct Disk {
    seen: Map<Arc<OnceLock<Option<Arc<File>>>>>,
    folders: Map<bool>,
}

impl File {
    /// Creates a file from a path and a text.
    pub fn new(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let (path, text) = (path.into(), text.into());
        Self { path, text, lexed: OnceLock::new(), includes: OnceLock::new(), hash: OnceLock::new() }
    }

    /// Returns the tokens of the file.
    pub fn lexed(&self) -> &Arc<Lexed> {
        self.lexed.get_or_init(|| Arc::new(Lexed::new(Arc::clone(&self.text))))
    }

    /// Returns a hash of the text.
    pub(super) fn hash(&self) -> Key {
        *self.hash.get_or_init(|| Key::of_bytes(self.text.as_bytes()))
    }

    /// Returns the `#include` lines of the file.
    pub(super) fn includes(&self) -> &[IncludeLine] {
        self.includes.get_or_init(|| include_lines(&self.text))
    }
}

impl Files {
    /// Replaces the text on disk at an absolute path by that of an open document. Existing snapshots do not
    /// change. Returns true if the new text includes other files than the previous open text, or if no text
    /// was open before.
    pub fn open(&self, path: &Path, text: impl Into<Arc<str>>) -> bool {
        let file = Arc::new(File::new(path.to_string_lossy(), text));
        let before = self.edit(|open| open.insert(path.to_owned(), Some(Arc::clone(&file))));
        before.flatten().is_none_or(|before| before.includes() != file.includes())
    }

    /// Drops the text of an open document, so that the text on disk counts again.
    pub fn close(&self, path: &Path) {
        self.edit(|open| open.remove(path));
    }

    /// Lets the file at an absolute path count as missing.
    pub fn hide(&self, path: &Path) {
        self.edit(|open| open.insert(path.to_owned(), None));
    }

    fn edit<T>(&self, edit: impl FnOnce(&mut Open) -> T) -> T {
        edit(Arc::make_mut(&mut self.open.write().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Returns a view of the files as they are now.
    pub fn snapshot(self: &Arc<Self>) -> Snapshot {
        let open = Arc::clone(&self.open.read().unwrap_or_else(PoisonError::into_inner));
        Snapshot { files: Arc::clone(self), open, disk: Arc::default() }
    }

    /// Reads a file from disk, or returns the cached text if the file did not change.
    fn read(&self, path: &Path) -> Option<Arc<File>> {
        // Only regular files: reading a pipe or a device could block.
        let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
        let stamp = Stamp::from(&metadata);
        if let Some(cached) = self.read.get(path).filter(|cached| cached.stamp == stamp) {
            return Some(Arc::clone(&cached.file));
        }
        let file = Arc::new(File::new(path.to_string_lossy(), project::read(path).ok()?.text));
        self.read.insert(path.to_owned(), Cached { stamp, file: Arc::clone(&file) });
        Some(file)
    }
}

impl Snapshot {
    /// Returns a snapshot that keeps what was read from disk but has the document texts that are open now.
    #[must_use]
    pub fn with_open_texts(&self) -> Self {
        let files = Arc::clone(&self.files);
        Self { disk: Arc::clone(&self.disk), ..files.snapshot() }
    }

    /// Returns the file of an open document at an absolute path, if there is one.
    pub fn open(&self, path: &Path) -> Option<&Arc<File>> {
        self.open.get(path)?.as_ref()
    }

    /// Returns the file at an absolute path; `None` if it does not exist or cannot be read.
    pub fn get(&self, path: &Path) -> Option<Arc<File>> {
        if let Some(file) = self.open.get(path) {
            return file.clone();
        }
        let seen = self.disk.seen.get(path).map(|seen| Arc::clone(&seen));
        let seen = seen.unwrap_or_else(|| Arc::clone(&self.disk.seen.entry(path.to_owned()).or_default()));
        seen.get_or_init(|| self.files.read(path)).clone()
    }

    /// Returns whether a path is a folder and not a symbolic link to one.
    pub fn is_real_folder(&self, path: &Path) -> bool {
        if let Some(known) = self.disk.folders.get(path) {
            return *known;
        }
        let is_folder = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
        self.disk.folders.insert(path.to_owned(), is_folder);
        is_folder
    }
}
