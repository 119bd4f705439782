//! The files of a project by name.

use std::{
    cmp::Reverse,
    collections::VecDeque,
    fs,
    path::{Path, PathBuf},
};

use rustc_hash::FxHashMap;

use crate::build::paths;

/// Entries that are looked at, at most.
const MOST: usize = 60_000;

/// How deep folders are looked into.
const DEPTH: usize = 24;

/// Names of folders for systems that csieve does not analyse for.
const FOREIGN: [&str; 14] = [
    "win32", "windows", "win", "winnt", "mingw", "msvc", "vc", "vms", "msdos", "dos", "os2", "amiga", "mac",
    "symbian",
];

/// The files below a folder, without hidden folders and without following links.
#[derive(Debug, Default)]
pub struct Tree {
    by_name: FxHashMap<String, Vec<PathBuf>>,
    /// There were more entries than are looked at.
    pub truncated: bool,
}

impl Tree {
    /// Looks at the files below `root`, those nearest to it first.
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

    /// All files with a C file's name, in order.
    pub fn sources(&self) -> Vec<&PathBuf> {
        let is_c = |path: &&PathBuf| path.extension().is_some_and(|end| end == "c" || end == "h");
        let mut files: Vec<&PathBuf> = self.by_name.values().flatten().filter(is_c).collect();
        files.sort();
        files
    }

    /// The file that `name`, which may have folders in it, most likely means in a file of the folder `from`:
    /// the one with the longest way in common. Folders of other systems do not count, except to files in them.
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

/// Whether the way from a folder to a file, without the last components, goes through a folder of another system.
fn is_foreign(file: &Path, from: &Path, last: usize) -> bool {
    let all = file.components().count();
    let between = file.components().take(all.saturating_sub(last)).skip(paths::shared(file, from));
    between.into_iter().any(|part| {
        let part = part.as_os_str().to_string_lossy().to_ascii_lowercase();
        FOREIGN.contains(&part.as_str())
    })
}

/// The names in a folder in order, each with whether it is a folder. Links to files count as files, links to folders not
/// at all.
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
