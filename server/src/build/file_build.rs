//! The result of finding out how one file is compiled.

use std::{path::PathBuf, sync::Arc};

use csieve_analysis::preprocess::{PreprocessOptions, Source};

use crate::config::Config;

use super::{flags::Flags, search::HeaderSearch, sources::Problem};

/// The description of how one file is compiled: its flags, preprocessor options and header search.
#[derive(Debug)]
pub struct FileBuild {
    /// The file to preprocess: the requested one, or a C file that includes the requested header.
    pub main: PathBuf,
    /// The compiler flags of the file.
    pub flags: Flags,
    /// The options for the preprocessor: predefined macros, forced includes, version of C, target.
    pub options: PreprocessOptions,
    /// The search that finds the file's headers.
    pub headers: Arc<HeaderSearch>,
    /// Assumptions about the build, as sentences. The sentences do not name the file, so that equal notes of
    /// many files can be shown once.
    pub notes: Vec<String>,
    /// Problems in the files that describe the build.
    pub problems: Vec<Problem>,
    /// The number of commands for the file that differ, if they are told apart; else 1.
    pub commands: usize,
    /// The `csieve.toml` that counts for the file.
    pub config: Option<Arc<Config>>,
}

impl FileBuild {
    /// Returns the main file for the preprocessor; `None` if it cannot be read.
    pub fn source(&self) -> Option<Source> {
        let file = self.headers.files().get(&self.main)?;
        let (path, lexed) = (Arc::clone(&file.path), Arc::clone(file.lexed()));
        Some(Source::main(path, lexed))
    }
}
