//! Tests of what makes a report outdated: a change of what it looked at, and nothing else.

use csieve_base::text::SourceText;
use csieve_lowering::project::{Project, ProjectFile, Surroundings};
use csieve_reports::finding::Looked;

use super::{are_same, consulted};
use crate::tests::File;

/// A function `f` that calls `g`, which calls `h`.
const TEXT: &str = "int other(int n) { return n + 3; }
    static int h(int n) { return n + 1; }
    static int g(int n) { return h(n) * 2; }
    int f(int n) { return g(n); }";

/// Returns which ways of having looked at `g` no longer hold after a change of the file.
fn outdated(from: &str, to: &str) -> Vec<Looked> {
    let (before, after) = (File::new(TEXT), File::new(&TEXT.replace(from, to)));
    assert_ne!(before.text, after.text, "the change changes something");
    let all = [Looked::Body, Looked::Effects, Looked::Callers];
    let is_outdated = |looked: &Looked| {
        let known = consulted(before.around().files, &before.summaries, (None, "g"), *looked);
        assert!(are_same(before.around().files, &before.summaries, std::slice::from_ref(&known)));
        !are_same(after.around().files, &after.summaries, &[known])
    };
    all.into_iter().filter(is_outdated).collect()
}

#[test]
fn another_body_changes_everything() {
    let all = [Looked::Body, Looked::Effects, Looked::Callers];
    assert_eq!(outdated("h(n) * 2", "h(n) * 3"), all, "a function mentions its own name");
}

#[test]
fn another_effect_of_a_callee_changes_only_effects() {
    assert_eq!(outdated("return n + 1", "return ask()"), [Looked::Effects]);
}

#[test]
fn another_call_changes_only_callers() {
    assert_eq!(outdated("return g(n)", "return g(n + 1)"), [Looked::Callers]);
    assert_eq!(outdated("n + 3", "g(n)"), [Looked::Callers]);
}

#[test]
fn another_declaration_changes_only_callers() {
    assert_eq!(outdated("int other", "int more(void) { return 1; }\n    int other"), [Looked::Callers]);
}

#[test]
fn a_function_that_is_not_looked_at_changes_nothing() {
    assert_eq!(outdated("n + 3", "n + 4"), []);
}

/// Returns which ways of having looked at `g` in another file no longer hold after a change of that file.
fn outdated_elsewhere(before: &str, after: &str) -> Vec<Looked> {
    let own = File::new("int g(int n); int f(int n) { return g(n); }");
    let project = |text: &str| {
        let File { unit, text, .. } = File::new(text);
        Project::new(vec![ProjectFile::new("g.c".into(), SourceText::new(text), unit)])
    };
    let (before, after) = (project(before), project(after));
    let before = Surroundings::new(&before, "f.c", &own.unit);
    let after = Surroundings::new(&after, "f.c", &own.unit);
    let looked = [(Some(0), Looked::Body), (Some(0), Looked::Declarations), (None, Looked::Definition)];
    let is_outdated = |(file, looked): &(Option<u32>, Looked)| {
        let known = consulted(before, &own.summaries, (*file, "g"), *looked);
        assert!(are_same(before, &own.summaries, std::slice::from_ref(&known)));
        !are_same(after, &own.summaries, &[known])
    };
    looked.into_iter().filter(is_outdated).map(|(_, looked)| looked).collect()
}

#[test]
fn a_change_of_another_file_changes_what_was_looked_at_there() {
    let g = "int g(int n) { return n + 1; }";
    assert_eq!(outdated_elsewhere(g, "int g(int n) { return n + 2; }"), [Looked::Body]);
    let declared = "static int m = 1; int g(int n) { return n + 1; }";
    assert_eq!(outdated_elsewhere(g, declared), [Looked::Declarations]);
    let gone = outdated_elsewhere(g, "int h(int n) { return n + 1; }");
    assert_eq!(gone, [Looked::Body, Looked::Declarations, Looked::Definition]);
}
