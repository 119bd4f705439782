//! The files that define names for the other files of a project.

use rustc_hash::{FxBuildHasher, FxHashMap};

/// The files that define names, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    /// The file that defines a name; `None` for a name that several define.
    one: FxHashMap<String, Option<u32>>,
    /// The files that define a name which several define, in ascending order.
    several: FxHashMap<String, Vec<u32>>,
}

impl Definitions {
    /// Creates definitions of no names.
    pub(super) const fn new() -> Self {
        Self { one: FxHashMap::with_hasher(FxBuildHasher), several: FxHashMap::with_hasher(FxBuildHasher) }
    }

    /// Notes that a file defines a name. Files come in ascending order.
    pub(super) fn add(&mut self, name: &str, file: u32) {
        match self.one.get_mut(name) {
            Some(known) => {
                let first = known.take();
                let files = self.several.entry(name.to_owned()).or_default();
                files.extend(first.into_iter().chain([file]));
            }
            None => drop(self.one.insert(name.to_owned(), Some(file))),
        }
    }

    /// Returns whether some file defines a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.one.contains_key(name)
    }

    /// Returns the only file that defines a name.
    pub(super) fn only(&self, name: &str) -> Option<u32> {
        self.one.get(name).copied().flatten()
    }

    /// Returns the files that define a name, if there are several.
    pub(super) fn several(&self, name: &str) -> Option<&[u32]> {
        self.several.get(name).map(Vec::as_slice)
    }
}
