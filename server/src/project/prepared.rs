//! Files that are read, but not analysed yet.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    cancel::Never,
    options::Options,
    project::{Project, ProjectFile, Surroundings},
    summarise::{Cache, Needed, file_summaries},
    summary::Summaries,
    text::SourceText,
    unit::TranslationUnit,
};

use super::{
    Others, ReadError, Reading, Store, TextNote, again::Again, read::text_of, store::KeptUnit, version,
};
use crate::{build::Builds, cache::Key};

/// A file that was read. It is made into a translation unit only if somebody needs its functions and no earlier run has
/// left what is asked.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The path of the file, as the user gave it or as a walk found it.
    pub path: PathBuf,
    /// The text of the file, with its lines.
    pub source: SourceText,
    /// A warning about the bytes of the file.
    pub note: Option<TextNote>,
    /// Notes about the flags and headers of the file.
    pub reading: Reading,
    /// The functions and declarations of the file.
    pub file: ProjectFile,
    /// Whether the build says that signed overflow wraps.
    pub wrapv: bool,
    /// The key of the unit in the cache on disk, if one is used.
    pub key: Option<Key>,
}

impl Prepared {
    /// Makes a translation unit of the text of a file, or takes its outline from the cache on disk, if one is used and has
    /// it.
    pub fn new(
        path: PathBuf,
        (source, note): (SourceText, Option<TextNote>),
        builds: &Arc<Builds>,
        store: Option<Store>,
    ) -> Self {
        let shown: Arc<str> = path.to_string_lossy().into();
        let build = builds.for_file(&path);
        if let Some(store) = store
            && let Some((key, kept)) = store.unit(&path, &source, &build)
        {
            let KeptUnit { outline, reading, wrapv } = kept;
            let outline = Arc::new(outline);
            let again = Again::new(&path, Some(source.clone()), builds, &outline);
            let file = ProjectFile::later(shown, outline, Box::new(again));
            return Self { path, source, note, reading, file, wrapv, key: Some(key) };
        }
        let full = builds.absolute(&path);
        let version = version(&build, &full, &source, None);
        let reading = Reading::new(&build, &version, source.lines());
        let file = ProjectFile::new(shown, source.clone(), Arc::clone(&version.unit));
        let wrapv = build.flags.wrapv;
        let key = store.map(|store| {
            let kept = KeptUnit { outline: (*file.outline).clone(), reading: reading.clone(), wrapv };
            store.keep_unit((&path, &full), &source, &build, &version, &kept)
        });
        Self { path, source, note, reading, file, wrapv, key }
    }

    /// Reads a file and makes a translation unit of it.
    ///
    /// # Errors
    /// The path with the reason why its file could not be read.
    pub fn read(
        path: &Path,
        builds: &Arc<Builds>,
        store: Option<Store>,
    ) -> Result<Self, (PathBuf, ReadError)> {
        match text_of(path, builds) {
            Ok(text) => Ok(Self::new(path.to_owned(), text, builds, store)),
            Err(error) => Err((path.to_owned(), error)),
        }
    }

    /// Returns the functions and declarations of the file.
    pub fn unit(&self) -> &Arc<TranslationUnit> {
        self.file.unit()
    }

    /// Returns the file in a project.
    pub fn within<'a>(&'a self, project: &'a Project) -> Surroundings<'a> {
        Surroundings::of_file(project, &self.file)
    }

    /// Returns the file as other files know it, without its contents, which are read again when they are asked for.
    pub fn without_contents(&self, builds: &Arc<Builds>) -> ProjectFile {
        let again = Again::new(&self.path, None, builds, &self.file.outline);
        self.file.forgetting(Box::new(again))
    }

    /// Returns the needed summaries of the file's functions together with `others`; no summaries if making them
    /// panics.
    pub fn summaries(
        &self,
        (others, needed): (&Summaries, Needed),
        options: &Options,
        cache: &(dyn Cache + Sync),
    ) -> Summaries {
        let options = options.of_build(self.wrapv);
        let make = AssertUnwindSafe(|| file_summaries((&self.file, needed), others, &options, cache, &Never));
        catch_unwind(make).ok().and_then(Result::ok).unwrap_or_default()
    }

    /// Adds to summaries the habits of the callers of functions.
    pub fn with_habits(&self, others: &Others, summaries: Summaries) -> Summaries {
        let outline = &self.file.outline;
        let is_defined = |name: &str| outline.named(name).next().is_some();
        others.with_habits(summaries, &self.file.path, (&outline.uses, &is_defined))
    }
}
