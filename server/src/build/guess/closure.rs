//! Follows the `#include` lines of a file, and of the headers it reaches, to the folders that they need.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::Arc,
};

use rustc_hash::FxHashSet;

use super::{Tree, candidate::Candidate};
use crate::build::{
    files::Snapshot,
    flags::{Flags, Macro},
    include_lines::IncludeLine,
    paths,
    search::{FoundHeader, HeaderSearch, SearchList, Surroundings, Wanted},
};

/// The most files whose `#include` lines are followed.
const MOST_FILES: usize = 2000;

/// Guessed compiler flags of a file, with the assumptions made to guess them.
#[derive(Debug)]
pub struct Guess {
    /// The guessed flags.
    pub flags: Flags,
    /// The assumptions as compiler options, such as `-Iinclude` or `-DHAVE_CONFIG_H`.
    pub assumed: Vec<String>,
    /// The name of a missing header, such as `config.h`, that configuring the project would make.
    pub unconfigured: Option<String>,
}

/// Guesses the flags that a file of the project at `root` most likely needs besides the `known` ones.
/// `folders` are searched before any folder that an `#include` line suggests.
pub fn guess(
    file: &Path,
    root: &Path,
    tree: &Tree,
    files: &Arc<Snapshot>,
    known: &Flags,
    around: &Surroundings,
    folders: Vec<PathBuf>,
) -> Guess {
    let mut guessing = Guessing {
        root,
        tree,
        files,
        known,
        around,
        folders: folders.into_iter().map(Candidate::new).collect(),
        configured: is_configured(file, root),
        unconfigured: None,
    };
    guessing.follow(file);
    guessing.finish()
}

struct Guessing<'a> {
    root: &'a Path,
    tree: &'a Tree,
    files: &'a Arc<Snapshot>,
    known: &'a Flags,
    around: &'a Surroundings,
    folders: Vec<Candidate>,
    configured: bool,
    unconfigured: Option<String>,
}

impl Guessing<'_> {
    fn follow(&mut self, file: &Path) {
        let mut search = self.search();
        let mut asked = FxHashSet::default();
        let mut followed = FxHashSet::from_iter([file.to_owned()]);
        let mut waiting = VecDeque::from([file.to_owned()]);
        while let Some(from) = waiting.pop_front() {
            let Some(content) = self.files.get(&from) else { continue };
            for line in content.includes() {
                let folder = from.parent().unwrap_or(self.root);
                // A header name in quotes may mean different files in different folders.
                let place = if line.angled { PathBuf::new() } else { folder.to_owned() };
                if !asked.insert((line.name.clone(), line.angled, place)) {
                    continue;
                }
                if let Some(found) = self.find(line, &from, &mut search)
                    && followed.len() < MOST_FILES
                    && followed.insert(found.clone())
                {
                    waiting.push_back(found);
                }
            }
        }
    }

    /// Returns the file of the project that an `#include` line means; `None` for a system header or if no
    /// file is found. Adds a search folder if the header is only found through it.
    fn find(&mut self, line: &IncludeLine, from: &Path, search: &mut HeaderSearch) -> Option<PathBuf> {
        let found = look(search, line, from).or_else(|| {
            let file = self.tree.find(&line.name, from.parent()?)?;
            let depth = Path::new(&line.name).components().count();
            self.folders.push(Candidate::new(file.ancestors().nth(depth)?.to_owned()));
            *search = self.search();
            look(search, line, from)
        });
        if line.if_configured && line.name.ends_with("config.h") {
            self.configured |= found.is_some();
            if found.is_none() {
                self.unconfigured.get_or_insert_with(|| line.name.clone());
            }
        }
        let found = found.filter(|found| !found.system)?;
        if let Some(folder) = search.folder(&found)
            && let Some(candidate) = self.folders.iter_mut().find(|candidate| candidate.path == folder)
        {
            candidate.used = true;
        }
        Some(PathBuf::from(&*found.file.path))
    }

    fn search(&self) -> HeaderSearch {
        let mut flags = self.flags();
        flags.add_user(self.known);
        HeaderSearch::new(SearchList::new(&flags, self.around), Arc::clone(self.files), self.root.to_owned())
    }

    /// Returns the flags guessed so far.
    fn flags(&self) -> Flags {
        let mut flags = Flags { directory: Some(self.root.to_owned()), ..Flags::default() };
        for Candidate { path, has_standard, .. } in &self.folders {
            if *has_standard {
                flags.guessed.push(path.clone());
            } else {
                flags.angled.push(path.clone());
            }
        }
        flags
    }

    fn finish(self) -> Guess {
        let mut flags = self.flags();
        let used = self.folders.iter().filter(|folder| folder.used);
        let mut assumed: Vec<String> =
            used.map(|folder| format!("-I{}", paths::shown(&folder.path, self.root))).collect();
        if self.configured {
            flags.macros.push(Macro::Define("HAVE_CONFIG_H".to_owned()));
            assumed.push("-DHAVE_CONFIG_H".to_owned());
        }
        Guess { flags, assumed, unconfigured: self.unconfigured.filter(|_| !self.configured) }
    }
}

/// Returns whether a `configure` script left its `config.h` in the folder of a file or above. The makefiles
/// that it writes then define `HAVE_CONFIG_H` for all files.
fn is_configured(file: &Path, root: &Path) -> bool {
    let above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    above.into_iter().any(|folder| folder.join("configure").exists() && folder.join("config.h").exists())
}

fn look(search: &HeaderSearch, line: &IncludeLine, from: &Path) -> Option<FoundHeader> {
    search.locate(&Wanted {
        name: &line.name,
        angled: line.angled,
        next: false,
        from,
        from_folder: None,
        from_system: false,
    })
}
