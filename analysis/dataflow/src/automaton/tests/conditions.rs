//! Tests of conditions: what they restrict where they are true, and where they are false.

use super::{effects, known_behind};

#[test]
fn a_bound_restricts_its_variable_on_both_branches() {
    let expected = ["assume n > 3: n := n ⊓ [4, ∞]", "assume not n > 3: n := n ⊓ [-∞, 3]"];
    assert_eq!(effects("void f(int n) { if (n > 3) ; }"), expected);
}

#[test]
fn a_comparison_of_two_variables_restricts_their_difference_and_both_of_them() {
    let expected = [
        "assume a > b: {a-b} := {a-b} ⊓ (a - b) ⊓ [1, ∞]; \
         a := a ⊓ ({a-b} - -b); \
         b := b ⊓ (({a-b} - a) / -1)",
        "assume not a > b: {a-b} := {a-b} ⊓ (a - b) ⊓ [-∞, 0]; \
         a := a ⊓ ({a-b} - -b); \
         b := b ⊓ (({a-b} - a) / -1)",
    ];
    assert_eq!(effects("void f(int a, int b) { if (a > b) ; }"), expected);
}

#[test]
fn bounds_of_scaled_variables_are_rounded_inwards() {
    let expected = ["assume 2 * a > 7: a := a ⊓ [4, ∞]", "assume not 2 * a > 7: a := a ⊓ [-∞, 3]"];
    assert_eq!(effects("void f(int a) { if (2 * a > 7) ; }"), expected);
    // The coefficients become coprime, the first positive: 4*b - 6*a > 1 is 3*a - 2*b <= -1.
    let of_sum = effects("void f(int a, int b) { if (4 * b - 6 * a > 1) ; }");
    assert!(of_sum[0].contains("{3*a-2*b} := {3*a-2*b} ⊓ (3·a - 2·b) ⊓ [-∞, -1]"), "{}", of_sum[0]);
}

#[test]
fn a_test_for_equality_is_remembered_where_no_interval_can_say_it() {
    // An interval around 5 cannot leave out 5.
    let text = "void f(int n) { if (n != 5) { if (n == 5) ; } }";
    assert_eq!(known_behind(text, &["assume n != 5", "assume n == 5"]), None);
    let known = known_behind(text, &["assume n != 5", "assume not n == 5"]);
    assert_eq!(known.as_deref(), Some("{n==5} = 0"));
    // Between the tests, the variable is written.
    let text = "void f(int n) { if (n != 5) { n++; if (n == 5) ; } }";
    assert!(known_behind(text, &["assume n != 5", "assume n == 5"]).is_some());
}

#[test]
fn a_value_at_the_end_of_an_interval_is_cut_off() {
    let text = "void f(int n) { if (n >= 5) if (n != 5) ; }";
    let known = known_behind(text, &["assume n >= 5", "assume n != 5"]);
    assert_eq!(known.as_deref(), Some("n = [6, 2147483647], {n==5} = 0"));
}

#[test]
fn a_default_branch_excludes_all_cases() {
    let text = "void f(int n) { if (n >= 1) switch (n) { case 1: case 2: break; default: ; } }";
    let known = known_behind(text, &["assume n >= 1", "assume n not in [1, 2]"]);
    assert_eq!(known.as_deref(), Some("n = [3, 2147483647], {n==1} = 0, {n==2} = 0"));
}

#[test]
fn a_mask_that_is_zero_makes_its_parts_zero() {
    let text = "void f(int n) { if (!(n & 24)) if (n & 8) ; }";
    assert_eq!(known_behind(text, &["assume not n & 24", "assume n & 8"]), None);
    let text = "void f(int n) { if (n & 8) if (!(n & 24)) ; }";
    assert_eq!(known_behind(text, &["assume n & 8", "assume not n & 24"]), None);
}

#[test]
fn a_pointer_is_not_null_behind_an_access() {
    let text = "int f(int *p) { int n = *p; if (p) return n; return 0; }";
    assert_eq!(known_behind(text, &["assume not p"]), None);
}

#[test]
fn a_converted_value_tells_of_the_value_before_only_if_that_fits() {
    // Every `char` fits an `int`, so the bound is one of the `char`.
    let text = "void f(char c) { if (c > 100) ; }";
    assert_eq!(known_behind(text, &["assume c > 100"]).as_deref(), Some("c = [101, 127]"));
    // An `int` need not fit a `char`.
    let text = "void f(int n) { if ((char)n > 100) ; }";
    let known = known_behind(text, &["assume n > 100"]);
    assert_eq!(known.as_deref(), Some("{n in 8 bits} = [101, 127]"));
    let text = "void f(int n) { if (n >= 0 && n < 120) if ((char)n > 100) ; }";
    let known = known_behind(text, &["assume n >= 0", "assume n < 120", "assume n > 100"]);
    assert_eq!(known.as_deref(), Some("n = [101, 119], {n in 8 bits} = [101, 119]"));
}

#[test]
fn a_comparison_of_floats_only_gives_the_same_result_again() {
    let text = "void f(double x, double y) { if (x < y) if (y > x) ; }";
    let known = known_behind(text, &["assume x < y", "assume y > x"]);
    assert_eq!(known.as_deref(), Some("{x<y} = 1"));
    assert_eq!(known_behind(text, &["assume x < y", "assume not y > x"]), None);
    // A value that is not a number is neither below nor above another.
    let text = "void f(double x, double y) { if (!(x < y)) if (!(x >= y)) ; }";
    assert!(known_behind(text, &["assume not x < y", "assume not x >= y"]).is_some());
}
