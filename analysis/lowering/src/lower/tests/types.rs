//! Tests of the spellings of types in expanded text, of their sizes, and of constant expressions.

use super::lowered;

#[test]
fn a_dollar_marks_a_type_name() {
    let text = "typedef unsigned char byte; typedef struct $byte octet;\n\
                int f(int x) { struct $octet b = 300; return (struct $byte)x == (unsigned char)x && b; }";
    assert!(lowered(text).contains("b = 44\n"), "{}", lowered(text));
    let unknown = lowered("int f(struct $away x) { struct $away y = x; return y; }");
    assert!(unknown.contains("y = x\n"), "{unknown}");
    let library = lowered("int f(void) { struct $size_t n = -1; return n > 0; }");
    assert!(library.contains("n = 18446744073709551615\n"), "{library}");
}

/// Returns the condition of each `CHECK(...)` in a text that is not 1, with a graph that shows its value.
fn failed_checks(text: &str) -> Vec<String> {
    let (declarations, checks) =
        text.split_once("CHECK(").map(|(before, _)| text.split_at(before.len())).expect("a check");
    let conditions = checks.lines().filter_map(|line| line.strip_prefix("CHECK(")?.strip_suffix(')'));
    let outcome = |condition: &str| {
        lowered(&format!(
            "{declarations}\nint f(void) {{ enum $typeof {{ $ = sizeof (int[({condition}) ? 7 : 3]) }} x; return sizeof x; }}"
        ))
    };
    conditions
        .map(|condition| (condition, outcome(condition)))
        .filter(|(_, outcome)| !outcome.contains("return 28\n"))
        .map(|(condition, outcome)| format!("{condition}\n{outcome}"))
        .collect()
}

#[test]
fn sizes_and_constants_are_those_of_a_compiler() {
    let failed = failed_checks(include_str!("sizes.c").split_once("*/").expect("a comment").1);
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
