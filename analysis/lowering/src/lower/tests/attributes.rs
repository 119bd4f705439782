//! Tests of attributes in the source that change the graph.

use insta::assert_snapshot;

use super::{lowered, shown};

#[test]
fn noreturn_in_all_spellings_before_or_after() {
    for declaration in [
        "_Noreturn void die(void);",
        "[[noreturn]] void die(void);",
        "[[gnu::noreturn]] void die(void);",
        "void die [[noreturn]] (void);",
        "__attribute__((noreturn)) void die(void);",
        "void __attribute__((__noreturn__)) die(void);",
        "extern void die (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__, cold));",
        "void die(void); void die(void) __attribute__((noreturn));",
        "__attribute__((noreturn)) void die(void); void die(void);",
        "noreturn void die(void);",
    ] {
        let early = lowered(&format!("{declaration} int f(int a) {{ if (a) die(); return a; }}"));
        assert_eq!(early.matches("skip").count(), 0, "{declaration}\n{early}");
    }
    let late =
        "void die(void); int f(int a) { if (a) die(); return a; } void die(void) __attribute__((noreturn));";
    assert_eq!(lowered(late).matches("skip").count(), 0);
    let local = lowered("int f(int a) { void die(void) __attribute__((noreturn)); if (a) die(); return a; }");
    assert_eq!(local.matches("skip").count(), 0, "{local}");
}

#[test]
fn cleanups_run_on_every_way_out() {
    assert_snapshot!(shown(
        "void freep(void *p) { }\nint f(int n) {\n  __attribute__((cleanup(freep))) char *buf = malloc(n);\n  if (!buf) return n;\n  \
         for (int i = 0; i < n; i++) {\n    char *tmp [[gnu::cleanup(freep), unused]] = buf, *plain = 0;\n    if (n == 1) break;\n    if (n == 2) continue;\n    \
         if (n == 3) goto out;\n  }\n  switch (n) {\n  case 1: ;\n    __attribute__((cleanup(freep))) int inner = 1;\n    break;\n  }\nout:\n  return 1;\n}"
    ));
}

#[test]
fn a_jump_back_over_a_declaration_leaves_its_scope() {
    let text = "void done(int *p);\nvoid f(int n) {\nagain: ;\n  int x __attribute__((cleanup(done))) ;\n  x = n;\n  if (n--) goto again;\n}";
    let text = text.replace("x __attribute__((cleanup(done)))", "x [[cleanup(done)]]");
    assert_eq!(lowered(&text).matches("call done(&x)").count(), 2, "{}", lowered(&text));
}

#[test]
fn a_value_is_computed_before_the_cleanup() {
    let text = "void done(int *p);\nint f(void) { int x [[cleanup(done)]] = 1; return x; }";
    let graph = lowered(text);
    assert!(graph.contains("x = x\n") && graph.find("x = x\n") < graph.find("call done"), "{graph}");
}

#[test]
fn nonnull_parameters_are_not_null() {
    assert_snapshot!(shown(
        "int f(int *p, int *q, int r[static 2]) __attribute__((nonnull(1)));\n\
         int f(int *p, int *q, int r[static 2]) {\n  return (!p) + (!q) + (!r);\n}"
    ));
}

#[test]
fn results_that_are_never_null() {
    let text =
        "char *get(void) __attribute__((returns_nonnull));\nint f(void) { char *p = get(); return !p; }";
    assert!(lowered(text).contains("assume p\n"), "{}", lowered(text));
}

#[test]
fn functions_that_allocate_and_free() {
    assert_snapshot!(shown(
        "struct foo;\nvoid foo_free(struct foo *, int);\n\
         struct foo *foo_new(int) __attribute__((malloc, malloc(foo_free, 1)));\n\
         void f(void) {\n  struct foo *p = foo_new(1);\n  foo_free(p, 2);\n}"
    ));
}

#[test]
fn a_weak_body_says_nothing() {
    let strong = "int on(void) { return 1; } int f(void) { return on(); }";
    assert!(lowered(strong).contains("return 1"));
    let weak = lowered(&format!("__attribute__((weak)) {strong}"));
    assert!(!weak.contains("return 1"), "{weak}");
}
