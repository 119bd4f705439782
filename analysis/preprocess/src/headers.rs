//! Where `#include` finds its files.

use std::sync::Arc;

use super::{Lexed, Source};

/// An `#include`, `#include_next` or `__has_include` that asks for a file.
#[derive(Clone, Copy, Debug)]
pub struct Include<'a> {
    /// What stands between the quotes or brackets.
    pub name: &'a str,
    /// `<name>` instead of `"name"`.
    pub angled: bool,
    /// Search behind the folder in which `from` was found.
    pub next: bool,
    /// The file in which the directive stands. A header that the options ask for (`-include`) is asked for by
    /// `<command-line>`, which stands in the folder where the compiler was started.
    pub from: &'a Source,
}

/// A file that an [`Include`] names.
#[derive(Clone, Debug)]
pub struct Header {
    /// Names the file: two headers are the same file if their paths are equal.
    pub path: Arc<str>,
    /// What `__FILE__` gives, if not the path: compilers put together what options and directives say.
    pub written: Option<Arc<str>>,
    /// Its tokens.
    pub lexed: Arc<Lexed>,
    /// It was found in a folder of the system.
    pub system: bool,
    /// The position in the search list of the folder it was found in, for `#include_next`.
    pub folder: Option<u32>,
}

/// Finds headers. Implementations may read files; the same request must give the same answer during
/// one run.
pub trait Headers {
    /// The file that a directive names, if there is one.
    fn find(&self, include: &Include<'_>) -> Option<Header>;
}
