//! Looking for build information next to a file and above it.

use std::path::{Path, PathBuf};

/// The names in a folder, in order.
pub type Listing<'a> = &'a dyn Fn(&Path) -> Vec<String>;

/// The name of a compilation database.
const DATABASE: &str = "compile_commands.json";

/// The folder of a path and the folders above it, the nearest first.
pub fn upwards(file: &Path) -> impl Iterator<Item = &Path> {
    file.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty())
}

/// The compilation databases that can be meant for a file, in the order in which they count.
pub fn candidates(file: &Path, list: Listing) -> Vec<PathBuf> {
    upwards(file).flat_map(|folder| in_folder(folder, list)).collect()
}

/// The databases of a folder: its own, then those of the folders where builds usually are.
fn in_folder(folder: &Path, list: Listing) -> Vec<PathBuf> {
    let names = list(folder);
    let mut found: Vec<PathBuf> = Vec::new();
    if names.iter().any(|name| name == DATABASE) {
        found.push(folder.join(DATABASE));
    }
    let is_build =
        |name: &&String| name.starts_with("build") || name.starts_with("cmake-build-") || *name == "out";
    let mut builds: Vec<&String> = names.iter().filter(is_build).collect();
    builds.sort_by_key(|name| (rank(name), name.as_str()));
    let below = builds.into_iter().map(|name| folder.join(name).join(DATABASE));
    found.extend(below.filter(|path| path.is_file()));
    found
}

fn rank(name: &str) -> u8 {
    match name {
        "build" => 0,
        "out" => 2,
        _ if name.starts_with("build") => 1,
        _ => 3,
    }
}

/// The database that a path names: itself, or the one in that folder.
pub fn database_in(path: &Path) -> PathBuf {
    if path.is_file() { path.to_owned() } else { path.join(DATABASE) }
}
