//! Folders that environment variables name.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use crate::build::paths;

/// The folders of a variable such as `CPATH`; an empty one means `base`.
pub fn folders(value: Option<&OsStr>, base: &Path) -> Vec<PathBuf> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Vec::new() };
    std::env::split_paths(value).map(|folder| paths::absolute(base, &folder)).collect()
}
