//! Tests of the reasons to ask whether an index lies outside its array.

use super::{NONE, suspected};

#[test]
fn a_loop_that_goes_one_step_too_far_is_a_reason() {
    let text = "void f(void) { int a[10]; for (int i = 0; i <= 10; i++) a[i] = 0; }";
    let above = "`a[i]` can lie past the end of `a`, which has 10 elements: condition at `assume i <= 10`";
    assert_eq!(suspected(text), [above]);
    assert_eq!(suspected("void f(void) { int a[10]; for (int i = 0; i < 10; i++) a[i] = 0; }"), NONE);
}

#[test]
fn a_counter_that_is_used_behind_its_loop_is_a_reason() {
    let text = "void f(void) { int a[10], i; for (i = 0; i < 10; i++) ; a[i] = 0; }";
    let above = "`a[i]` can lie past the end of `a`, which has 10 elements: \
                 i moved at `assume i < 10`, found beyond at `assume not i < 10`";
    assert_eq!(suspected(text), [above]);
}

#[test]
fn a_parameter_as_an_index_is_none() {
    assert_eq!(suspected("void f(int n) { int a[10]; a[n] = 0; }"), NONE);
}

#[test]
fn a_bound_on_one_side_is_no_reason_for_the_other() {
    let above = "`a[n]` can lie past the end of `a`, which has 10 elements: condition at `assume n <= 10`";
    assert_eq!(suspected("void f(int n) { int a[10]; if (n <= 10) a[n] = 0; }"), [above]);
    let below =
        "`a[n]` can lie before the start of `a`, which has 10 elements: condition at `assume n >= -1`";
    assert_eq!(suspected("void f(int n) { int a[10]; if (n >= -1) a[n] = 0; }"), [below]);
}

#[test]
fn a_bound_that_is_many_times_too_large_serves_another_purpose() {
    // The largest bound that may be meant for ten elements is 4 * 10 + 16.
    assert_eq!(suspected("void f(int n) { int a[10]; if (n <= 56) a[n] = 0; }").len(), 1);
    assert_eq!(suspected("void f(int n) { int a[10]; if (n <= 57) a[n] = 0; }"), NONE);
}

#[test]
fn a_value_that_is_found_too_large_and_used_all_the_same_is_a_reason() {
    let text = "void f(int n) { int a[10], m = 0; if (n >= 10) m = 1; a[n] = m; }";
    let above = "`a[n]` can lie past the end of `a`, which has 10 elements: found beyond at `assume n >= 10`";
    assert_eq!(suspected(text), [above]);
    // A function that is called there may never return.
    let text = "void g(void); void f(int n) { int a[10]; if (n >= 10) g(); a[n] = 0; }";
    assert_eq!(suspected(text), NONE);
}

#[test]
fn a_value_that_is_moved_behind_its_test_is_a_reason() {
    let text = "void f(int n) { int a[10]; if (n >= 0 && n < 10) { n--; a[n] = 0; } }";
    // The moved value is a copy of the tested one minus 1, and the test allows 0.
    let below = "`a[n]` can lie before the start of `a`, which has 10 elements: condition at `assume n >= 0`";
    assert_eq!(suspected(text), [below]);
    assert_eq!(suspected(&text.replace("n >= 0", "n >= 1")), NONE);
}

#[test]
fn a_constant_that_marks_nothing_found_is_a_reason_until_any_test() {
    let text = "int g(void); void f(int m) { int a[10], n = -1; if (m) n = g(); a[n] = 0; }";
    assert_eq!(suspected(text), NONE);
    let text = "void f(void) { int a[10], n = -1; a[n] = 0; }";
    let below = "`a[n]` can lie before the start of `a`, which has 10 elements: n assigned at `n = -1`";
    assert_eq!(suspected(text), [below]);
}

#[test]
fn a_number_from_outside_is_a_reason_on_both_sides() {
    let with = |text: &str| {
        suspected(&format!(
            "int atoi(const char *); char *getenv(const char *);\n\
             void f(const char *given) {{ int a[10]; int n = atoi({text}); a[n] = 0; }}"
        ))
    };
    let expected = ["before the start", "past the end"].map(|side| {
        format!(
            "`a[n]` can lie {side} of `a`, which has 10 elements: \
             n from atoi at `n = library atoi(getenv(\"N\"))`"
        )
    });
    assert_eq!(with("getenv(\"N\")"), expected);
    // Any other text may have been checked where it was made.
    assert_eq!(with("given"), NONE);
}

#[test]
fn a_reason_ends_where_the_value_is_written_or_the_first_bad_value_is_excluded() {
    let with = |between: &str| {
        suspected(&format!("void f(int n, int m) {{ int a[10]; if (n <= 10) {{ {between} a[n] = 0; }} }}"))
    };
    let above = "`a[n]` can lie past the end of `a`, which has 10 elements: condition at `assume n <= 10`";
    assert_eq!(with("m = 0;"), [above]);
    assert_eq!(with("n = m;"), NONE);
    assert_eq!(with("if (n == 10) return;"), NONE);
}
