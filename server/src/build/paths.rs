//! Makes paths absolute and removes their detours.

use std::path::{Component, Path, PathBuf};

/// Makes a path absolute, relative to `base`. Removes `.`, and `a/..` where the result names the same file.
pub(super) fn absolute(base: &Path, path: &Path) -> PathBuf {
    straight(&base.join(path), &|folder| folder.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()))
}

/// Removes `.` from a path, and `a/..` where `is_folder` says that `a` is a folder and not a symbolic link.
/// After a link, `..` leads to the parent of the link's target instead.
pub(super) fn straight(path: &Path, is_folder: &dyn Fn(&Path) -> bool) -> PathBuf {
    let plain =
        |component| matches!(component, Component::Normal(_) | Component::RootDir | Component::Prefix(_));
    if path.components().all(plain) {
        return path.components().collect();
    }
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match out.components().next_back() {
                Some(Component::RootDir) => {}
                Some(Component::Normal(_)) if is_folder(&out) => drop(out.pop()),
                _ => out.push(component),
            },
            _ => out.push(component),
        }
    }
    out
}

/// Returns the number of leading components that two paths share.
pub(super) fn shared(one: &Path, other: &Path) -> usize {
    one.components().zip(other.components()).take_while(|(one, other)| one == other).count()
}

/// Returns a path as text for users: relative to `base` if the path is below `base`.
pub(super) fn shown(path: &Path, base: &Path) -> String {
    match path.strip_prefix(base) {
        Ok(below) if below.as_os_str().is_empty() => ".".to_owned(),
        Ok(below) => below.display().to_string(),
        Err(_) => path.display().to_string(),
    }
}
