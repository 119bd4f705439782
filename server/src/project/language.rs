//! Tells C++ from C, so that nobody wonders why nothing is found in it.

use std::{path::Path, sync::LazyLock};

use regex::Regex;

/// The extensions of files with C++.
const EXTENSIONS: [&str; 9] = ["cc", "cpp", "cxx", "c++", "C", "hh", "hpp", "hxx", "h++"];

/// What begins lines of C++ and none of C.
static CPP: LazyLock<Regex> = LazyLock::new(|| {
    let lines = r"(?m)^\s*(namespace\b[\w:\s]*\{|using\s+namespace\s|template\s*<|class\s+\w+[\w\s:,]*\{|(public|private|protected)\s*:)";
    Regex::new(lines).unwrap_or_else(|error| unreachable!("{error}"))
});

/// Returns whether a file is C++, by its name.
pub(super) fn is_cpp(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}

/// Returns whether a text that is not all C looks like C++.
pub(super) fn looks_like_cpp(text: &str) -> bool {
    CPP.is_match(text)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_cpp, looks_like_cpp};

    #[test]
    fn names_and_texts_show_cpp() {
        assert!(is_cpp(Path::new("src/a.cpp")) && is_cpp(Path::new("a.hh")) && is_cpp(Path::new("A.C")));
        assert!(!is_cpp(Path::new("a.c")) && !is_cpp(Path::new("a.h")));
        assert!(looks_like_cpp("namespace a::b {\n") && looks_like_cpp("  class Q : public P {\n"));
        assert!(looks_like_cpp("template <class T> T f(T x);\n"));
        assert!(!looks_like_cpp("struct class { int namespace; };\nint class(int template);\n"));
    }
}
