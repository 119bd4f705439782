//! The files of a translation unit.

use std::sync::Arc;

use super::{Lexed, SourceRange};

/// The number of a file in its translation unit: an index into `sources`. The main file has the number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A file as it was included. A file that is included twice is two sources.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path of the file, as [`Headers`](super::Headers) returned it.
    pub path: Arc<str>,
    /// The name that `__FILE__` expands to. `None` if that is the path.
    pub written: Option<Arc<str>>,
    /// The text and the tokens of the file.
    pub lexed: Arc<Lexed>,
    /// Whether the file is a system header.
    pub system: bool,
    /// The index in the search list of the folder that contains the file. `None` if the file was not found in
    /// a folder of that list.
    pub folder: Option<u32>,
    /// The place of the directive that includes the file. `None` for the main file and for the files read
    /// before it.
    pub included_at: Option<SourceRange>,
}

impl Source {
    /// Creates the source of a main file.
    pub fn main(path: Arc<str>, lexed: Arc<Lexed>) -> Self {
        Self { path, written: None, lexed, system: false, folder: None, included_at: None }
    }
}

impl SourceId {
    /// The number of the main file.
    pub const MAIN: Self = Self(0);
    /// The number of a part of the main file that is preprocessed alone. Byte offsets in it count from the
    /// start of the part. Places in bodies of macros that the main file defines stay relative to the main
    /// file.
    pub const PART: Self = Self(u32::MAX);
}
