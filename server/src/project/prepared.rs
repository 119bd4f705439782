//! Files read and parsed, before anything in them is analysed.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    cancel::Never,
    options::Options,
    summarise::{Cache, exported, unit_summaries},
    summary::{Summaries, Summary},
    text::SourceText,
    unit::TranslationUnit,
};

use super::{ReadError, Reading, read, version};
use crate::build::Builds;

/// A file as a unit.
#[derive(Debug)]
pub struct Prepared {
    /// As it was found.
    pub path: PathBuf,
    /// Its text, with the lines.
    pub source: SourceText,
    /// A warning about its bytes.
    pub note: Option<&'static str>,
    /// What should be known about its flags and headers.
    pub reading: Reading,
    /// Its functions and what is around them.
    pub unit: Arc<TranslationUnit>,
    /// The build says that signed overflow wraps.
    pub wrapv: bool,
}

impl Prepared {
    /// Makes a unit of a text.
    pub fn new(path: PathBuf, text: String, note: Option<&'static str>, builds: &Builds) -> Self {
        let build = builds.for_file(&path);
        let source = SourceText::new(text);
        let version = version(&build, &builds.absolute(&path), &source, None);
        let reading = Reading::new(&build, &version, source.lines());
        Self { path, source, note, reading, unit: version.unit, wrapv: build.flags.wrapv }
    }

    /// Reads a file and makes a unit of it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &Path, builds: &Builds) -> Result<Self, (PathBuf, ReadError)> {
        match read(path) {
            Ok(source) => Ok(Self::new(path.to_owned(), source.text, source.note, builds)),
            Err(error) => Err((path.to_owned(), error)),
        }
    }

    /// The summaries of its functions, and `others`; no more than those if a defect of csieve keeps them from being
    /// made.
    pub fn summaries(&self, others: &Summaries, options: &Options, cache: &dyn Cache) -> Summaries {
        let options = options.of_build(self.wrapv);
        let make = AssertUnwindSafe(|| unit_summaries(&self.unit, others, &options, cache, &Never));
        catch_unwind(make).ok().and_then(Result::ok).unwrap_or_default()
    }

    /// Its functions that other files can call.
    pub fn exported(&self, summaries: &Summaries) -> Vec<(Arc<str>, Option<Arc<Summary>>)> {
        let path: Arc<str> = self.path.to_string_lossy().into();
        exported(&self.unit, summaries, &path, &|offset| self.source.lines().line_number(offset))
    }
}
