//! Folders that may have to be searched for headers.

use std::path::{Path, PathBuf};

use crate::project;

/// A folder that may be one of the search list.
pub(super) struct Candidate {
    /// The folder.
    pub path: PathBuf,
    /// It holds headers with names of the system's, which it must not hide.
    pub has_standard: bool,
    /// Something was found in it.
    pub used: bool,
}

/// Names of folders that often hold headers.
const USUAL: [&str; 4] = ["include", "src", "lib", "inc"];

/// A header with such a name is meant to be the system's, unless the project says otherwise in a way we cannot read.
#[rustfmt::skip]
const STANDARD: [&str; 44] = [
    "alloca.h", "arpa", "assert.h", "complex.h", "ctype.h", "dirent.h", "errno.h", "fcntl.h", "fenv.h",
    "float.h", "getopt.h", "glob.h", "inttypes.h", "iso646.h", "langinfo.h", "limits.h", "locale.h",
    "malloc.h", "math.h", "netdb.h", "netinet", "poll.h", "pthread.h", "regex.h", "setjmp.h", "signal.h",
    "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "strings.h", "sys",
    "termios.h", "threads.h", "time.h", "uchar.h", "unistd.h", "wchar.h", "wctype.h", "spawn.h", "error.h",
];

impl Candidate {
    /// A folder in which nothing was found yet.
    pub(super) fn new(path: PathBuf) -> Self {
        let has_standard = STANDARD.iter().any(|name| path.join(name).exists()) && !is_in_front(&path);
        Self { path, has_standard, used: false }
    }
}

/// Whether a folder is meant to be searched before the system's: its headers of the system's names include those.
fn is_in_front(folder: &Path) -> bool {
    let replaced = ["stdlib.h", "string.h", "stdio.h", "unistd.h", "time.h", "limits.h", "stdint.h"];
    let texts = replaced.iter().filter_map(|name| project::read(&folder.join(name)).ok());
    texts.into_iter().any(|source| source.text.contains("include_next"))
}

/// The folders that are worth a try for any file: its own, those above it up to the root, and in all of them
/// those where headers usually are.
pub fn usual_folders(file: &Path, root: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in file.ancestors().skip(1).take_while(|folder| folder.starts_with(root)) {
        folders.push(folder.to_owned());
        folders.extend(USUAL.iter().map(|name| folder.join(name)).filter(|path| path.is_dir()));
    }
    folders
}
