//! Benchmarks of making a unit: preprocessing, translating and parsing a file of 10,000 lines.

mod generated;

use csieve_base::text::SourceText;
use csieve_frontend::syntax::Unit;
use csieve_lowering::unit::Version;
use csieve_preprocess::PreprocessOptions;
use divan::{Bencher, black_box};
use generated::{headers, main_text, source};

fn main() {
    divan::main();
}

/// Measures a first version of the file, with nothing cached from an earlier version.
#[divan::bench]
fn cold(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    bencher.bench(|| Version::new(source(black_box(&text)), &headers, &options, None));
}

/// Measures a version of the file when an earlier version has cached the headers, but none of the functions.
#[divan::bench]
fn warm_headers(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    let includes = text.lines().next().unwrap_or_default();
    let before = Version::new(source(includes), &headers, &options, None);
    bencher.bench(|| Version::new(source(black_box(&text)), &headers, &options, Some(&before)));
}

/// Measures the version after an edit inside one function in the middle of the file, made incrementally.
#[divan::bench]
fn edit_in_one_function(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    let before = Version::new(source(&text), &headers, &options, None);
    let edited = text.replacen("\tint result = -1;", "\tint result = MAX(-1, -2);", 500);
    let edited = edited.replacen("\tint result = MAX(-1, -2);", "\tint result = -1;", 499);
    let edited = SourceText::new(edited);
    bencher.bench(|| before.edited(black_box(&edited), &headers, &options).expect("the edit is in one body"));
}

/// Measures how long it takes to read a file again as a whole after an edit inside one function, without the
/// incremental update.
#[divan::bench]
fn edit_anywhere(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    let before = Version::new(source(&text), &headers, &options, None);
    let edited = text.replacen("\tint result = -1;", "\tint result = MAX(-1, -2);", 1);
    bencher.bench(|| Version::new(source(black_box(&edited)), &headers, &options, Some(&before)));
}

/// Measures tree-sitter alone on the text before preprocessing, for comparison.
#[divan::bench]
fn tree_sitter_on_the_raw_text(bencher: Bencher<'_, '_>) {
    let text = main_text();
    bencher.bench(|| Unit::parse(black_box(text.as_str())));
}
