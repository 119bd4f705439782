//! Finding the file that an `#include` names, as gcc does.

use std::{
    hash::BuildHasherDefault,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::preprocess::{Header, Headers, Include};
use dashmap::DashMap;
use rustc_hash::FxHasher;

use super::{SearchList, builtin::builtin};
use crate::build::{
    files::{File, Snapshot},
    paths,
};

/// Where headers of ours seem to be.
const BUILTIN: &str = "<csieve>";

/// What a directive asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// What stands between the quotes or brackets.
    pub name: &'a str,
    /// `<name>`
    pub angled: bool,
    /// `#include_next`
    pub next: bool,
    /// The file that asks.
    pub from: &'a Path,
    /// The folder that file was found in.
    pub from_folder: Option<u32>,
    /// That file is a header of the system.
    pub from_system: bool,
}

/// A header that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file.
    pub file: Arc<File>,
    /// It is a header of the system.
    pub system: bool,
    /// The folder: 0 is that of the file that asked, then those of the list. Nothing for an absolute path.
    pub folder: Option<u32>,
}

/// Finds headers in a list of folders.
#[derive(Debug)]
pub struct Search {
    list: SearchList,
    files: Arc<Snapshot>,
    base: PathBuf,
    /// What was found from each folder of the list on: most names are asked for by every file of a project.
    known: Vec<DashMap<Box<str>, Option<Found>, BuildHasherDefault<FxHasher>>>,
}

impl Search {
    /// Searches the folders of `list`; relative paths are meant as seen from `base`.
    pub fn new(list: SearchList, files: Arc<Snapshot>, base: PathBuf) -> Self {
        let known = (0..=list.folders.len()).map(|_| DashMap::default()).collect();
        Self { list, files, base, known }
    }

    /// The files that are looked at.
    pub fn files(&self) -> &Arc<Snapshot> {
        &self.files
    }

    /// The folders that are searched.
    pub fn list(&self) -> &SearchList {
        &self.list
    }

    /// The folder of the list that something was found in.
    pub fn folder(&self, found: &Found) -> Option<&Path> {
        let index = (found.folder? as usize).checked_sub(1)?;
        Some(&self.list.folders.get(index)?.path)
    }

    /// The file that a directive asks for.
    pub fn locate(&self, wanted: &Wanted) -> Option<Found> {
        let name = Path::new(wanted.name);
        if name.is_absolute() {
            return Some(Found { file: self.at(name)?, system: wanted.from_system, folder: None });
        }
        // In the file that is compiled, #include_next is an #include.
        let behind = wanted.from_folder.filter(|_| wanted.next);
        if behind.is_none()
            && !wanted.angled
            && let Some(file) = self.beside(wanted.from, name)
        {
            return Some(Found { file, system: wanted.from_system, folder: Some(0) });
        }
        let first = match behind {
            Some(folder) => folder as usize,
            None if wanted.angled => self.list.angled,
            None => 0,
        };
        let found = self.in_list(wanted.name, first)?;
        Some(Found { system: found.system || wanted.from_system, ..found })
    }

    /// In the folders of the list from one on.
    fn in_list(&self, name: &str, first: usize) -> Option<Found> {
        let known = self.known.get(first)?;
        if let Some(found) = known.get(name) {
            return found.clone();
        }
        let mut rest = self.list.folders.iter().enumerate().skip(first);
        let found = rest.find_map(|(index, folder)| {
            let file = self.at(&folder.path.join(name))?;
            Some(Found { file, system: folder.system, folder: Some(index as u32 + 1) })
        });
        let found = found.or_else(|| self.ours(name));
        known.entry(name.into()).or_insert(found).clone()
    }

    /// In the folder of the file that asks.
    fn beside(&self, from: &Path, name: &Path) -> Option<Arc<File>> {
        self.at(&self.base.join(from).parent()?.join(name))
    }

    fn at(&self, path: &Path) -> Option<Arc<File>> {
        self.files.get(&paths::straight(path, &|folder| self.files.is_real_folder(folder)))
    }

    /// A header that csieve brings along, as if its folder were the last of the list.
    fn ours(&self, name: &str) -> Option<Found> {
        let text = builtin(name).filter(|_| self.list.has_builtin)?;
        let file = Arc::new(File::new(format!("{BUILTIN}/{name}"), text));
        Some(Found { file, system: true, folder: Some(self.list.folders.len() as u32 + 1) })
    }
}

impl Headers for Search {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let from = include.from;
        let found = self.locate(&Wanted {
            name: include.name,
            angled: include.angled,
            next: include.next,
            from: Path::new(&*from.path),
            from_folder: from.folder,
            from_system: from.system,
        })?;
        let (path, lexed) = (Arc::clone(&found.file.path), Arc::clone(found.file.lexed()));
        let written = self.written(include, &found).filter(|written| *written != *path).map(Into::into);
        Some(Header { path, written, lexed, system: found.system, folder: found.folder })
    }
}

impl Search {
    /// The path that options and directives put together, as compilers show it.
    fn written(&self, include: &Include<'_>, found: &Found) -> Option<String> {
        let folder = match (found.folder? as usize).checked_sub(1) {
            Some(index) => {
                let folder = self.list.folders.get(index)?;
                folder.written.as_deref().unwrap_or(folder.path.to_str()?).trim_end_matches('/')
            }
            None => {
                let from = include.from.written.as_ref().unwrap_or(&include.from.path);
                &from[..from.rfind('/')?]
            }
        };
        Some(format!("{folder}/{}", include.name))
    }
}
