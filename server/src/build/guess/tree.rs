//! An index of a project's files by name.

use std::{
    cmp::Reverse,
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
};

use rustc_hash::FxHashMap;

use crate::build::paths;

/// The most files and folders of a project that are looked at.
const MOST: usize = 60_000;

/// The deepest folder that is looked into, counted from the root.
const DEPTH: usize = 24;

/// Names of folders for operating systems that csieve does not analyse code for.
const FOREIGN: [&str; 14] = [
    "win32", "windows", "win", "winnt", "mingw", "msvc", "vc", "vms", "msdos", "dos", "os2", "amiga", "mac",
    "symbian",
];

/// The files below a folder, without hidden folders and without following links to folders.
#[derive(Debug, Default)]
pub struct Tree {
    by_name: FxHashMap<String, Vec<PathBuf>>,
    /// Whether the project has more than `MOST` files and folders, so that files are missing here.
    pub truncated: bool,
}

impl Tree {
    /// Indexes the files below `root`, breadth first, until `MOST` files and folders were looked at.
    pub fn new(root: &Path) -> Self {
        let mut tree = Self::default();
        let mut folders = VecDeque::from([(root.to_owned(), 0)]);
        let mut entries = 0;
        while let Some((folder, depth)) = folders.pop_front() {
            for (name, is_folder) in sorted(&folder) {
                entries += 1;
                if entries > MOST {
                    tree.truncated = true;
                    return tree;
                }
                let path = folder.join(&name);
                if !is_folder {
                    tree.by_name.entry(name).or_default().push(path);
                } else if depth < DEPTH && !name.starts_with('.') && name != "node_modules" {
                    folders.push_back((path, depth + 1));
                }
            }
        }
        tree
    }

    /// Returns all files ending in `.c` or `.h`, sorted.
    pub fn sources(&self) -> Vec<&PathBuf> {
        let is_c = |path: &&PathBuf| path.extension().is_some_and(|end| end == "c" || end == "h");
        let mut files: Vec<&PathBuf> = self.by_name.values().flatten().filter(is_c).collect();
        files.sort();
        files
    }

    /// Returns the file that an `#include` of `name` in a file of folder `from` most likely means: the one
    /// that shares the most leading folders with `from`. `name` may have folders in it. Files for other
    /// operating systems count only if `from` is a folder for the same system.
    pub fn find(&self, name: &str, from: &Path) -> Option<&Path> {
        let name = Path::new(name);
        let same = self.by_name.get(name.file_name()?.to_str()?)?;
        let length = name.components().count();
        let fitting = same.iter().filter(|path| path.ends_with(name) && !is_foreign(path, from, length));
        let nearest = fitting.min_by_key(|path| {
            let shared = paths::shared(path, from);
            (Reverse(shared), path.components().count() - shared, *path)
        });
        nearest.map(PathBuf::as_path)
    }
}

/// Returns whether `file` is in a folder for another operating system, below the folders that `file` and
/// `from` share. The `last` components of the file's path do not count.
fn is_foreign(file: &Path, from: &Path, last: usize) -> bool {
    let all = file.components().count();
    let between = file.components().take(all.saturating_sub(last)).skip(paths::shared(file, from));
    between.into_iter().any(|part| {
        let part = part.as_os_str().to_string_lossy().to_ascii_lowercase();
        FOREIGN.contains(&part.as_str())
    })
}

/// Returns the names in a folder, sorted, each with whether it is a folder. Links to files count as files;
/// links to folders are left out.
fn sorted(folder: &Path) -> Vec<(String, bool)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<(String, bool)> = entries
        .filter_map(|entry| {
            let kind = entry.file_type().ok()?;
            let is_file =
                || kind.is_file() || fs::metadata(entry.path()).is_ok_and(|behind| behind.is_file());
            let name = entry.file_name().into_string().ok()?;
            (kind.is_dir() || is_file()).then_some((name, kind.is_dir()))
        })
        .collect();
    names.sort();
    names
}
