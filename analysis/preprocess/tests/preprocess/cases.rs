//! Tables of test cases. A case has a title, a C text, and the expected preprocessed text.

use std::fmt::Write as _;

use super::folder::Folder;
use super::run;

/// A test case: a C text and what preprocessing must make of it.
pub(crate) struct Case {
    pub title: &'static str,
    pub source: String,
    pub expected: String,
}

/// The tables of test cases whose expected texts agree with gcc.
pub(crate) const TABLES: &[&str] = &[
    include_str!("cases/macros.txt"),
    include_str!("cases/variadic.txt"),
    include_str!("cases/paste.txt"),
    include_str!("cases/conditions.txt"),
    include_str!("cases/directives.txt"),
];

/// Yields the test cases of a table.
pub(crate) fn cases(table: &'static str) -> impl Iterator<Item = Case> {
    table.split("\n== ").enumerate().filter_map(|(index, case)| {
        let case = if index == 0 { case.strip_prefix("== ")? } else { case };
        let (title, rest) = case.split_once('\n')?;
        let (source, expected) = rest.split_once("=>\n")?;
        Some(Case { title, source: source.to_owned(), expected: expected.trim_end().to_owned() })
    })
}

#[test]
fn tables() {
    let kept = include_str!("cases/kept.txt");
    let mut wrong = String::new();
    for case in TABLES.iter().chain([&kept]).flat_map(|table| cases(table)) {
        let text = run(&case.source, &Folder::default()).text();
        if text.trim_end() != case.expected {
            let (title, source, expected) = (case.title, &case.source, &case.expected);
            let _ = writeln!(wrong, "== {title}\n{source}=>\n{text}\nbut expected\n{expected}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
