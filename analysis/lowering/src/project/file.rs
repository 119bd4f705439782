//! One of the files that are checked together. What most questions need is its outline; its functions are read when they
//! are first asked for.

use std::{
    fmt::Debug,
    sync::{Arc, OnceLock},
};

use csieve_base::text::SourceText;

use crate::unit::{Outline, TranslationUnit, UnitFunction};

/// A file that is checked together with others. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ProjectFile {
    /// The path of the file, as the user knows it.
    pub path: Arc<str>,
    /// What is known of the file without reading its functions.
    pub outline: Arc<Outline>,
    contents: Arc<Later>,
}

/// The text of a file with what it was parsed into. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The text of the file.
    pub source: SourceText,
    /// The functions and declarations of the file.
    pub unit: Arc<TranslationUnit>,
}

/// Reads the contents of a file whose outline is known. If the file is not what it was any more, the contents are empty:
/// then nothing is known of its functions.
pub trait Reader: Debug + Send + Sync {
    /// Returns the contents of the file.
    fn contents(&self) -> Contents;
}

#[derive(Debug)]
struct Later {
    known: OnceLock<Contents>,
    reader: Option<Box<dyn Reader>>,
}

impl ProjectFile {
    /// Creates a file from its text and its unit.
    pub fn new(path: Arc<str>, source: SourceText, unit: Arc<TranslationUnit>) -> Self {
        let outline = Arc::new(unit.outline(&source));
        let known = OnceLock::from(Contents { source, unit });
        Self { path, outline, contents: Arc::new(Later { known, reader: None }) }
    }

    /// Creates a file whose contents are read when they are first asked for.
    pub fn later(path: Arc<str>, outline: Arc<Outline>, reader: Box<dyn Reader>) -> Self {
        let contents = Later { known: OnceLock::new(), reader: Some(reader) };
        Self { path, outline, contents: Arc::new(contents) }
    }

    /// Returns the same file without its contents, which are read again when they are asked for.
    #[must_use]
    pub fn forgetting(&self, reader: Box<dyn Reader>) -> Self {
        Self::later(Arc::clone(&self.path), Arc::clone(&self.outline), reader)
    }

    /// Returns the text of the file.
    pub fn source(&self) -> &SourceText {
        &self.contents().source
    }

    /// Returns the functions and declarations of the file.
    pub fn unit(&self) -> &Arc<TranslationUnit> {
        &self.contents().unit
    }

    /// Returns the function of the file with this name, if there is one.
    pub fn function(&self, name: &str) -> Option<&UnitFunction> {
        self.unit().first_named(name)
    }

    fn contents(&self) -> &Contents {
        let Later { known, reader } = &*self.contents;
        known.get_or_init(|| reader.as_ref().map(|reader| reader.contents()).unwrap_or_default())
    }
}
