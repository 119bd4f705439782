//! Loads the tables of library functions that users add.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::library::Library;

/// Returns the built-in library extended by the tables in some files. A later table replaces entries of
/// earlier ones. `settled` turns a path as the user wrote it into the path to open.
///
/// # Errors
/// A sentence about the first file that cannot be read or is no valid table. It names the line in the table.
pub fn load(files: &[PathBuf], settled: &dyn Fn(&Path) -> PathBuf) -> Result<Arc<Library>, String> {
    let mut library = Arc::clone(Library::built_in());
    for file in files {
        let shown = file.display();
        let text = fs::read_to_string(settled(file)).map_err(|error| format!("{shown}: {error}"))?;
        let larger =
            library.with(&text).map_err(|error| format!("{shown}:{}: {}", error.line, error.problem))?;
        library = Arc::new(larger);
    }
    Ok(library)
}
