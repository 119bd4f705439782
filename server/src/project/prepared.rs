//! Files that are read and parsed, but not analysed yet.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    cancel::Never,
    options::Options,
    project::{Project, ProjectFile, Surroundings},
    summarise::{Cache, unit_summaries},
    summary::Summaries,
    text::SourceText,
    unit::TranslationUnit,
};

use super::{FileText, ReadError, Reading, Store, read, version};
use crate::{build::Builds, cache::Key};

/// A file that was read and made into a translation unit.
#[derive(Debug)]
pub struct Prepared {
    /// The path of the file, as the user gave it or as a walk found it.
    pub path: PathBuf,
    /// The text of the file, with its lines.
    pub source: SourceText,
    /// A warning about the bytes of the file.
    pub note: Option<&'static str>,
    /// Notes about the flags and headers of the file.
    pub reading: Reading,
    /// The functions and declarations of the file.
    pub unit: Arc<TranslationUnit>,
    /// Whether the build says that signed overflow wraps.
    pub wrapv: bool,
    /// The key of the unit in the cache on disk, if one is used.
    pub key: Option<Key>,
}

impl Prepared {
    /// Makes a translation unit of the text of a file, and keeps what it was read from in the cache on disk, if one is
    /// used.
    pub fn new(path: PathBuf, text: FileText, builds: &Builds, store: Option<Store>) -> Self {
        let build = builds.for_file(&path);
        let (source, note) = (SourceText::new(text.text), text.note);
        let full = builds.absolute(&path);
        let version = version(&build, &full, &source, None);
        let reading = Reading::new(&build, &version, source.lines());
        let key = store.map(|store| store.keep_unit((&path, &full), &source, &build, &version));
        Self { path, source, note, reading, unit: version.unit, wrapv: build.flags.wrapv, key }
    }

    /// Reads a file and makes a translation unit of it.
    ///
    /// # Errors
    /// The path with the reason why its file could not be read.
    pub fn read(path: &Path, builds: &Builds, store: Option<Store>) -> Result<Self, (PathBuf, ReadError)> {
        match read(path) {
            Ok(text) => Ok(Self::new(path.to_owned(), text, builds, store)),
            Err(error) => Err((path.to_owned(), error)),
        }
    }

    /// Returns the file as other files know it.
    pub fn for_others(&self) -> ProjectFile {
        let (path, source, unit) =
            (self.path.to_string_lossy().into(), self.source.clone(), self.unit.clone());
        ProjectFile { path, source, unit }
    }

    /// Returns the file in a project.
    pub fn within<'a>(&'a self, project: &'a Project) -> Surroundings<'a> {
        Surroundings::new(project, self.path.to_str().unwrap_or_default(), &self.unit)
    }

    /// Returns the summaries of the file's functions together with `others`; no summaries if making them
    /// panics.
    pub fn summaries(&self, others: &Summaries, options: &Options, cache: &(dyn Cache + Sync)) -> Summaries {
        let options = options.of_build(self.wrapv);
        let make = AssertUnwindSafe(|| unit_summaries(&self.unit, others, &options, cache, &Never));
        catch_unwind(make).ok().and_then(Result::ok).unwrap_or_default()
    }
}
