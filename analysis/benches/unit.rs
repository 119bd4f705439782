//! Speed of a unit: preprocessing, translation and parsing of a file of 10,000 lines.

mod generated;

use csieve_analysis::{preprocess::PreprocessOptions, unit::Version};
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
    bencher.bench(|| Version::new(source(black_box(&edited)), &headers, &options, Some(&before)));
}

#[divan::bench]
fn raw_tree(bencher: Bencher<'_, '_>) {
    let text = main_text();
    bencher.bench(|| csieve_analysis::syntax::Unit::parse(black_box(text.as_str())));
}

#[divan::bench]
fn expanded_trees(bencher: Bencher<'_, '_>) {
    let (headers, text) = (headers(), main_text());
    let options = PreprocessOptions::default();
    let before = Version::new(source(&text), &headers, &options, None);
    let texts: Vec<String> = before.unit.functions.iter().map(|f| f.text.text.clone()).collect();
    eprintln!("{} functions {} bytes raw {} \n{}", texts.len(), texts.iter().map(String::len).sum::<usize>(), text.len(), texts[3]);
    bencher.bench(|| texts.iter().map(|t| csieve_analysis::syntax::Unit::parse(t.as_str())).collect::<Vec<_>>());
}
