//! Tests of calls into other graphs.

use super::{Chosen, object, on, ran};

#[test]
fn functions_of_the_file_are_run() {
    let text = "static int add(short a, int b) { return a + b; } int f(int a) { return 1 / add(a, -3); }";
    assert_eq!(on(text, &[3]), "division-by-zero at `1 / add(a, -3)`, misuse");
    assert_eq!(on(text, &[65539]), "division-by-zero at `1 / add(a, -3)`, misuse");
    assert_eq!(on(text, &[4]), "returned");
    let deep = "int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); } int f(int n) { return 1 / (fact(n) - 120); }";
    assert!(on(deep, &[5]).starts_with("division-by-zero"));
    assert_eq!(on(deep, &[100]), "unknown: calls are nested too deeply");
    let local = "void set(int *to) { int x = 0; *to = x; } int f(void) { int x = 1; set(&x); return 1 / x; }";
    assert!(ran(local, &[]).starts_with("division-by-zero"));
    let inside = "int get(int *p) { return *p; } int f(int *p) { return get(p); }";
    assert_eq!(ran(inside, &[("param 0", Chosen::Null)]), "null-dereference at `*p`, misuse");
    let pointer =
        "static int zero(void) { return 0; } int f(void) { int (*p)(void) = zero; return 1 / p(); }";
    assert!(ran(pointer, &[]).starts_with("division-by-zero"), "{}", ran(pointer, &[]));
}

#[test]
fn leaks_of_callees_are_noticed() {
    let text = "#include <stdlib.h>\nstatic int *make(void) { return malloc(4); } void f(void) { make(); }";
    assert!(ran(text, &[]).starts_with("memory-leak at"), "{}", ran(text, &[]));
    let text = "#include <stdlib.h>\nstatic void lose(void) { int *p = malloc(4); (void)p; } void f(void) { lose(); }";
    assert!(ran(text, &[]).starts_with("memory-leak at"), "{}", ran(text, &[]));
    let dead =
        "static int *bad(void) { static int *q; int x; q = &x; return q; } int f(void) { return *bad(); }";
    assert!(ran(dead, &[]).ends_with("undefined"), "{}", ran(dead, &[]));
}

#[test]
fn functions_that_nobody_defines_are_inputs() {
    let text = "int get(void); int f(void) { int a = get(); return a / get(); }";
    let inputs = [("get() 0", Chosen::Number(4)), ("get() 1", Chosen::Number(0))];
    assert_eq!(ran(text, &inputs), "division-by-zero at `a / get()`, misuse");
    let text = "void fill(int *); int f(void) { int a = 1; fill(&a); return 1 / a; }";
    assert_eq!(ran(text, &[("fill() 0: 0+0", Chosen::Number(0))]), "division-by-zero at `1 / a`, misuse");
    assert_eq!(ran(text, &[]), "returned");
    let text = "struct s { int a, b; }; void fill(struct s *); int f(void) { struct s s; fill(&s); return 1 / s.b; }";
    assert_eq!(ran(text, &[("fill() 0: 0+4", Chosen::Number(0))]), "division-by-zero at `1 / s.b`, misuse");
    let text = "struct s { int (*get)(int); }; int f(struct s *s) { return 1 / s->get(1); }";
    let inputs = [("param 0", object(1)), ("Fresh(1)+0", object(2)), ("s->get() 0", Chosen::Number(0))];
    assert_eq!(ran(text, &inputs), "division-by-zero at `1 / s->get(1)`, misuse");
    let text = "int elsewhere(void); int f(void) { return elsewhere(); }";
    assert!(ran(text, &[]).starts_with("unknown"));
    assert!(ran("int f(void) { return undeclared(1); }", &[]).starts_with("unknown"));
}
