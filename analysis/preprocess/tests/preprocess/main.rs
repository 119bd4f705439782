//! Integration tests of the preprocessor: texts and headers in, tokens out.

mod beginnings;
mod cases;
mod files;
mod folder;
mod gcc;
mod headers;
mod limits;
mod notes;
mod positions;
mod prefix;
mod properties;
mod soup;

use std::sync::Arc;

use csieve_preprocess::{Headers, Lexed, PreprocessOptions, Preprocessed, Source, preprocess};

/// Returns a main file with this text.
fn main_file(text: &str) -> Source {
    Source::main("main.c".into(), Arc::new(Lexed::new(text.into())))
}

/// Preprocesses the text of a main file with headers and default options.
fn run(text: &str, headers: &dyn Headers) -> Preprocessed {
    preprocess(main_file(text), headers, &PreprocessOptions::default())
}
