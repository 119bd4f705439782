//! What a user says about the build.

use std::path::{Path, PathBuf};

use super::flags::{self, Flags};

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
        flags::parse(&flags::expand(&self.flags, base), base, false)
    }
}
