//! Property tests of the preprocessor over random texts.

use csieve_preprocess::{PreprocessOptions, Preprocessed, preprocess_with};
use proptest::prelude::*;

use super::folder::Folder;
use super::{main_file, run, soup};

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(soup::PIECES), 0..60)
        .prop_map(|pieces| pieces.concat())
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

    /// No text causes a panic or a hang. Preprocessing a text twice gives the same result, and so does a
    /// prefix. The places of all tokens lie inside their files.
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
        let (_, prefix) = preprocess_with(None, None, main_file(&text[..end]), &headers(), &options);
        let (resumed, _) = preprocess_with(Some(&prefix), None, main_file(&text), &headers(), &options);
        prop_assert_eq!(describe(&first), describe(&resumed));
    }

    /// The printed text of a preprocessed unit has the same tokens as the unit.
    #[test]
    fn text_keeps_tokens_apart(seed in 0_u64..1_000_000) {
        let result = run(&soup::program(seed, "M"), &Folder::default());
        // The second text uses no macros, so it is only cut into tokens.
        let again = run(&result.text().replace('M', "N"), &Folder::default());
        let spellings = |result: &Preprocessed| -> Vec<String> {
            result.tokens.iter().map(|token| result.spelling(token).replace('M', "N")).collect()
        };
        prop_assert_eq!(spellings(&result), spellings(&again));
    }
}

/// What is no raw string yet may become one, with all the directives in it.
#[test]
fn a_raw_string_that_is_closed_later_takes_in_directives() {
    let text = "#R\"(\n#endif\n\n##\nint x;\n)\"\nint y;\n";
    let options = PreprocessOptions::default();
    let open = text.find(')').expect("it is closed");
    let (_, prefix) = preprocess_with(None, None, main_file(&text[..open]), &headers(), &options);
    let (resumed, _) = preprocess_with(Some(&prefix), None, main_file(text), &headers(), &options);
    assert_eq!(describe(&run(text, &headers())), describe(&resumed));
}
