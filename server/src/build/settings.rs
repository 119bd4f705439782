//! The settings with which a user says how files are compiled.

use std::path::{Path, PathBuf};

use super::{
    flags::{self, Flags},
    paths,
};

/// The build settings of the command line or the editor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildSettings {
    /// The paths of `compile_commands.json`, or of the folders they are in; the one to prefer first. Others are not looked
    /// for if there are any.
    pub databases: Vec<PathBuf>,
    /// Compiler flags that win over the flags that are found. Relative paths start at the working directory.
    pub flags: Vec<String>,
    /// Whether nothing but these flags counts: no file that describes the build, no guess, no environment variable.
    pub only_flags: bool,
    /// Which of the commands for a file counts, from 0, if all those that differ are told apart; the last one if there are
    /// fewer. If they are not told apart, the first one counts.
    pub command: Option<usize>,
    /// Which `csieve.toml` counts.
    pub config: ConfigChoice,
}

/// A choice of the `csieve.toml` that counts for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ConfigChoice {
    /// The nearest one in the folders above the file.
    #[default]
    Nearest,
    /// This file for all; its paths and patterns start at the working directory.
    This(PathBuf),
    /// None.
    None,
}

impl BuildSettings {
    /// Parses the user's flags. Relative paths start at the folder `base`.
    pub fn flags(&self, base: &Path) -> Flags {
        let mut flags = flags::parse(&flags::expand(&self.flags, base), base, false);
        // Forced includes are made absolute because the build may run its compiler in another folder.
        for name in flags.includes.iter_mut().chain(&mut flags.macro_files) {
            let path = paths::absolute(base, Path::new(&name));
            if path.is_file() {
                *name = path.to_string_lossy().into_owned();
            }
        }
        flags
    }
}
