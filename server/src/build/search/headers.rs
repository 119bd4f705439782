//! Finds the file that an `#include` names, as gcc does.

use std::{
    hash::BuildHasherDefault,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    preprocess::{Header, Headers, Include},
    unit::SharedHeaders,
};
use dashmap::DashMap;
use rustc_hash::FxHasher;

use super::{SearchList, builtin::builtin};
use crate::build::{
    files::{File, Snapshot},
    paths,
};

/// The folder that stands in the paths of built-in headers, which are no files.
const BUILTIN: &str = "<csieve>";

/// A request for a header, as an `#include` directive makes it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The name between the quotes or brackets.
    pub name: &'a str,
    /// Whether the name is in brackets, as in `<name>`.
    pub angled: bool,
    /// Whether the directive is `#include_next`.
    pub next: bool,
    /// The path of the file that contains the directive.
    pub from: &'a Path,
    /// The number of the folder in which `from` was found, as in [`FoundHeader::folder`]; `None` for the
    /// compiled file.
    pub from_folder: Option<u32>,
    /// Whether `from` is a system header.
    pub from_system: bool,
}

/// A header that was found by the search.
#[derive(Clone, Debug)]
pub struct FoundHeader {
    /// The header's file.
    pub file: Arc<File>,
    /// Whether the header is a system header.
    pub system: bool,
    /// The number of the folder in which the header was found: 0 is the folder of the including file, `n + 1`
    /// is the folder with index `n` in the search list. `None` if the `#include` names an absolute path.
    pub folder: Option<u32>,
}

/// A search for headers in a list of folders.
#[derive(Debug)]
pub struct HeaderSearch {
    list: SearchList,
    files: Arc<Snapshot>,
    base: PathBuf,
    /// A cache of found headers, by the index of the first folder that is searched and by name. Most names
    /// are asked for by every file of a project.
    known: Vec<DashMap<Box<str>, Option<FoundHeader>, BuildHasherDefault<FxHasher>>>,
    shared: SharedHeaders,
}

impl HeaderSearch {
    /// Creates a search in the folders of `list`. Relative paths start at `base`.
    pub fn new(list: SearchList, files: Arc<Snapshot>, base: PathBuf) -> Self {
        let known = (0..=list.folders.len()).map(|_| DashMap::default()).collect();
        Self { list, files, base, known, shared: SharedHeaders::default() }
    }

    /// Returns the snapshot of files that is searched.
    pub fn files(&self) -> &Arc<Snapshot> {
        &self.files
    }

    /// Returns what files share that find their headers by this search.
    pub fn shared(&self) -> &SharedHeaders {
        &self.shared
    }

    /// Returns the list of folders that is searched.
    pub fn list(&self) -> &SearchList {
        &self.list
    }

    /// Returns the folder of the search list in which a header was found; `None` if the list was not needed.
    pub fn folder(&self, found: &FoundHeader) -> Option<&Path> {
        let index = (found.folder? as usize).checked_sub(1)?;
        Some(&self.list.folders.get(index)?.path)
    }

    /// Returns the file that a directive asks for.
    pub fn locate(&self, wanted: &Wanted) -> Option<FoundHeader> {
        let name = Path::new(wanted.name);
        if name.is_absolute() {
            return Some(FoundHeader { file: self.at(name)?, system: wanted.from_system, folder: None });
        }
        // In the compiled file itself, `#include_next` works like `#include`.
        let behind = wanted.from_folder.filter(|_| wanted.next);
        if behind.is_none()
            && !wanted.angled
            && let Some(file) = self.beside(wanted.from, name)
        {
            return Some(FoundHeader { file, system: wanted.from_system, folder: Some(0) });
        }
        let first = match behind {
            Some(folder) => folder as usize,
            None if wanted.angled => self.list.angled,
            None => 0,
        };
        let found = self.in_list(wanted.name, first)?;
        Some(FoundHeader { system: found.system || wanted.from_system, ..found })
    }

    /// Looks for a header in the folders of the search list from index `first` on, then among the built-in
    /// headers.
    fn in_list(&self, name: &str, first: usize) -> Option<FoundHeader> {
        let known = self.known.get(first)?;
        if let Some(found) = known.get(name) {
            return found.clone();
        }
        let mut rest = self.list.folders.iter().enumerate().skip(first);
        let found = rest.find_map(|(index, folder)| {
            let file = self.at(&folder.path.join(name))?;
            Some(FoundHeader { file, system: folder.system, folder: Some(index as u32 + 1) })
        });
        let found = found.or_else(|| self.ours(name));
        known.entry(name.into()).or_insert(found).clone()
    }

    /// Looks for a header in the folder of the including file `from`.
    fn beside(&self, from: &Path, name: &Path) -> Option<Arc<File>> {
        self.at(&self.base.join(from).parent()?.join(name))
    }

    fn at(&self, path: &Path) -> Option<Arc<File>> {
        self.files.get(&paths::straight(path, &|folder| self.files.is_real_folder(folder)))
    }

    /// Returns a built-in header, as if its folder were the last of the list.
    fn ours(&self, name: &str) -> Option<FoundHeader> {
        let text = builtin(name).filter(|_| self.list.has_builtin)?;
        let file = Arc::new(File::new(format!("{BUILTIN}/{name}"), text));
        Some(FoundHeader { file, system: true, folder: Some(self.list.folders.len() as u32 + 1) })
    }
}

impl Headers for HeaderSearch {
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

    fn shown(&self, path: &Arc<str>) -> Arc<str> {
        paths::shown(Path::new(&**path), &self.base).into()
    }
}

impl HeaderSearch {
    /// Returns the path of a header as compilers show it: the folder as the compiler option or the including
    /// file's path writes it, and the name in the `#include`.
    fn written(&self, include: &Include<'_>, found: &FoundHeader) -> Option<String> {
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
