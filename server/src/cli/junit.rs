//! The output as a JUnit report: every analysed function is a test, which fails if a finding makes the check fail.

use csieve_analysis::finding::FunctionReport;
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};

use rustc_hash::{FxHashMap, FxHashSet};

use super::{outcome::Outcome, told, told::Told};
use crate::{present::slashed, project::AnalysedFile};

/// A test.
struct Case {
    name: String,
    line: u32,
    result: Result,
}

/// What became of a test.
enum Result {
    Passed,
    /// Something was found that does not make the check fail: what the output of the test says.
    Noted(String),
    Failed {
        kind: String,
        message: String,
        details: String,
    },
    /// The function was skipped, for a reason.
    Skipped(String),
}

/// A writer of XML into memory, which never fails.
type Xml = Writer<Vec<u8>>;

/// Renders a report with a suite for each file.
pub(super) fn render(outcome: &Outcome) -> String {
    let found: Vec<Told> = told::all(outcome).collect();
    let mut suites: Vec<(String, Vec<Case>)> = Vec::new();
    let mut names: FxHashSet<String> = FxHashSet::default();
    for file in &outcome.files {
        let name = slashed(&file.path);
        // A file may be there several times, compiled in several ways.
        if names.insert(name.clone()) {
            let cases = cases(file, &found, &name);
            suites.push((name, cases));
        }
    }
    let mut xml = Xml::new_with_indent(Vec::new(), b' ', 2);
    write(&mut xml, Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let all = suites.iter().flat_map(|(_, cases)| cases);
    let mut root = BytesStart::new("testsuites");
    root.push_attribute(("name", "csieve"));
    counts(&mut root, all);
    write(&mut xml, Event::Start(root));
    for (name, cases) in &suites {
        suite(&mut xml, name, cases);
    }
    write(&mut xml, Event::End(BytesEnd::new("testsuites")));
    let mut text = String::from_utf8_lossy(&xml.into_inner()).into_owned();
    text.push('\n');
    text
}

fn cases(file: &AnalysedFile, found: &[Told], path: &str) -> Vec<Case> {
    let of_file: Vec<&Told> = found.iter().filter(|one| one.path == path).collect();
    let mut names: FxHashMap<String, usize> = FxHashMap::default();
    let mut cases: Vec<Case> = of_file.iter().map(|one| case(one, &mut names)).collect();
    let has_one =
        |report: &FunctionReport| of_file.iter().any(|one| one.located.finding.function == report.function);
    for (start, report) in file.reports.iter().filter(|(_, report)| !has_one(report)) {
        let lines = file.source.lines();
        let result = match &report.skipped {
            None => Result::Passed,
            Some(reason) => Result::Skipped(reason.resolved(*start, lines)),
        };
        cases.push(Case { name: report.function.clone(), line: lines.line_number(*start), result });
    }
    cases.sort_by_key(|case| case.line);
    cases
}

/// Returns the test of a finding. Its name stays the same when lines move; `names` counts those that are equal.
fn case(one: &Told, names: &mut FxHashMap<String, usize>) -> Case {
    let finding = one.located.finding;
    let (line, column) = one.start;
    let details = format!("{}:{line}:{column}: {}\n{}", one.path, one.message, one.details.trim_end());
    let result = if one.fails {
        Result::Failed { kind: finding.id().to_owned(), message: one.message.clone(), details }
    } else {
        Result::Noted(details)
    };
    let mut name = format!("{}: {}", finding.function, finding.id());
    let count = names.entry(name.clone()).or_default();
    *count += 1;
    if *count > 1 {
        name = format!("{name} ({count})");
    }
    Case { name, line, result }
}

fn suite(xml: &mut Xml, name: &str, cases: &[Case]) {
    let mut suite = BytesStart::new("testsuite");
    suite.push_attribute(("name", &*clean(name)));
    counts(&mut suite, cases.iter());
    let skipped = cases.iter().filter(|case| matches!(case.result, Result::Skipped(_))).count();
    suite.push_attribute(("skipped", &*skipped.to_string()));
    suite.push_attribute(("file", &*clean(name)));
    write(xml, Event::Start(suite));
    for case in cases {
        let mut start = BytesStart::new("testcase");
        start.push_attribute(("name", &*clean(&case.name)));
        start.push_attribute(("classname", &*clean(name)));
        match &case.result {
            Result::Passed => {
                write(xml, Event::Empty(start));
                continue;
            }
            Result::Noted(details) => {
                write(xml, Event::Start(start));
                inner(xml, &BytesStart::new("system-out"), details);
            }
            Result::Failed { kind, message, details } => {
                write(xml, Event::Start(start));
                let mut failure = BytesStart::new("failure");
                failure.push_attribute(("type", kind.as_str()));
                failure.push_attribute(("message", &*clean(message)));
                inner(xml, &failure, details);
            }
            Result::Skipped(reason) => {
                write(xml, Event::Start(start));
                let mut skipped = BytesStart::new("skipped");
                skipped.push_attribute(("message", &*clean(reason)));
                write(xml, Event::Empty(skipped));
            }
        }
        write(xml, Event::End(BytesEnd::new("testcase")));
    }
    write(xml, Event::End(BytesEnd::new("testsuite")));
}

/// Adds the numbers of tests to an element.
fn counts<'a>(element: &mut BytesStart, cases: impl Iterator<Item = &'a Case>) {
    let (mut tests, mut failures) = (0, 0);
    for case in cases {
        tests += 1;
        failures += usize::from(matches!(case.result, Result::Failed { .. }));
    }
    element.push_attribute(("tests", &*tests.to_string()));
    element.push_attribute(("failures", &*failures.to_string()));
    element.push_attribute(("errors", "0"));
}

/// Writes an element with a text in it.
fn inner(xml: &mut Xml, start: &BytesStart, text: &str) {
    let end = start.to_end().into_owned();
    write(xml, Event::Start(start.borrow()));
    write(xml, Event::Text(BytesText::new(&clean(text))));
    write(xml, Event::End(end));
}

fn write(xml: &mut Xml, event: Event) {
    // Memory can always be written.
    let _ = xml.write_event(event);
}

/// Replaces the characters that XML cannot have.
fn clean(text: &str) -> String {
    let is_allowed =
        |c: char| c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\t' | '\n' | '\r');
    text.chars().map(|c| if is_allowed(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn what_xml_cannot_have_is_replaced() {
        assert_eq!(clean("a\u{1}b\tc\u{ffff}"), "a\u{fffd}b\tc\u{fffd}");
    }
}
