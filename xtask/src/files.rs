//! Generated files: writing them, and comparing them with the files on disk.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A file that a command generates.
#[derive(Debug)]
pub(crate) struct Generated {
    /// The path of the file, relative to the root of the repository.
    pub path: String,
    /// The text that the file should have.
    pub text: String,
}

/// Writes all files, and makes folders that do not exist.
///
/// # Errors
/// A sentence that names the file that cannot be written.
pub(crate) fn write(files: &[Generated]) -> Result<(), String> {
    for file in files {
        let path = root().join(&file.path);
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        folder
            .and_then(|()| fs::write(&path, &file.text))
            .map_err(|error| format!("{} cannot be written: {error}.", file.path))?;
    }
    Ok(())
}

/// Checks that all files on disk have the text that they should have. `command` is the command that generates
/// the files, for the message.
///
/// # Errors
/// A sentence that names the first file that differs.
pub(crate) fn check(files: &[Generated], command: &str) -> Result<(), String> {
    let is_stale = |file: &&Generated| {
        fs::read_to_string(root().join(&file.path)).map_or(true, |text| text != file.text)
    };
    match files.iter().find(is_stale) {
        Some(file) => Err(format!("{} is out of date: run `{command}`.", file.path)),
        None => Ok(()),
    }
}

/// Returns the root folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}
