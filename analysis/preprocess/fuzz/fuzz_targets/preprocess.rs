//! Fuzzes the preprocessor with any text: `cargo +nightly fuzz run preprocess -- -dict=fuzz/preprocess.dict`.
//!
//! No input may cause a panic or a hang. Preprocessing a text twice, with and without a prefix, must give the
//! same result. The place of every token must lie in its file.

#![no_main]

use std::sync::Arc;

use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessLimits, PreprocessOptions, Preprocessed, Source, preprocess_with};
use libfuzzer_sys::fuzz_target;

/// A single header, which is found under every name that starts with `a`.
struct One(Arc<Lexed>);

impl Headers for One {
    fn find(&self, include: &Include<'_>) -> Option<Header> {
        let lexed = Arc::clone(&self.0);
        include.name.starts_with('a').then(|| Header {
            path: "a.h".into(),
            written: None,
            lexed,
            system: false,
            folder: Some(0),
        })
    }
}

fuzz_target!(|input: (u16, &str)| {
    let (cut, text) = input;
    // A line with only `@` separates the header from the main text.
    let (header, text) = text.split_once("\n@\n").unwrap_or(("#define A(x) x A", text));
    let headers = One(Arc::new(Lexed::new(header.into())));
    let limits = PreprocessLimits { expansion: 20_000, steps: 1_000_000, ..PreprocessLimits::default() };
    let options = PreprocessOptions { limits, ..PreprocessOptions::default() };
    let run = |prefix, text: &str| {
        let lexed = Arc::new(Lexed::new(text.into()));
        let main = Source::main("main.c".into(), lexed);
        preprocess_with(prefix, main, &headers, &options)
    };
    let cut = usize::from(cut) % (text.len() + 1);
    let cut = (0..=cut).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (result, _) = run(None, text);
    let described = describe(&result);
    assert_eq!(described, describe(&run(None, text).0), "two runs differ");
    let (_, prefix) = run(None, &text[..cut]);
    assert_eq!(described, describe(&run(Some(&prefix), text).0), "a prefix makes a difference");
    for token in result.tokens.iter() {
        let place = result.place(token);
        let text = result.sources[place.source.0 as usize].lexed.text();
        assert!(text.get(place.span.range()).is_some(), "a place outside its text");
    }
});

fn describe(result: &Preprocessed) -> String {
    let tokens: Vec<_> = result.tokens.iter().collect();
    let expansions: Vec<_> = result.expansions.iter().collect();
    format!("{tokens:?}{expansions:?}{:?}{:?}{}", result.notes, result.inactive, result.text())
}
