//! Reads header folders from environment variables.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use crate::build::paths;

/// Returns the folders in the value of a variable such as `CPATH`. An empty item means `base`; an empty value
/// means no folders.
pub fn folders(value: Option<&OsStr>, base: &Path) -> Vec<PathBuf> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Vec::new() };
    std::env::split_paths(value).map(|folder| paths::absolute(base, &folder)).collect()
}
