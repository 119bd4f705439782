//! Tests of scopes, and of the order in which initialisers fill objects.

use insta::assert_snapshot;

use super::{lowered, shown};

#[test]
fn types_tags_and_constants_end_with_their_block() {
    let text = "enum { A = 7 }; typedef short T; struct s { short c; };\n\
                int f(void) {\n  int r = A + sizeof(struct $T) + sizeof(struct s);\n  {\n    enum { A = 100 }; typedef long T; struct s { long l[2]; };\n    \
                r = A + sizeof(struct $T) + sizeof(struct s);\n  }\n  { int A = r; r = A; }\n  return A + sizeof(struct $T) + sizeof(struct s);\n}";
    let graph = lowered(text);
    assert!(graph.contains("r = 7 + 2 + 2\n") || graph.contains("r = 11\n"), "{graph}");
    assert!(graph.contains("r = 124\n"), "{graph}");
    assert!(graph.contains("return 11\n"), "{graph}");
}

#[test]
fn a_local_object_hides_a_constant_and_the_reverse() {
    let text = "enum { N = 3 };\nint f(int x) { int N = x; { enum { N = 5 }; x = N; } return N; }";
    let graph = lowered(text);
    assert!(graph.contains("x = 5\n") && graph.contains("return N\n"), "{graph}");
}

#[test]
fn a_tag_declared_again_is_another_type() {
    let text = "struct s { int a; };\nint f(void) { struct s; struct s *p; struct s { char c[3]; }; return sizeof(struct s) + sizeof *p; }";
    assert!(lowered(text).contains("return 6\n"), "{}", lowered(text));
}

#[test]
fn initialisers_follow_the_order_of_members() {
    assert_snapshot!(shown(
        "struct node { int v; struct node *next; };\nstruct outer { struct { int a, b; }; struct node in; int arr[3]; };\n\
         void f(int x, struct node *p) {\n  struct outer o = { { x, 2 }, { .next = p, .v = x }, { 1, x } };\n  \
         struct outer elided = { 1, x, 3, p };\n  struct outer named = { .in.next = p, .arr = { [2] = x }, };\n  \
         struct node n = { .next = p, }, m = { x, p }, old = { v: x, next: p };\n  int t[] = { [2 ... 3] = x, x };\n  int scalar = { x }, zero = {};\n  \
         use(&o, &elided, &named, t, (struct node){ x, p }, &(int){ x }, (int[]){ x, 2 });\n}"
    ));
}

#[test]
fn constant_addresses_are_positions() {
    let text = "struct s { char c; int *m[3]; };\nint f(struct odd *o) {\n  unsigned long at = (unsigned long)&((struct s *)0)->m[2];\n  \
                unsigned long lost = (unsigned long)&((struct odd *)0)->m;\n  return at == 24 && lost == 0;\n}";
    let graph = lowered(text);
    assert!(graph.contains("at = 24\n") && graph.contains("lost = any value\n"), "{graph}");
}

#[test]
fn a_parameter_hides_a_constant_in_a_function_that_returns_it() {
    let text = "enum { N = 3 };\nint same(int N) { return N; }\nint three(void) { return N; }\nint f(int x) { return same(x) + three(); }";
    let graph = lowered(text);
    assert!(graph.contains("call same(x)") && graph.contains(" + 3\n"), "{graph}");
}

#[test]
fn statics_that_start_as_null_stay_null() {
    let text = "static char *nothing = ((void *)0);\nint f(void) { static char *mine = (char *)0; return nothing == mine; }";
    assert!(lowered(text).contains("return NULL == NULL\n"), "{}", lowered(text));
}
