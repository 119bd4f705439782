//! The folders in which headers are looked for, in their order.

use std::path::{Path, PathBuf};

use crate::build::flags::Flags;

/// A folder to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// What is found in it is a header of the system.
    pub system: bool,
    /// How an option names it, if not by its whole path.
    pub written: Option<String>,
}

/// The folders to search, as gcc chains them: for `"name"` all of them behind the folder of the file that asks, for
/// `<name>` those from `angled` on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchList {
    /// All folders that exist, each once.
    pub folders: Vec<Folder>,
    /// How many of them are for `"name"` only.
    pub angled: usize,
    /// The headers that csieve brings along may be used.
    pub has_builtin: bool,
}

/// Folders that do not come from flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// Those of `CPATH`, searched behind `-I`.
    pub cpath: Vec<PathBuf>,
    /// Those of `C_INCLUDE_PATH`, searched behind `-isystem`.
    pub c_include_path: Vec<PathBuf>,
    /// Those of the compiler and the system.
    pub standard: Vec<PathBuf>,
}

impl SearchList {
    /// The list that flags and surroundings make. A folder that does not exist is left out. One that stands twice
    /// keeps its first place, but one that is also a folder of the system only its place there.
    pub fn new(flags: &Flags, around: &Surroundings) -> Self {
        let standard: &[PathBuf] = if flags.no_standard_folders { &[] } else { &around.standard };
        let system = unique([&flags.system, &around.c_include_path, standard, &flags.after], &[]);
        let angled = unique([&flags.angled, &around.cpath], &system);
        let mut quote = unique([&flags.quote[..]], &system);
        // gcc leaves out the last one that was named if the search goes on in the same folder.
        let next = angled.first().or(system.first()).map(|next| &next.real);
        let named = flags.quote.len();
        if quote.last().is_some_and(|last| last.position + 1 == named && next == Some(&last.real)) {
            quote.pop();
        }
        let of = |found: Vec<Found>, system| {
            let written = |path: &Path| flags.written.iter().find(|(folder, _)| folder == path);
            let written = move |path: &Path| written(path).map(|(_, written)| written.clone());
            found.into_iter().map(move |Found { path, .. }| Folder { written: written(&path), path, system })
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

/// A folder that exists, with its path behind all links.
struct Found {
    path: PathBuf,
    real: PathBuf,
    /// Its place among those that were named.
    position: usize,
}

/// The folders that exist, each once, and not those that come later anyway.
fn unique<const N: usize>(chains: [&[PathBuf]; N], later: &[Found]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for (position, path) in chains.into_iter().flatten().enumerate() {
        let Some(real) = real(path) else { continue };
        if !found.iter().chain(later).any(|other| other.real == real) {
            found.push(Found { path: path.clone(), real, position });
        }
    }
    found
}

fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|real| real.is_dir())
}
