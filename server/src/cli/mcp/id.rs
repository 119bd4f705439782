//! The names of findings for agents.

use std::fmt;

use crate::{
    present::{Fingerprints, Located},
    project::AnalysedFile,
};

/// The name of a finding: `src/a.c#8f14e45fceea167a:1`. It stays the same when lines move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Id {
    /// The path of the file, as the project names it.
    pub path: String,
    fingerprint: String,
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.path, self.fingerprint)
    }
}

impl Id {
    /// Reads an id.
    ///
    /// # Errors
    /// If the text has not the form of an id.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once('#');
        let (path, fingerprint) =
            parts.ok_or_else(|| format!("`{text}` is no id of a finding; `check` lists them"))?;
        Ok(Self { path: path.to_owned(), fingerprint: fingerprint.to_owned() })
    }

    /// Returns the finding with this id.
    ///
    /// # Errors
    /// If the file has none.
    pub(super) fn find<'f>(&self, file: &'f AnalysedFile) -> Result<Located<'f>, String> {
        let found = named(file).find(|(id, _)| id.fingerprint == self.fingerprint);
        let gone = || format!("{} has no finding with the id {self} any more; `check` it again", self.path);
        found.map(|(_, located)| located).ok_or_else(gone)
    }
}

/// Returns all findings of a file with their ids, those that were refuted too. What the file suppresses is left out.
pub(super) fn named(file: &AnalysedFile) -> impl Iterator<Item = (Id, Located<'_>)> {
    let mut fingerprints = Fingerprints::default();
    let path = file.path.display().to_string();
    let all = file.findings().filter(|(_, located)| located.suppressed.is_none());
    all.map(move |(file, located)| {
        (Id { path: path.clone(), fingerprint: fingerprints.of(file, &located) }, located)
    })
}
