//! Tells whether a document is C.

use tower_lsp::lsp_types::Url;

use crate::build::is_header;

/// The language of a document, as far as the client's language id and the file name tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// C source code.
    C,
    /// A header that the editor takes for C++. It is C if a C file includes it.
    Header,
    /// Another language that editors treat like C, such as C++ or CUDA.
    Other,
}

impl Language {
    /// Returns the language of a document with this language id and URI.
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
