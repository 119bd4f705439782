//! Tests of statements, one snapshot for each group.

use insta::assert_snapshot;

use super::{lowered, shown};

#[test]
fn conditions() {
    assert_snapshot!(shown(
        "int f(int a, int b) {\n  if (a && (b || !a)) a = 1; else if (b) a = 2; else a = 3;\n  return a;\n}"
    ));
}

#[test]
fn loops() {
    assert_snapshot!(shown(
        "void f(int n) {\n  while (n > 0) n--;\n  do { if (n) continue; break; } while (n < 5);\n  \
         for (int i = 0, j = 9; i < j; i++, j--) n += i;\n  for (;;) ;\n}"
    ));
}

#[test]
fn switches_fall_through() {
    assert_snapshot!(shown(
        "int f(int a) {\n  switch (a) {\n  case 1: a = 10;\n  case 2: a++; break;\n  case 'x' ... 'z': a = 0;\n  \
         default: a = 7;\n  }\n  return a;\n}"
    ));
}

#[test]
fn cases_inside_a_loop() {
    assert_snapshot!(shown(
        "void f(char *to, char *from, int n) {\n  switch (n % 2) {\n  case 0: do { *to = *from++;\n  \
         case 1: *to = *from++;\n  } while (--n > 0);\n  }\n}"
    ));
}

#[test]
fn jumps() {
    assert_snapshot!(shown(
        "int f(int n) {\n  void *t[] = { &&one, &&two };\n  if (n) goto out;\n  goto *t[n];\n\
         one: n = 1;\ntwo: n = 2;\nout:\n  return n;\n}"
    ));
}

#[test]
fn declarations_and_scopes() {
    assert_snapshot!(shown(
        "int f(a, b) int a; char *b; {\n  int x, y = a;\n  { int x = 1; y = x; }\n  static int count = 3;\n  \
         count++;\n  const int k = 4;\n  (void)b;\n  return x + y + k;\n}"
    ));
}

#[test]
fn code_that_cannot_be_trusted_is_skipped() {
    for (text, reason) in [
        ("void f(int a) { goto away; }", "a jump to an undefined label"),
        ("void f(int a) { a +; }", "syntax error"),
        ("void f(int a, int *p) { a = \n if (a) *p = 1; }", "syntax error"),
        ("void f(int a, int b) { a + b = 1; }", "syntax error"),
        ("void f(int a, int *b) { a * b; }", "`a` stands where a type is expected"),
        ("void f(int a) { MACRO(a)\n return; }", "`MACRO` stands where a type is expected"),
        ("void f(int a) { CHECK\n a = 1; }", "a macro that reads as the type of a declaration"),
        ("void f(void) { FOREACH(x) { } }", "a function inside a function"),
        ("void f(void) { break; }", "a break outside loops"),
    ] {
        let reached = lowered(text);
        assert!(reached.starts_with(&format!("skipped: {reason} near line {{line:")), "{text}: {reached}");
    }
}

#[test]
fn what_returns_twice() {
    assert_snapshot!(shown(
        "int f(int a, int b) {\n  if (setjmp(env))\n    return a;\n  a = 2;\n  g();\n  return b;\n}"
    ));
}
