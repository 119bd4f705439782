//! Tables of library functions that users add.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use csieve_analysis::library::Library;

/// The built-in library with the tables of some files; later ones replace what earlier ones say. `settled` says where a
/// file is.
///
/// # Errors
/// A sentence about the first file that cannot be read or is no table, with the line.
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
