//! What holds of all texts.

use csieve_analysis::preprocess::{PreprocessOptions, Preprocessed, preprocess_with};
use proptest::prelude::*;

use super::folder::Folder;
use super::{main_file, run, soup};

/// Pieces of text that matter to a preprocessor.
const PIECES: &[&str] = &[
    "\n",
    "\n#",
    " ",
    "\\\n",
    "define ",
    "undef ",
    "if ",
    "ifdef ",
    "elif ",
    "else",
    "endif",
    "include ",
    "line ",
    "pragma ",
    "error",
    "f",
    "g",
    "x",
    "(",
    ")",
    ",",
    "...",
    "#",
    "##",
    "__VA_ARGS__",
    "__VA_OPT__",
    "defined",
    "__has_include(",
    "\"a.h\"",
    "<a.h>",
    "_Pragma(\"",
    "push_macro(",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "1",
    "0x",
    "+",
    "?",
    ":",
    "<",
    ">",
    "/",
    "&&",
    "R\"(",
    ")\"",
    "__LINE__",
    "__COUNTER__",
    "é",
    "\\u00e9",
    "\r\n",
    "@",
    "\u{feff}",
    "f(",
    "#define f(x) x ",
    "\n#define g f(",
    "\n#define f(x, ...) g x #x x##f ",
];

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

fn headers() -> Folder {
    Folder::new(&[("a.h", "#define f(x) x f(\n x")])
}

fn describe(result: &Preprocessed) -> String {
    let tokens: Vec<_> = result.tokens.iter().collect();
    format!("{tokens:?}{:?}{:?}{}", result.notes, result.inactive, result.text())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// Nothing panics or hangs; two runs agree, and one that goes on from a prefix agrees with them. Places are
    /// inside their texts.
    #[test]
    fn any_text(text in text(), cut in 0_usize..400) {
        let first = run(&text, &headers());
        prop_assert_eq!(describe(&first), describe(&run(&text, &headers())));
        for token in first.tokens.iter() {
            for place in [token.spelling, first.place(token)] {
                let source = &first.sources[place.source.0 as usize];
                prop_assert!(source.lexed.text().get(place.span.range()).is_some());
            }
        }
        let options = PreprocessOptions::default();
        let end = (0..=cut.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        let (_, prefix) = preprocess_with(None, main_file(&text[..end]), &headers(), &options);
        let (resumed, _) = preprocess_with(Some(&prefix), main_file(&text), &headers(), &options);
        prop_assert_eq!(describe(&first), describe(&resumed));
    }

    /// The text of a result has the tokens of the result.
    #[test]
    fn text_keeps_tokens_apart(seed in 0_u64..1_000_000) {
        let result = run(&soup::program(seed, "M"), &Folder::default());
        // Nothing is a macro in the second run, so that it only cuts.
        let again = run(&result.text().replace('M', "N"), &Folder::default());
        let spellings = |result: &Preprocessed| -> Vec<String> {
            result.tokens.iter().map(|token| result.spelling(token).replace('M', "N")).collect()
        };
        prop_assert_eq!(spellings(&result), spellings(&again));
    }
}
