//! What a user says about the build.

use std::path::{Path, PathBuf};

use super::{
    flags::{self, Flags},
    paths,
};

/// What the command line or the editor asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildSettings {
    /// `compile_commands.json`, or the folder it is in.
    pub database: Option<PathBuf>,
    /// Flags as for a compiler, which win over those that are found. They are relative to the working directory.
    pub flags: Vec<String>,
}

impl BuildSettings {
    /// The flags, seen from a folder.
    pub fn flags(&self, base: &Path) -> Flags {
        let mut flags = flags::parse(&flags::expand(&self.flags, base), base, false);
        // The build may run its compiler elsewhere.
        for name in flags.includes.iter_mut().chain(&mut flags.macro_files) {
            let path = paths::absolute(base, Path::new(&name));
            if path.is_file() {
                *name = path.to_string_lossy().into_owned();
            }
        }
        flags
    }
}
