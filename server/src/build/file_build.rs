//! How one file is compiled.

use std::{path::PathBuf, sync::Arc};

use csieve_analysis::preprocess::{PreprocessOptions, Source};

use super::{flags::Flags, search::Search, sources::Problem};

/// How a file is compiled.
#[derive(Debug)]
pub struct FileBuild {
    /// The file to preprocess: the one that was asked for, or a unit that includes it.
    pub main: PathBuf,
    /// Its flags.
    pub flags: Flags,
    /// What its preprocessor has to know.
    pub options: PreprocessOptions,
    /// Finds its headers.
    pub headers: Arc<Search>,
    /// What was assumed, each without the name of the file, so that equal notes of many files can be told once.
    pub notes: Vec<String>,
    /// What is wrong with the files that describe the build.
    pub problems: Vec<Problem>,
}

impl FileBuild {
    /// The unit for the preprocessor; nothing if the file cannot be read.
    pub fn source(&self) -> Option<Source> {
        let file = self.headers.files().get(&self.main)?;
        let (path, lexed) = (Arc::clone(&file.path), Arc::clone(file.lexed()));
        Some(Source::main(path, lexed))
    }
}
