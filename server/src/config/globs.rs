//! Patterns of files, as in `.gitignore`.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Patterns of files and folders below a folder. A pattern without a slash matches names at any depth, one with a
/// slash paths from the folder on; `!` in front takes something back.
#[derive(Clone, Debug)]
pub struct Globs {
    folder: PathBuf,
    patterns: Vec<String>,
    matcher: Gitignore,
}

impl Default for Globs {
    fn default() -> Self {
        Self { folder: PathBuf::new(), patterns: Vec::new(), matcher: Gitignore::empty() }
    }
}

impl PartialEq for Globs {
    fn eq(&self, other: &Self) -> bool {
        self.folder == other.folder && self.patterns == other.patterns
    }
}

impl Eq for Globs {}

impl Globs {
    /// Compiles patterns that start at an absolute folder.
    ///
    /// # Errors
    /// The index of the first pattern that is none, and the problem with it.
    pub fn new(folder: &Path, patterns: Vec<String>) -> Result<Self, (usize, String)> {
        let mut builder = GitignoreBuilder::new(folder);
        for (index, pattern) in patterns.iter().enumerate() {
            builder.add_line(None, pattern).map_err(|error| (index, error.to_string()))?;
        }
        let all = patterns.len().saturating_sub(1);
        let matcher = builder.build().map_err(|error| (all, error.to_string()))?;
        Ok(Self { folder: folder.to_owned(), patterns, matcher })
    }

    /// Returns whether a pattern matches a file or a folder around it. The path is absolute; what is not below the
    /// folder does not match.
    pub fn has(&self, file: &Path) -> bool {
        let Ok(below) = file.strip_prefix(&self.folder) else { return false };
        !self.patterns.is_empty() && self.matcher.matched_path_or_any_parents(below, false).is_ignore()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Globs;

    #[test]
    fn patterns_match_as_in_gitignore() {
        let patterns = ["third_party/", "*.gen.c", "/tests/**", "!tests/own.c"].map(str::to_owned);
        let globs = Globs::new(Path::new("/p"), patterns.to_vec()).unwrap();
        let has = |file: &str| globs.has(Path::new(file));
        assert!(has("/p/third_party/zlib/a.c") && has("/p/src/third_party/a.c") && has("/p/x.gen.c"));
        assert!(has("/p/tests/a.c") && !has("/p/tests/own.c") && !has("/p/src/tests/a.c"));
        assert!(!has("/p/src/a.c") && !has("/other/third_party/a.c"));
        assert_eq!(Globs::new(Path::new("/p"), vec!["a".to_owned(), "[z-a]".to_owned()]).unwrap_err().0, 1);
    }
}
