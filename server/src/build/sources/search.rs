//! Looks for files that describe a build, in a folder and above it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::config;

/// The name of a compilation database.
const DATABASE: &str = "compile_commands.json";

/// The name of a file with one compiler argument per line.
pub const FLAGS: &str = "compile_flags.txt";

/// The paths of the files that may describe how the C files of a folder are compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// The compilation databases, the one to prefer first.
    pub databases: Vec<PathBuf>,
    /// The nearest `compile_flags.txt`.
    pub flags: Option<PathBuf>,
    /// The `.clangd` files, the nearest first.
    pub clangd: Vec<PathBuf>,
    /// The nearest `csieve.toml`.
    pub config: Option<PathBuf>,
}

impl Around {
    /// Looks in a folder and in all folders above it. `names` lists the names in a folder.
    pub fn new(folder: &Path, names: &dyn Fn(&Path) -> Arc<Vec<String>>) -> Self {
        let mut around = Self::default();
        for folder in folder.ancestors() {
            let names = names(folder);
            around.databases.extend(in_folder(folder, &names));
            let here = |name: &str| names.iter().any(|other| other == name).then(|| folder.join(name));
            around.flags = around.flags.or_else(|| here(FLAGS));
            around.clangd.extend(here(".clangd").filter(|path| path.is_file()));
            around.config = around.config.or_else(|| here(config::NAME).filter(|path| path.is_file()));
        }
        around
    }
}

/// Returns the compilation databases of a folder: its own, then those in its build folders.
fn in_folder(folder: &Path, names: &[String]) -> Vec<PathBuf> {
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

/// Returns the path of the compilation database that a path means: the path itself if it is a file, else
/// `compile_commands.json` in the folder at the path.
pub fn database_in(path: &Path) -> PathBuf {
    if path.is_file() { path.to_owned() } else { path.join(DATABASE) }
}
