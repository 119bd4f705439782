//! Whether a document is C.

use tower_lsp::lsp_types::Url;

use crate::build::is_header;

/// What a document is written in, as far as its client and its name say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// C.
    C,
    /// Editors take headers for C++ by their name: it is C if a C file includes it.
    Header,
    /// A language that shares C's editor modes, but not its rules.
    Other,
}

impl Language {
    /// The language of a document.
    pub(super) fn new(id: &str, uri: &Url) -> Self {
        match id {
            "cpp" | "c++" if uri.to_file_path().is_ok_and(|path| is_header(&path)) => Self::Header,
            "cpp" | "c++" | "objective-c" | "objective-cpp" | "objc" | "objcpp" | "cuda" | "cuda-cpp" => {
                Self::Other
            }
            _ => Self::C,
        }
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::Url;

    use super::Language;

    #[test]
    fn the_name_of_a_header_outweighs_its_mode() {
        let language = |id: &str, uri: &str| Language::new(id, &Url::parse(uri).expect("this is a URI"));
        assert_eq!(language("c", "untitled:a"), Language::C);
        assert_eq!(language("cpp", "file:///a.h"), Language::Header);
        assert_eq!(language("cpp", "file:///a.hpp"), Language::Other);
        assert_eq!(language("cuda", "file:///a.h"), Language::Other);
    }
}
