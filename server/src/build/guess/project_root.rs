//! Finds the top folder of a project.

use std::path::{Path, PathBuf};

/// Names of folders that only the top of a project has.
const TOP: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".bzr"];

/// Names of build files. A folder with one belongs to a project, as its top or below it.
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

/// The most folders without a build file that may lie between two folders of one project with a build file.
const GAP: usize = 2;

/// Returns the top folder of the project that a file belongs to; the file's own folder if no folder above has
/// a name that tells more.
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
