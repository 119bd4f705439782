//! A cache on disk: what was computed from given inputs, by a key of these inputs.
//!
//! Several processes, also on several machines, may use one folder at the same time. Entries are files that are
//! written beside their place and then moved there, so a reader sees a whole entry or none, whatever ends a writer.
//! An entry that is damaged counts as missing. A cache that cannot be used is no error: the work is done without it.

mod entry;
mod key;
mod location;
#[cfg(test)]
mod tests;
mod trim;

pub(crate) use entry::{packed, unpacked};
pub(crate) use key::program;
pub use key::{Key, Kind};
pub use location::{CacheSettings, default_folder};
pub use trim::{Usage, clear, usage};

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use borsh::{BorshDeserialize, BorshSerialize};

/// The folder of the entries in the folder of the cache. Its name changes with the form of the files.
const FORM: &str = "v1";

/// The age after which a read entry is marked as used again. Marking at each reading would write too much.
const MARKED: Duration = Duration::from_secs(3600);

/// A folder with entries.
#[derive(Debug)]
pub struct DiskCache {
    folder: PathBuf,
    /// The most bytes that the entries may take together.
    limit: u64,
    /// A hash of the running program: other versions compute other results.
    program: u128,
    /// The number of bytes that were written by this process.
    written: AtomicU64,
    /// The first error in writing. Afterwards nothing more is written.
    failure: OnceLock<String>,
}

impl DiskCache {
    /// Opens the cache in a folder, which is made when the first entry is written.
    ///
    /// # Errors
    /// If the running program cannot be read, whose version is a part of all keys.
    pub fn open(settings: &CacheSettings) -> io::Result<Self> {
        Ok(Self {
            folder: settings.folder.clone(),
            limit: settings.limit,
            program: key::program()?,
            written: AtomicU64::new(0),
            failure: OnceLock::new(),
        })
    }

    /// Returns the entry of a key, if there is one that is not damaged.
    pub fn get<T: BorshDeserialize>(&self, kind: Kind, key: Key) -> Option<T> {
        let path = self.path(kind, key);
        let bytes = fs::read(&path).ok()?;
        let value = entry::unpacked(&bytes).and_then(|payload| borsh::from_slice(&payload).ok());
        if value.is_some() {
            mark(&path);
        } else {
            tracing::warn!(path = %path.display(), "an entry of the cache is damaged");
            // Nobody can use it. Another process may have removed it meanwhile.
            _ = fs::remove_file(&path);
        }
        value
    }

    /// Returns whether there is an entry of a key, and marks it as used.
    pub fn has(&self, kind: Kind, key: Key) -> bool {
        let path = self.path(kind, key);
        let there = path.exists();
        if there {
            mark(&path);
        }
        there
    }

    /// Writes the entry of a key. After an error nothing more is written.
    pub fn put<T: BorshSerialize>(&self, kind: Kind, key: Key, value: &T) {
        match borsh::to_vec(value) {
            Ok(payload) => self.put_payload(kind, key, &payload),
            Err(error) => _ = self.failure.set(error.to_string()),
        }
    }

    /// Writes the entry of a key, whose value is serialised already. After an error nothing more is written.
    pub fn put_payload(&self, kind: Kind, key: Key, payload: &[u8]) {
        if self.failure.get().is_some() {
            return;
        }
        let bytes = entry::packed(payload);
        match self.write(&self.path(kind, key), &bytes) {
            Ok(()) => _ = self.written.fetch_add(bytes.len() as u64, Ordering::Relaxed),
            Err(error) => _ = self.failure.set(error.to_string()),
        }
    }

    /// Returns a sentence about the error because of which nothing more is written, if there was one.
    pub fn failure(&self) -> Option<String> {
        let error = self.failure.get()?;
        Some(format!("nothing is kept in the cache {}: {error}", self.folder.display()))
    }

    /// Returns the key of a value for this version of the program.
    pub fn key(&self, value: &impl std::hash::Hash) -> Key {
        Key::of(&(self.program, value))
    }

    fn path(&self, kind: Kind, key: Key) -> PathBuf {
        let name = key.to_string();
        self.folder.join(FORM).join(kind.as_str()).join(&name[..2]).join(&name[2..])
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        location::sign(&self.folder)?;
        let mut file = unfinished(trim::UNFINISHED).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Returns how files are made that get their name when they are whole. Those for whom the user lets files be read can read
/// them.
pub(crate) fn unfinished(prefix: &str) -> tempfile::Builder<'_, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Marks an entry as used now. It is no loss if that is not possible.
fn mark(path: &Path) {
    let Ok(file) = File::open(path) else { return };
    let age = file.metadata().and_then(|metadata| metadata.modified()).map(|at| at.elapsed());
    if age.is_ok_and(|age| age.is_ok_and(|age| age > MARKED)) {
        _ = file.set_modified(SystemTime::now());
    }
}
