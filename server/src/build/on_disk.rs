//! The files that describe builds, each read once until files are looked at again.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use dashmap::DashMap;

use super::{
    files::Snapshot,
    guess::Tree,
    sources::{Around, Clangd, Database, Problem},
    stamp::Stamp,
    unit_of::Includers,
};
use crate::{config::Config, project};

/// A cache of the files that describe builds, and of listings of folders and projects.
#[derive(Debug, Default)]
pub(super) struct OnDisk {
    names: DashMap<PathBuf, Arc<Vec<String>>>,
    around: DashMap<PathBuf, Arc<Around>>,
    databases: DashMap<PathBuf, (Stamp, Result<Arc<Database>, Problem>)>,
    clangds: DashMap<PathBuf, Result<Arc<Clangd>, Problem>>,
    configs: DashMap<PathBuf, Result<Arc<Config>, Problem>>,
    trees: DashMap<PathBuf, Arc<Tree>>,
    includers: DashMap<PathBuf, Arc<Includers>>,
}

impl OnDisk {
    /// Returns a cache that looks at the disk again: empty except for databases that did not change.
    pub(super) fn renewed(&self) -> Self {
        let same = self.databases.iter().filter(|known| Stamp::of(known.key()) == known.0);
        let databases = same.map(|known| (known.key().clone(), known.value().clone())).collect();
        Self { databases, ..Self::default() }
    }

    /// Returns the paths of the files that may describe how a file is compiled.
    pub(super) fn around(&self, file: &Path) -> Arc<Around> {
        let folder = file.parent().unwrap_or(Path::new("/"));
        get(&self.around, folder, || Arc::new(Around::new(folder, &|folder| self.names(folder))))
    }

    /// Returns the compilation database at a path.
    ///
    /// # Errors
    /// The reason why the database cannot be read.
    pub(super) fn database(&self, path: &Path) -> Result<Arc<Database>, Problem> {
        get(&self.databases, path, || (Stamp::of(path), Database::read(path).map(Arc::new))).1
    }

    /// Returns the `.clangd` file at a path.
    ///
    /// # Errors
    /// The reason why the file cannot be read.
    pub(super) fn clangd(&self, path: &Path) -> Result<Arc<Clangd>, Problem> {
        get(&self.clangds, path, || Clangd::read(path).map(Arc::new))
    }

    /// Returns the `csieve.toml` at a path, whose paths and patterns start at the folder `root`.
    ///
    /// # Errors
    /// The reason why the file cannot be read, or the first mistake in it.
    pub(super) fn config(&self, path: &Path, root: &Path) -> Result<Arc<Config>, Problem> {
        let read = || {
            let text = project::read(path).map_err(|error| Problem::new(path, &error))?.text;
            Config::parse(&text, path, root).map(Arc::new).map_err(|wrong| Problem {
                path: path.to_owned(),
                place: Some((wrong.line, wrong.column)),
                what: wrong.what,
            })
        };
        get(&self.configs, path, read)
    }

    /// Returns the files of a project.
    pub(super) fn tree(&self, root: &Path) -> Arc<Tree> {
        get(&self.trees, root, || Arc::new(Tree::new(root)))
    }

    /// Returns the includers index of a project: for each header name, the files that include it.
    pub(super) fn includers(&self, root: &Path, files: &Snapshot) -> Arc<Includers> {
        get(&self.includers, root, || Arc::new(Includers::new(self.tree(root).sources(), files)))
    }

    /// Returns the sorted names in a folder; empty if the folder cannot be read.
    fn names(&self, folder: &Path) -> Arc<Vec<String>> {
        get(&self.names, folder, || {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let mut names: Vec<String> =
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            names.sort();
            Arc::new(names)
        })
    }
}

/// Returns the cached value for a path. The value is made on first use, once even if several threads ask.
fn get<T: Clone>(known: &DashMap<PathBuf, T>, path: &Path, make: impl FnOnce() -> T) -> T {
    if let Some(known) = known.get(path) {
        return known.clone();
    }
    known.entry(path.to_owned()).or_insert_with(make).clone()
}
