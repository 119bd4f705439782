//! Benchmarks of the preprocessor.

mod generated;

use std::sync::Arc;

use csieve_preprocess::{Lexed, PreprocessOptions, preprocess, preprocess_with};
use divan::{Bencher, black_box, counter::BytesCount};
use generated::{headers, main_text, source};

fn main() {
    divan::main();
}

/// Measures cutting a text into tokens.
#[divan::bench]
fn lex(bencher: Bencher<'_, '_>) {
    let text: Arc<str> = main_text().into();
    let bytes = BytesCount::of_str(&text);
    bencher.counter(bytes).bench(|| Lexed::new(Arc::clone(black_box(&text))));
}

/// Measures preprocessing headers and a main file that are cut into tokens already.
#[divan::bench]
fn headers_and_main_file(bencher: Bencher<'_, '_>) {
    let (headers, main) = (headers(), source(&main_text()));
    let bytes = headers.0.iter().map(|header| header.text().len()).sum::<usize>();
    let options = PreprocessOptions::default();
    bencher.counter(BytesCount::new(bytes)).bench(|| preprocess(main.clone(), &headers, black_box(&options)));
}

/// Measures preprocessing only the main file, from the prefix. All files are cut into tokens already.
#[divan::bench]
fn main_file_behind_prefix(bencher: Bencher<'_, '_>) {
    let (headers, main) = (headers(), source(&main_text()));
    let options = PreprocessOptions::default();
    let (_, prefix) = preprocess_with(None, None, main.clone(), &headers, &options);
    bencher.bench(|| preprocess_with(Some(&prefix), None, main.clone(), &headers, black_box(&options)).0);
}
