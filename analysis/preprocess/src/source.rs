//! The files of a translation unit.

use std::sync::Arc;

use super::{Lexed, Place};

/// A file of a translation unit; the main file is the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A file as it was included: a file that is included twice is two sources.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path, as [`Headers`](super::Headers) named it.
    pub path: Arc<str>,
    /// What `__FILE__` gives, if not the path.
    pub written: Option<Arc<str>>,
    /// Its tokens and text.
    pub lexed: Arc<Lexed>,
    /// It is a header of the system.
    pub system: bool,
    /// The position in the search list of the folder it was found in.
    pub folder: Option<u32>,
    /// The directive that includes it; `None` for the main file and what is read before it.
    pub included_at: Option<Place>,
}

impl Source {
    /// A main file.
    pub fn main(path: Arc<str>, lexed: Arc<Lexed>) -> Self {
        Self { path, written: None, lexed, system: false, folder: None, included_at: None }
    }
}

impl SourceId {
    /// The main file.
    pub const MAIN: Self = Self(0);
    /// A part of the main file that is preprocessed alone: its places are relative to itself, those of macros that
    /// the main file defines are not.
    pub const PART: Self = Self(u32::MAX);
}
