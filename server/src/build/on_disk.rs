//! What is on disk about builds, looked at once per run.

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

/// Files that describe builds, and listings of projects.
#[derive(Debug, Default)]
pub(super) struct OnDisk {
    names: DashMap<PathBuf, Arc<Vec<String>>>,
    around: DashMap<PathBuf, Arc<Around>>,
    databases: DashMap<PathBuf, (Stamp, Result<Arc<Database>, Problem>)>,
    clangds: DashMap<PathBuf, Result<Arc<Clangd>, Problem>>,
    trees: DashMap<PathBuf, Arc<Tree>>,
    includers: DashMap<PathBuf, Arc<Includers>>,
}

impl OnDisk {
    /// What to look at in the next run: everything, except databases that did not change.
    pub(super) fn renewed(&self) -> Self {
        let same = self.databases.iter().filter(|known| Stamp::of(known.key()) == known.0);
        let databases = same.map(|known| (known.key().clone(), known.value().clone())).collect();
        Self { databases, ..Self::default() }
    }

    /// The files that say how a file is compiled.
    pub(super) fn around(&self, file: &Path) -> Arc<Around> {
        let folder = file.parent().unwrap_or(Path::new("/"));
        get(&self.around, folder, || Arc::new(Around::new(folder, &|folder| self.names(folder))))
    }

    /// A compilation database.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn database(&self, path: &Path) -> Result<Arc<Database>, Problem> {
        get(&self.databases, path, || (Stamp::of(path), Database::read(path).map(Arc::new))).1
    }

    /// A file `.clangd`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn clangd(&self, path: &Path) -> Result<Arc<Clangd>, Problem> {
        get(&self.clangds, path, || Clangd::read(path).map(Arc::new))
    }

    /// The files of a project.
    pub(super) fn tree(&self, root: &Path) -> Arc<Tree> {
        get(&self.trees, root, || Arc::new(Tree::new(root)))
    }

    /// Who includes whom in a project.
    pub(super) fn includers(&self, root: &Path, files: &Snapshot) -> Arc<Includers> {
        get(&self.includers, root, || Arc::new(Includers::new(self.tree(root).sources(), files)))
    }

    /// The names in a folder, in order.
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

/// What is known of a path; made once, also if several threads ask.
fn get<T: Clone>(known: &DashMap<PathBuf, T>, path: &Path, make: impl FnOnce() -> T) -> T {
    if let Some(known) = known.get(path) {
        return known.clone();
    }
    known.entry(path.to_owned()).or_insert_with(make).clone()
}
