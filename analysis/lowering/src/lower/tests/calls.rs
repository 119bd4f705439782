//! Tests of the edges for calls, grouped by what is known of the callee.

use insta::assert_snapshot;

use super::{lowered, shown};

#[test]
fn allocation_and_freeing() {
    assert_snapshot!(shown(
        "void f(char *s, int n) {\n  int *p = (int *)malloc(n);\n  char *t = strdup(s);\n  p = realloc(p, 2 * n);\n  \
         free(p);\n  if ((t = malloc(3)) == NULL) return;\n  malloc(1);\n  free(&n);\n  free(NULL);\n}"
    ));
}

#[test]
fn library_functions() {
    assert_snapshot!(shown(
        "void f(char *s, char *t) {\n  int n = strlen(s);\n  t = strcpy(t, s);\n  printf(\"%d\\n\", n);\n  scanf(\"%d\", &n);\n  \
         memcpy(s, t, n);\n  while ((n = getchar()) != EOF) ;\n}"
    ));
}

#[test]
fn calls_that_do_not_return() {
    assert_snapshot!(shown(
        "_Noreturn void die(const char *);\nvoid quit(void) __attribute__((noreturn)), abort(void);\n\
         int f(int a) {\n  if (a == 1) abort();\n  if (a == 2) die(\"x\");\n  if (a == 3) quit();\n  assert(a != 4);\n  return a;\n}"
    ));
}

#[test]
fn that_an_undeclared_function_does_not_return_is_not_known() {
    assert_snapshot!(shown("int f(int a) {\n  if (a == 1) abort();\n  return a;\n}"));
}

#[test]
fn declared_unknown_and_indirect_calls() {
    assert_snapshot!(shown(
        "int known(int);\nstruct ops { int (*run)(int); };\nvoid f(int a, int *p, struct ops *o, void (*cb)(void)) {\n  \
         a = known(a);\n  lower_case(a, *p);\n  UPPER(a, *p);\n  a = o->run(1);\n  cb();\n  if (__builtin_expect(a, 1)) a = 2;\n}"
    ));
}

#[test]
fn a_prototype_tells_another_function_from_that_of_the_library() {
    let library = lowered("extern unsigned int sleep(unsigned int);\nint f(void) { return sleep(1); }");
    assert!(library.contains("writing sleep(1)"), "{library}");
    let own = lowered("struct log *log(int level);\nvoid f(void) { log(1); }");
    assert!(own.contains("call log(1)"), "{own}");
    let err = "if (x) err(1, \"x\");\n  return x;\n}";
    let never = lowered(&format!(
        "void err(int, const char *, ...) __attribute__((noreturn));\nint f(int x) {{\n  {err}"
    ));
    assert_eq!(never.matches("skip").count(), 0, "{never}");
    let returns = lowered(&format!("void err(int, const char *, ...);\nint f(int x) {{\n  {err}"));
    assert_ne!(returns.matches("skip").count(), 0, "{returns}");
}

#[test]
fn what_popen_opened_is_a_pipe() {
    let graph = lowered(
        "void f(void) { FILE *f = popen(\"ls\", \"r\"), *g = fopen(\"x\", \"r\"); pclose(f); fclose(g); }",
    );
    assert!(graph.contains("f = open popen() of a pipe\n"), "{graph}");
    assert!(graph.contains("g = open fopen()\n"), "{graph}");
    assert!(graph.contains("pclose(f) of a pipe\n") && graph.contains(": fclose(g)\n"), "{graph}");
}
