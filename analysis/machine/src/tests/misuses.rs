//! Tests of the rules, one by one.

use super::{Chosen, object, on, ran};

#[test]
fn null_is_not_accessed() {
    let text = "int f(int *p) { return *p; }";
    assert_eq!(ran(text, &[("param 0", Chosen::Null)]), "null-dereference at `*p`, misuse");
    assert_eq!(ran(text, &[("param 0", object(1))]), "returned");
    let list =
        "struct n { int v; struct n *next; }; int f(struct n *p) { while (p->v) p = p->next; return 0; }";
    let (one, again) = (("Fresh(1)+0", Chosen::Number(1)), ("Fresh(1)+8", Chosen::Null));
    assert_eq!(ran(list, &[("param 0", object(1)), one, again]), "null-dereference at `p->v`, misuse");
    let failed = "#include <stdlib.h>\nvoid f(void) { int *p = malloc(4); *p = 1; free(p); }";
    assert_eq!(ran(failed, &[("malloc 0", Chosen::Number(0))]), "null-dereference at `*p`, misuse");
    assert_eq!(ran(failed, &[]), "returned");
}

#[test]
fn freed_memory_is_gone() {
    let head = "#include <stdlib.h>\n";
    let text = format!("{head}int f(int *p) {{ int *q = p; free(p); return *q; }}");
    assert_eq!(ran(&text, &[("param 0", object(1))]), "use-after-free at `*q`, misuse");
    let text = format!("{head}void f(int *p, int *q) {{ free(p); free(q); }}");
    assert_eq!(
        ran(&text, &[("param 0", object(1)), ("param 1", object(1))]),
        "double-free at `free(q)`, misuse"
    );
    assert_eq!(ran(&text, &[("param 0", object(1)), ("param 1", object(2))]), "returned");
    assert_eq!(ran(&text, &[("param 0", object(1)), ("param 1", Chosen::Null)]), "returned");
    let text = format!("{head}void use(int *); void f(int *p) {{ free(p); use(p); }}");
    assert_eq!(ran(&text, &[("param 0", object(1))]), "use-after-free at `use(p)`, misuse");
    for freed in ["&x", "a", "p + 1"] {
        let text = format!("{head}void f(int *p) {{ int x = 1, a[2]; p[0] = x; free({freed}); }}");
        let expected = format!("invalid-free at `free({freed})`, misuse");
        assert_eq!(ran(&text, &[("param 0", object(1))]), expected);
    }
}

#[test]
fn lost_memory_is_noticed_where_it_is_lost() {
    let head = "#include <stdlib.h>\nvoid exit(int); int *kept; void take(int *); struct s { int *p; };\n";
    let leak =
        |body: &str| ran(&format!("{head}void f(struct s *s) {{ {body} }}"), &[("param 0", object(1))]);
    assert_eq!(leak("int *p = malloc(4); p = 0;"), "memory-leak at `p = 0`, returned");
    let at_the_end = leak("int *p = malloc(4); int *q = p; p = 0; *q = 1;");
    assert!(at_the_end.starts_with("memory-leak at") && !at_the_end.contains("p = 0"), "{at_the_end}");
    for body in [
        "int *p = malloc(4); kept = p;",
        "int *p = malloc(4); take(p);",
        "int *p = malloc(4); s->p = p;",
        "struct s *t = malloc(8); t->p = malloc(4); free(t->p); free(t);",
        "int *p = malloc(4); p = realloc(p, 8); free(p);",
    ] {
        assert_eq!(leak(body), "returned", "{body}");
    }
    let inside = leak("struct s *t = malloc(8); t->p = malloc(4); free(t);");
    assert!(inside.starts_with("memory-leak at"), "{inside}");
    assert_eq!(leak("malloc(4); exit(1);"), "never returns");
    // A copied structure keeps what its original led to.
    assert_eq!(leak("struct s a, b; a.p = malloc(4); b = a; a.p = 0; free(b.p);"), "returned");
    let copied = leak("struct s a, b; a.p = malloc(4); b = a; a.p = 0;");
    assert!(copied.starts_with("memory-leak at `}`"), "{copied}");
}

#[test]
fn elements_lie_in_their_arrays() {
    let text = "int f(int i) { int a[4]; a[i] = 1; return 0; }";
    assert_eq!(on(text, &[3]), "returned");
    assert_eq!(on(text, &[4]), "out-of-bounds at `a[i]`, misuse");
    assert_eq!(on(text, &[-1]), "out-of-bounds at `a[i]`, misuse");
    let inner = "struct s { int a[2]; int b[2]; }; int f(int i) { struct s s; s.a[i] = 1; return 0; }";
    assert_eq!(on(inner, &[1]), "returned");
    assert_eq!(on(inner, &[2]), "out-of-bounds at `s.a[i]`, misuse");
    let heap = "#include <stdlib.h>\nvoid f(unsigned n, int i) { int *p = malloc(n * 4); if (p) p[i] = 1; free(p); }";
    assert_eq!(on(heap, &[4, 3]), "returned");
    assert_eq!(on(heap, &[4, 4]), "out-of-bounds at `p[i]`, misuse");
    let wrapped = "#include <stddef.h>\nint f(size_t n) { char a[4]; a[n - 1] = 0; return 0; }";
    assert_eq!(on(wrapped, &[0]), "out-of-bounds at `a[n - 1]`, misuse");
}

#[test]
fn variables_are_read_once_they_have_a_value() {
    let text = "int f(int a) { int x; if (a) x = 1; return x; }";
    assert_eq!(on(text, &[1]), "returned");
    assert_eq!(on(text, &[0]), "uninitialized-read at `return x;`, misuse");
    let text = "void get(int *); int f(void) { int x; get(&x); return x; }";
    assert_eq!(ran(text, &[]), "returned");
    let text = "int f(void) { int s = 0; for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; s += x; } return s; }";
    assert_eq!(ran(text, &[]), "uninitialized-read at `s += x`, misuse");
}

#[test]
fn divisors_are_not_zero() {
    let text = "int f(int a, int b) { return a % b; }";
    assert_eq!(on(text, &[1, 0]), "division-by-zero at `a % b`, misuse");
    assert_eq!(on(text, &[1, 2]), "returned");
}

#[test]
fn local_objects_do_not_escape() {
    assert_eq!(
        ran("int *f(void) { int x = 1; return &x; }", &[]),
        "stack-address-escape at `return &x;`, returned"
    );
    let text = "char *kept; void f(void) { char a[4]; kept = a; }";
    assert!(ran(text, &[]).starts_with("stack-address-escape at"), "{}", ran(text, &[]));
    let text = "char *kept; void f(void) { char a[4]; kept = a; kept = 0; }";
    assert_eq!(ran(text, &[]), "returned");
    let text = "int f(int n) { int x = 0; for (int i = 1; i <= n; i++) { int *a[i]; a[0] = &x; } return x; }";
    assert_eq!(on(text, &[3]), "returned");
}

#[test]
fn assertions_hold() {
    let text = "#include <assert.h>\nvoid f(int a) { assert(a > 0); }";
    assert_eq!(on(text, &[1]), "returned");
    assert!(on(text, &[0]).starts_with("assertion-failure at"), "{}", on(text, &[0]));
}
