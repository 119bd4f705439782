//! Tests on trees of files: how a file in a tree is compiled.

mod clangd;
mod databases;
mod flags;
mod gcc;
mod guesses;
mod headers;
mod search;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use tempfile::TempDir;

use super::{
    BuildSettings, Builds, FileBuild,
    files::Files,
    search::{FoundHeader, Wanted},
};

/// A temporary folder with files in it. A `.git` in it makes it the top of a project, so that folders above
/// it do not matter.
struct Project {
    folder: TempDir,
    files: Arc<Files>,
    settings: BuildSettings,
}

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let project = Self { folder, files: Arc::default(), settings: BuildSettings::default() };
        fs::create_dir(project.path(".git")).expect("a folder");
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    /// Sets the user's flags.
    fn with(mut self, flags: &[&str]) -> Self {
        self.settings.flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        self
    }

    /// Sets the compilation database that the user names.
    fn with_database(mut self, path: &str) -> Self {
        self.settings.databases = vec![path.into()];
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.base().join(name)
    }

    /// Returns the path of the project's folder with links resolved, as programs see their working directory.
    fn base(&self) -> PathBuf {
        self.folder.path().canonicalize().expect("it is there")
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, text.replace("$ROOT", &self.base().display().to_string())).expect("it is written");
    }

    fn builds(&self) -> Builds {
        Builds::new(self.settings.clone(), &self.base(), &self.files, |_| None)
    }

    fn build(&self, name: &str) -> FileBuild {
        self.builds().for_file(Path::new(name))
    }

    /// Returns a path relative to the project's folder, as tests write it.
    fn short(&self, path: impl AsRef<Path>) -> String {
        path.as_ref().strip_prefix(self.base()).unwrap_or(path.as_ref()).display().to_string()
    }

    fn all_short(&self, paths: &[PathBuf]) -> Vec<String> {
        paths.iter().map(|path| self.short(path)).collect()
    }

    /// Returns the path of the header `name`, with its quotes or brackets, as an `#include` in the file
    /// `from` finds it.
    fn find(&self, build: &FileBuild, from: &str, name: &str) -> Option<String> {
        let angled = name.starts_with('<');
        let wanted = Wanted {
            name: name.trim_matches(['<', '>', '"']),
            angled,
            next: false,
            from: &self.path(from),
            from_folder: None,
            from_system: false,
        };
        build.headers.locate(&wanted).map(|found| self.short(&*found.file.path))
    }

    /// Returns the header that `#include_next <name>` finds in the header `from`.
    fn next(build: &FileBuild, from: &FoundHeader, name: &str) -> Option<FoundHeader> {
        let wanted = Wanted {
            name,
            angled: true,
            next: true,
            from: Path::new(&*from.file.path),
            from_folder: from.folder,
            from_system: from.system,
        };
        build.headers.locate(&wanted)
    }
}
