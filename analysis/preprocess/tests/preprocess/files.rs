//! Files on disk, for the comparison with gcc.

use std::fs;
use std::path::{Path, PathBuf};

use super::folder::Folder;

/// Returns the folder of the fixtures, which contains the header folders `first` and `second`.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/preprocess/fixtures")
}

/// Returns the names and texts of all files with an extension in a folder, in order.
pub(crate) fn texts(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("the folder of the files");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut texts: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    texts.sort();
    texts
}

/// Returns the headers of both fixture folders.
pub(crate) fn headers() -> Folder {
    let folder = |folder: Folder, number: u32, name: &str| {
        let headers = texts(&root().join(name), "h");
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, text)| (&**name, &**text)).collect();
        folder.with(number, &headers)
    };
    folder(folder(Folder::default(), 0, "first"), 1, "second")
}
