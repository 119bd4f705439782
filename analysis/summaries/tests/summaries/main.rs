//! Tests of summaries, in the text that `csieve summaries` prints.

mod callees;
mod memory;
mod needed;
mod values;

use std::sync::Arc;

use csieve_base::{cancel::Never, options::Options};
use csieve_lowering::{
    summary::{Summaries, SummaryText},
    unit::Version,
};
use csieve_preprocess::{Header, Headers, Include, Lexed, PreprocessOptions, Source};
use csieve_summaries::{NoCache, unit_summaries};

/// A source of headers that finds no header.
struct NoHeaders;

impl Headers for NoHeaders {
    fn find(&self, _include: &Include<'_>) -> Option<Header> {
        None
    }
}

const DECLARED: &str = "\
typedef unsigned long size_t;
void *malloc(size_t n);
void *realloc(void *p, size_t n);
void free(void *p);
_Noreturn void abort(void);
int ask(void);
#define NULL ((void *)0)
struct pair { char *left; char *right; int references; };
";

/// Returns the text of the summaries of a file, in the order of its functions.
pub(crate) fn summaries(source: &str) -> String {
    let text = format!("{DECLARED}{source}");
    let main = Source::main("main.c".into(), Arc::new(Lexed::new(text.as_str().into())));
    let version = Version::new(main, &NoHeaders, &PreprocessOptions::default(), None);
    let options = Options::default();
    let all = unit_summaries(&version.unit, &Summaries::default(), &options, &NoCache, &Never)
        .expect("nobody cancels");
    let functions = version.unit.functions.iter().map(|function| function.text.name.as_str());
    let texts = functions.map(|function| match all.get(function) {
        Some(summary) => SummaryText { function, summary }.to_string(),
        None => format!("{function}\n  may do anything\n"),
    });
    texts.collect()
}

/// Compares summaries with comments of the source. A line that starts with `//:` names the function above it;
/// the comments below say what its summary contains.
pub(crate) fn check(source: &str) {
    let mut expected = String::new();
    for line in source.lines().map(str::trim) {
        if let Some(said) = line.strip_prefix("//: ") {
            expected.extend([said, "\n"]);
        } else if let Some(said) = line.strip_prefix("// ") {
            expected.extend(["  ", said, "\n"]);
        }
    }
    assert_eq!(summaries(source), expected, "\n{}", summaries(source));
}
