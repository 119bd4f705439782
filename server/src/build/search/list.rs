//! The list of folders in which headers are looked for.

use std::path::{Path, PathBuf};

use crate::build::flags::Flags;

/// A folder of the search list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Folder {
    /// The path of the folder.
    pub path: PathBuf,
    /// Whether headers in this folder are system headers.
    pub system: bool,
    /// The folder as a compiler option writes it, if the option has a relative path.
    pub written: Option<String>,
}

/// The folders to search, chained as gcc does. After the folder of the including file, `"name"` is looked for
/// in all of them, `<name>` in those from number `angled` on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchList {
    /// The existing folders in search order. Guessed folders are in it twice; all others once.
    pub folders: Vec<Folder>,
    /// The number of leading folders that are searched for `"name"` only.
    pub angled: usize,
    /// Whether the built-in headers may be used.
    pub has_builtin: bool,
}

/// Header folders that do not come from flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The folders of `CPATH`, searched after those of `-I`.
    pub cpath: Vec<PathBuf>,
    /// The folders of `C_INCLUDE_PATH`, searched after those of `-isystem`.
    pub c_include_path: Vec<PathBuf>,
    /// The folders of the compiler and the system.
    pub standard: Vec<PathBuf>,
}

impl SearchList {
    /// Builds the search list from compiler flags and other header folders. Folders that do not exist are
    /// left out. A repeated folder keeps its first place, except that a system folder keeps only its place
    /// among the system folders.
    pub fn new(flags: &Flags, around: &Surroundings) -> Self {
        let standard: &[PathBuf] = if flags.no_standard_folders { &[] } else { &around.standard };
        let system = unique([&flags.system, &around.c_include_path, standard, &flags.after], &[]);
        let angled = unique([&flags.angled, &around.cpath], &system);
        let mut quote = unique([&flags.quote[..]], &system);
        // gcc leaves out the last `-iquote` folder if the search would continue in that same folder.
        let next = angled.first().or(system.first()).map(|next| &next.real);
        let named = flags.quote.len();
        if quote.last().is_some_and(|last| last.position + 1 == named && next == Some(&last.real)) {
            quote.pop();
        }
        let of = |found: Vec<ExistingFolder>, system| {
            let written = |path: &Path| flags.written.iter().find(|(folder, _)| folder == path);
            let written = move |path: &Path| written(path).map(|(_, written)| written.clone());
            found.into_iter().map(move |ExistingFolder { path, .. }| Folder {
                written: written(&path),
                path,
                system,
            })
        };
        let mut folders: Vec<Folder> = of(quote, false).collect();
        folders.extend(of(unique([&flags.guessed[..]], &[]), false));
        let before = folders.len();
        folders.extend(of(angled, false));
        folders.extend(of(system, true));
        folders.extend(of(unique([&flags.guessed[..]], &[]), false));
        Self { folders, angled: before, has_builtin: !flags.no_standard_folders }
    }
}

/// An existing folder, with its path and, as `real`, its path after resolving links.
struct ExistingFolder {
    path: PathBuf,
    real: PathBuf,
    /// The position of the folder among all folders given to [`unique`], from 0.
    position: usize,
}

/// Returns the existing folders in order, each once, without those in `later`, which are searched later
/// anyway.
fn unique<const N: usize>(chains: [&[PathBuf]; N], later: &[ExistingFolder]) -> Vec<ExistingFolder> {
    let mut found: Vec<ExistingFolder> = Vec::new();
    for (position, path) in chains.into_iter().flatten().enumerate() {
        let Some(real) = real(path) else { continue };
        if !found.iter().chain(later).any(|other| other.real == real) {
            found.push(ExistingFolder { path: path.clone(), real, position });
        }
    }
    found
}

fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|real| real.is_dir())
}
