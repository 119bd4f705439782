//! The recipe of a translation unit, which tells later whether the unit would be made the same way again.

use std::path::{Path, PathBuf};

use csieve_analysis::{
    preprocess::{PreprocessOptions, Request, Source},
    unit::Version,
};

use super::{
    FileBuild,
    search::{SearchList, Wanted},
    sources::Problem,
};

/// Everything in a build that decides how a file is read, except the texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    main: PathBuf,
    options: PreprocessOptions,
    folders: SearchList,
    wrapv: bool,
    notes: Vec<String>,
    problems: Vec<Problem>,
}

impl FileBuild {
    /// Returns the part of a file's build that decides how the file is read.
    pub fn recipe(&self) -> Recipe {
        Recipe {
            main: self.main.clone(),
            options: self.options.clone(),
            folders: self.headers.list().clone(),
            wrapv: self.flags.wrapv,
            notes: self.notes.clone(),
            problems: self.problems.clone(),
        }
    }

    /// Returns whether the headers of an existing version of the file at `path` are still found at the same
    /// places with the same texts. The version must have been made by an equal recipe.
    pub fn finds_the_same(&self, version: &Version, path: &Path) -> bool {
        version.requests.iter().all(|request| self.answers_the_same(request))
            && self.reads_the_same(version, path)
    }

    /// Returns whether a request for a header has the same answer as it had.
    pub(super) fn answers_the_same(&self, request: &Request) -> bool {
        let found = self.headers.locate(&Wanted {
            name: &request.name,
            angled: request.angled,
            next: request.next,
            from: Path::new(&*request.from),
            from_folder: request.folder,
            from_system: false,
        });
        found.map(|found| found.file.path.clone()) == request.found
    }

    fn reads_the_same(&self, version: &Version, path: &Path) -> bool {
        Self::other_sources(version, path).all(|source| {
            let file = self.headers.files().get(Path::new(&*source.path));
            file.is_some_and(|file| file.text == *source.lexed.text())
        })
    }

    /// Returns the files that a version of the file at `path` was read from, without that file itself, which the
    /// caller compares.
    pub(super) fn other_sources<'a>(version: &'a Version, path: &Path) -> impl Iterator<Item = &'a Source> {
        // A source whose name is in angle brackets is not a file.
        version
            .sources
            .iter()
            .filter(move |source| !source.path.starts_with('<') && Path::new(&*source.path) != path)
    }
}
