//! The folders of the workspace, and the builds of the files in them.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use tower_lsp::lsp_types::{InitializeParams, WorkspaceFolder};

use crate::build::Builds;

/// Returns the folders that a client has open, in its order; empty if it has opened only files.
pub(super) fn of_client(params: &InitializeParams) -> Vec<PathBuf> {
    match &params.workspace_folders {
        Some(folders) if !folders.is_empty() => paths(folders),
        _ => root(params).into_iter().collect(),
    }
}

/// Returns the single folder that older clients send; they do not know workspaces of several folders.
fn root(params: &InitializeParams) -> Option<PathBuf> {
    #[expect(deprecated, reason = "older clients say no more than this")]
    let (uri, path) = (params.root_uri.as_ref(), params.root_path.as_ref());
    uri.and_then(|uri| uri.to_file_path().ok()).or_else(|| path.map(PathBuf::from))
}

/// Returns the paths of the folders that are on disk.
pub(super) fn paths(folders: &[WorkspaceFolder]) -> Vec<PathBuf> {
    folders.iter().filter_map(|folder| folder.uri.to_file_path().ok()).collect()
}

/// The builds of each folder of the workspace. Relative paths in the settings start at the folder. Files
/// outside of all folders belong to the first folder.
#[derive(Clone, Debug)]
pub(crate) struct FolderBuilds {
    first: (PathBuf, Arc<Builds>),
    others: Vec<(PathBuf, Arc<Builds>)>,
}

impl FolderBuilds {
    /// Creates the builds of the folders, or of `base` if there are none.
    pub(super) fn new(folders: &[PathBuf], base: &Path, build: &dyn Fn(&Path) -> Arc<Builds>) -> Self {
        let mut all = folders.iter().map(|folder| (folder.clone(), build(folder)));
        let first = all.next().unwrap_or_else(|| (base.to_owned(), build(base)));
        Self { first, others: all.collect() }
    }

    /// Returns the same folders with changed builds.
    #[must_use]
    pub(super) fn map(&self, change: impl Fn(&Builds) -> Builds) -> Self {
        let change = |(folder, builds): &(PathBuf, Arc<Builds>)| (folder.clone(), Arc::new(change(builds)));
        Self { first: change(&self.first), others: self.others.iter().map(change).collect() }
    }

    /// Returns the first folder.
    pub(super) fn first(&self) -> &Path {
        &self.first.0
    }

    /// Returns all folders with their builds.
    pub(super) fn all(&self) -> impl Iterator<Item = &(PathBuf, Arc<Builds>)> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Returns the innermost folder that contains a file, or else the first folder, with its builds.
    pub(super) fn of(&self, file: &Path) -> &(PathBuf, Arc<Builds>) {
        let around = self.all().filter(|(folder, _)| file.starts_with(folder));
        around.max_by_key(|(folder, _)| folder.components().count()).unwrap_or(&self.first)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        path::{Path, PathBuf},
        sync::Arc,
    };

    use super::FolderBuilds;
    use crate::build::{BuildSettings, Builds, files::Files};

    #[test]
    fn a_file_belongs_to_the_innermost_folder_around_it() {
        let files = Arc::<Files>::default();
        let build = |base: &Path| Arc::new(Builds::new(BuildSettings::default(), base, &files, |_| None));
        let folders = ["/a", "/b", "/b/c"].map(PathBuf::from);
        let builds = FolderBuilds::new(&folders, Path::new("/base"), &build);
        let of = |file: &str| builds.of(Path::new(file)).0.to_string_lossy().into_owned();
        assert_eq!(
            ["/a/x.c", "/b/x.c", "/b/c/x.c", "/b/cc/x.c", "/x.c"].map(of),
            ["/a", "/b", "/b/c", "/b", "/a"]
        );
        let alone = FolderBuilds::new(&[], Path::new("/base"), &build);
        assert_eq!(alone.of(Path::new("/x.c")).0, Path::new("/base"));
    }
}
