//! Where the cache is, and how large it may become.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;

/// The file that says what the folder is (<https://bford.info/cachedir/>), so that backups leave it out.
const SIGNATURE: (&str, &str) = (
    "CACHEDIR.TAG",
    "Signature: 8a477f597d28d172789f06886806bc55\n# Results of csieve, which it makes again if they are gone.\n",
);

/// Where the cache is, and how large it may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheSettings {
    /// The folder of the cache. It need not exist.
    pub folder: PathBuf,
    /// The most bytes that the entries may take together.
    pub limit: u64,
}

/// Returns the folder for the cache of the user; `None` if the user has no home.
pub fn default_folder() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.cache_dir().join("csieve"))
}

/// Writes the file that says that the folder is a cache, if it is missing.
pub(super) fn sign(folder: &Path) -> io::Result<()> {
    let (name, text) = SIGNATURE;
    let path = folder.join(name);
    if path.exists() { Ok(()) } else { fs::write(path, text) }
}
