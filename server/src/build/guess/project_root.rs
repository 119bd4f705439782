//! Where a project begins.

use std::path::{Path, PathBuf};

/// Names that only the top of a project has.
const TOP: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".bzr"];

/// Names that a folder which is built has, be it the top or not.
const BUILT: [&str; 12] = [
    "configure",
    "configure.ac",
    "configure.in",
    "CMakeLists.txt",
    "Makefile",
    "GNUmakefile",
    "makefile",
    "Makefile.am",
    "Makefile.in",
    "meson.build",
    "BUILD.bazel",
    "build.ninja",
];

/// Folders without any such name that may stand between two that have one.
const GAP: usize = 2;

/// The top of the project that a file belongs to; its own folder if nothing says more.
pub fn project_root(file: &Path) -> PathBuf {
    let own = file.parent().unwrap_or(Path::new("/"));
    let has = |folder: &Path, names: &[&str]| names.iter().any(|name| folder.join(name).exists());
    if let Some(top) = own.ancestors().find(|folder| has(folder, &TOP)) {
        return top.to_owned();
    }
    let (mut root, mut gap) = (own, 0);
    for folder in own.ancestors() {
        if has(folder, &BUILT) {
            (root, gap) = (folder, 0);
        } else if gap == GAP {
            break;
        } else {
            gap += 1;
        }
    }
    root.to_owned()
}
