//! Tests of variables that only functions of the file can write, whose values are followed across calls.

use super::{reconsidered, verdicts};

#[test]
fn a_variable_of_the_file_is_followed_across_calls() {
    let text = "static int done;
        static void finish(void) { done = done + 1; }
        int f(int *p) {
            if (!p)
                return 0;
            done = 0;
            finish();
            if (done != 1)
                p = NULL;
            return *p;
        }";
    let (verdicts, looked) = reconsidered(text);
    assert_eq!(verdicts, ["refuted"]);
    assert!(looked.contains(&"effects of finish".to_owned()), "{looked:?}");
    let by_others = text.replace("finish();\n", "finish();\n            use(1);\n");
    let shared = by_others.replace("static int done", "int done");
    assert_eq!(super::verdicts(&shared), ["unrefuted"], "the call may write it");
}

/// A program whose call of `use` may change `done` only if others can write it.
const MAIN: &str = "int main(void) {
        int one = 1, *p = &one;
        done = 0;
        use(1);
        if (done != 0)
            p = NULL;
        return *p;
    }";

#[test]
fn a_variable_that_others_may_write_is_not_followed() {
    let with = |more: &str| verdicts(&format!("static int done;\n{more}\n{MAIN}"));
    assert_eq!(with(""), ["refuted"]);
    assert_eq!(with("static void change(void) { done = 5; }"), ["refuted"], "nobody calls it");
    assert_eq!(with("void change(void) { done = 5; }"), ["unrefuted"]);
    assert_eq!(with("static void change(void) { done = 5; } void (*hook)(void) = change;"), ["unrefuted"]);
    let given = "static void change(void) { done = 5; }
        void (*hook)(void);
        void init(void) { hook = change; }";
    assert_eq!(with(given), ["unrefuted"]);
    assert_eq!(with("static void change(void) { done = 5; } void other(void) { change(); }"), ["unrefuted"]);
    assert_eq!(with("int *out = &done;"), ["unrefuted"]);
}

#[test]
fn a_variable_with_an_alias_is_not_followed() {
    let with = |more: &str| verdicts(&format!("static int done;\n{more}\n{MAIN}"));
    assert_eq!(with("extern int other __attribute__((alias(\"done\")));"), ["unrefuted"]);
    assert_eq!(with("#pragma weak other = done"), ["unrefuted"]);
    let of_a_writer = "static void change(void) { done = 5; }
        extern void reset(void) __attribute__((alias(\"change\")));";
    assert_eq!(with(of_a_writer), ["unrefuted"]);
}
