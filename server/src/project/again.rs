//! Reads files whose outlines are known when somebody needs their functions.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    project::{Contents, Reader},
    text::SourceText,
    unit::Outline,
};

use super::{read::text_of, version};
use crate::build::Builds;

/// Makes the translation unit of a file whose outline is known.
#[derive(Debug)]
pub(super) struct Again {
    path: PathBuf,
    /// The text of the file, if it is in memory.
    source: Option<SourceText>,
    builds: Arc<Builds>,
    outline: Arc<Outline>,
}

impl Again {
    pub(super) fn new(
        path: &Path,
        source: Option<SourceText>,
        builds: &Arc<Builds>,
        outline: &Arc<Outline>,
    ) -> Self {
        Self { path: path.to_owned(), source, builds: Arc::clone(builds), outline: Arc::clone(outline) }
    }
}

impl Reader for Again {
    fn contents(&self) -> Contents {
        let source = match &self.source {
            Some(source) => source.clone(),
            None => match text_of(&self.path, &self.builds) {
                Ok((source, _)) => source,
                Err(_) => return Contents::default(),
            },
        };
        let build = self.builds.for_file(&self.path);
        let version = version(&build, &self.builds.absolute(&self.path), &source, None);
        if version.unit.is_outlined_by(&self.outline) {
            Contents { source, unit: version.unit }
        } else {
            Contents::default()
        }
    }
}
