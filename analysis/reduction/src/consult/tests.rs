//! Tests of what makes a report outdated: a change of what it looked at, and nothing else.

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
        let known = consulted(&before.unit, &before.summaries, "g", *looked);
        assert!(are_same(&before.unit, &before.summaries, std::slice::from_ref(&known)));
        !are_same(&after.unit, &after.summaries, &[known])
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
