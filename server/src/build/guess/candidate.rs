//! The candidates for folders that are searched for headers, when flags are guessed.

use std::path::{Path, PathBuf};

use crate::project;

/// A folder that may have to be on the header search list.
pub(super) struct Candidate {
    /// The path of the folder.
    pub path: PathBuf,
    /// Whether the folder has headers with names of system headers, which it must not hide.
    pub has_standard: bool,
    /// Whether a header was found in the folder.
    pub used: bool,
}

/// Names of folders that often hold headers.
const USUAL: [&str; 4] = ["include", "src", "lib", "inc"];

/// Names of system headers. An `#include` of such a name means the system's header, unless build files that
/// csieve cannot read say otherwise.
#[rustfmt::skip]
const STANDARD: [&str; 44] = [
    "alloca.h", "arpa", "assert.h", "complex.h", "ctype.h", "dirent.h", "errno.h", "fcntl.h", "fenv.h",
    "float.h", "getopt.h", "glob.h", "inttypes.h", "iso646.h", "langinfo.h", "limits.h", "locale.h",
    "malloc.h", "math.h", "netdb.h", "netinet", "poll.h", "pthread.h", "regex.h", "setjmp.h", "signal.h",
    "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "strings.h", "sys",
    "termios.h", "threads.h", "time.h", "uchar.h", "unistd.h", "wchar.h", "wctype.h", "spawn.h", "error.h",
];

impl Candidate {
    /// Creates a candidate in which no header was found yet.
    pub(super) fn new(path: PathBuf) -> Self {
        let has_standard = STANDARD.iter().any(|name| path.join(name).exists()) && !is_in_front(&path);
        Self { path, has_standard, used: false }
    }
}

/// Returns whether a folder is meant to be searched before the system's folders: its headers are named like
/// system headers and include the system's with `#include_next`.
fn is_in_front(folder: &Path) -> bool {
    let replaced = ["stdlib.h", "string.h", "stdio.h", "unistd.h", "time.h", "limits.h", "stdint.h"];
    let texts = replaced.iter().filter_map(|name| project::read(&folder.join(name)).ok());
    texts.into_iter().any(|source| source.text.contains("include_next"))
}

/// Returns the folders that are worth a try for any file: the file's own folder, all folders above it up to
/// `root`, and in each of them the folders where headers usually are.
pub fn usual_folders(file: &Path, root: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in file.ancestors().skip(1).take_while(|folder| folder.starts_with(root)) {
        folders.push(folder.to_owned());
        folders.extend(USUAL.iter().map(|name| folder.join(name)).filter(|path| path.is_dir()));
    }
    folders
}
