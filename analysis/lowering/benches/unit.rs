//! Speed of a unit: preprocessing, translation and parsing of a file of 10,000 lines.

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

/// Nothing is known: headers and file.
#[divan::bench]
fn cold(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    bencher.bench(|| Version::new(source(black_box(&text)), &headers, &options, None));
}

/// The headers are known, no function is.
#[divan::bench]
fn warm_headers(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    let includes = text.lines().next().unwrap_or_default();
    let before = Version::new(source(includes), &headers, &options, None);
    bencher.bench(|| Version::new(source(black_box(&text)), &headers, &options, Some(&before)));
}

/// A statement is typed into one function in the middle.
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

/// The same as if it were not known that nothing else changed.
#[divan::bench]
fn edit_anywhere(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    let before = Version::new(source(&text), &headers, &options, None);
    let edited = text.replacen("\tint result = -1;", "\tint result = MAX(-1, -2);", 1);
    bencher.bench(|| Version::new(source(black_box(&edited)), &headers, &options, Some(&before)));
}

/// What tree-sitter alone takes for the text as it is written.
#[divan::bench]
fn tree_sitter_on_the_raw_text(bencher: Bencher<'_, '_>) {
    let text = main_text();
    bencher.bench(|| Unit::parse(black_box(text.as_str())));
}
