//! The interface through which `#include` finds files.

use std::sync::Arc;

use super::{Lexed, Source};

/// A request for a file by `#include`, `#include_next`, `__has_include` or the option `-include`.
#[derive(Clone, Copy, Debug)]
pub struct Include<'a> {
    /// The name between the quotes or angle brackets.
    pub name: &'a str,
    /// Whether the name is written as `<name>` instead of `"name"`.
    pub angled: bool,
    /// Whether the search starts after the folder, in the search list, in which `from` was found
    /// (`#include_next`).
    pub next: bool,
    /// The file that contains the directive. For an option `-include`, it is the source `<command-line>`,
    /// whose folder is the one in which the compiler was started.
    pub from: &'a Source,
}

/// A file that was found for an [`Include`].
#[derive(Clone, Debug)]
pub struct Header {
    /// The identity of the file: two headers are the same file if their paths are equal.
    pub path: Arc<str>,
    /// The name that `__FILE__` expands to. `None` if that is the path. Compilers build this name from their
    /// options and the `#include` directive.
    pub written: Option<Arc<str>>,
    /// The tokens of the file.
    pub lexed: Arc<Lexed>,
    /// Whether the file was found in a system folder.
    pub system: bool,
    /// The index in the search list of the folder that contains the file, for `#include_next`. `None` if the
    /// file was not found in a folder of that list.
    pub folder: Option<u32>,
}

/// Finds headers. Implementations may read files. While one unit is preprocessed, the same request must get
/// the same answer.
pub trait Headers {
    /// Returns the file that a directive names, or `None` if there is no such file.
    fn find(&self, include: &Include<'_>) -> Option<Header>;

    /// Returns the path of a header as readers know it, in which the folder of the project does not matter.
    fn shown(&self, path: &Arc<str>) -> Arc<str> {
        Arc::clone(path)
    }
}
