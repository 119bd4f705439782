//! Loads what users add: tables of library functions, and rules.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::{
    library::Library,
    own::{Mistake, OwnRules, Reader},
    text::one_line,
};

use crate::config::{place, said};

/// The files that users add, as they wrote their paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Tables of library functions. A later table replaces entries of earlier ones.
    pub tables: Vec<PathBuf>,
    /// Files with rules.
    pub rules: Vec<PathBuf>,
}

impl Added {
    /// Adds files behind these.
    pub fn extend(&mut self, other: Self) {
        self.tables.extend(other.tables);
        self.rules.extend(other.rules);
    }
}

/// Returns the built-in library extended by the files of users. `settled` turns a path as the user wrote it
/// into the path to open.
///
/// # Errors
/// A sentence about the first file that cannot be read or has a mistake, with the place of the mistake.
pub fn load(added: &Added, settled: &dyn Fn(&Path) -> PathBuf) -> Result<Arc<Library>, String> {
    let mut library = Arc::clone(Library::built_in());
    for file in &added.tables {
        let text = read(file, settled)?;
        let larger = library
            .with(&text)
            .map_err(|error| format!("{}:{}: {}", file.display(), error.line, error.problem))?;
        library = Arc::new(larger);
    }
    if added.rules.is_empty() {
        return Ok(library);
    }
    Ok(Arc::new(library.with_rules(Arc::new(rules(&added.rules, settled)?))))
}

fn rules(files: &[PathBuf], settled: &dyn Fn(&Path) -> PathBuf) -> Result<OwnRules, String> {
    let mut reader = Reader::default();
    for file in files {
        let text = read(file, settled)?;
        reader.add(&text).map_err(|mistake| {
            let wrong = place(&text, (mistake.at.start, told(&text, &mistake)));
            format!("{}:{wrong}", file.display())
        })?;
    }
    Ok(reader.finish())
}

/// Returns what is wrong in the text of a file with rules, as a sentence on one line without a full stop.
pub fn told(text: &str, mistake: &Mistake) -> String {
    let there = text.get(mistake.at.clone()).unwrap_or_default();
    one_line(&said(&mistake.problem, there))
}

fn read(file: &Path, settled: &dyn Fn(&Path) -> PathBuf) -> Result<String, String> {
    fs::read_to_string(settled(file)).map_err(|error| format!("{}: {error}", file.display()))
}
