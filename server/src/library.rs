//! Tables of library functions that users add.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::library::Library;

/// The built-in library with the tables of some files, seen from a folder; later ones replace what earlier ones say.
///
/// # Errors
/// A sentence about the first file that cannot be read or is no table, with the line.
pub fn load(files: &[PathBuf], base: &Path) -> Result<Arc<Library>, String> {
    let mut library = Arc::clone(Library::built_in());
    for file in files {
        let shown = file.display();
        let text = fs::read_to_string(base.join(file)).map_err(|error| format!("{shown}: {error}"))?;
        let larger =
            library.with(&text).map_err(|error| format!("{shown}:{}: {}", error.line, error.problem))?;
        library = Arc::new(larger);
    }
    Ok(library)
}
