//! Tests of memory, which is exact to the byte.

use super::{Chosen, InputObject, object, ran};

fn zero(text: &str, inputs: &[(&str, Chosen)]) {
    let result = ran(text, inputs);
    assert!(result.starts_with("division-by-zero"), "{text}: {result}");
}

#[test]
fn pointers_lead_to_variables_and_members() {
    zero("int f(void) { int x = 1; int *p = &x; int **pp = &p; **pp = 0; return 1 / x; }", &[]);
    zero(
        "struct s { int a; int b[3]; }; int f(void) { struct s s; s.b[2] = 0; int *p = s.b; return 1 / p[2]; }",
        &[],
    );
    zero("int f(void) { int m[2][3]; int (*r)[3] = m; m[1][2] = 0; return 1 / r[1][2]; }", &[]);
    zero("int f(void) { int a[3]; int *p = a + 2; *p = 0; p = p - 1; p++; return 1 / a[2]; }", &[]);
    zero("int f(void) { int a[3] = {1, 0}; return 1 / a[2]; }", &[]);
    zero("struct s { int a, b; }; int f(void) { struct s s = {.b = 2}, *p = &s; return p->b / p->a; }", &[]);
    zero("int f(void) { char s[] = \"ab\"; return 1 / s[2]; }", &[]);
    zero("int f(void) { const char *s = \"a\\0b\"; return 1 / s[1]; }", &[]);
}

#[test]
fn parts_of_values_are_bytes() {
    zero(
        "int f(void) { unsigned x = 0x10200; unsigned char *p = (unsigned char *)&x; return 1 / p[0] + p[1]; }",
        &[],
    );
    zero(
        "int f(void) { int x = -1; unsigned char *p = (unsigned char *)&x; p[1] = 0; return 1 / (x + 65281 - 1 + 1); }",
        &[],
    );
    let pointer =
        "int f(void) { int x = 1; int *p = &x; unsigned char *b = (unsigned char *)&p; return 1 / b[0]; }";
    assert!(ran(pointer, &[]).starts_with("unknown"), "{}", ran(pointer, &[]));
}

#[test]
fn numbers_that_were_pointers_lead_back() {
    zero(
        "int f(void) { int x = 0; unsigned long n = (unsigned long)&x; int *p = (int *)n; return 1 / *p; }",
        &[],
    );
    let changed = "int f(int *p) { unsigned long n = (unsigned long)p | 1; return *(int *)n; }";
    assert!(ran(changed, &[("param 0", object(1))]).starts_with("unknown"));
}

#[test]
fn inputs_are_memory() {
    let text = "struct n { int v; struct n *next; }; int f(struct n *p) { return 1 / p->next->v; }";
    let own = [("param 0", object(1)), ("Fresh(1)+8", object(2)), ("Fresh(2)+0", Chosen::Number(0))];
    zero(text, &own);
    let text = "int f(int *p, int *q) { *p = 1; *q = 0; return 1 / *p; }";
    zero(text, &[("param 0", object(1)), ("param 1", object(1))]);
    assert_eq!(ran(text, &[("param 0", object(1)), ("param 1", object(2))]), "returned");
    let text = "int g; int f(int *p) { g = 1; *p = 0; return 1 / g; }";
    let alias = Chosen::Object { object: InputObject::Global("g".into()), offset: 0 };
    zero(text, &[("param 0", alias)]);
    zero("int g[3]; int f(void) { return 1 / g[2]; }", &[("Global(\"g\")+8", Chosen::Number(0))]);
    zero("int f(void) { static int n; return 1 / n++; }", &[("f.n", Chosen::Number(0))]);
    let constant = "static const int t[] = {1, 2}; int f(void) { return 1 / t[0]; }";
    assert!(ran(constant, &[("Global(\"t\")+0", Chosen::Number(0))]).starts_with("unknown"));
}

#[test]
fn moved_memory_keeps_what_it_holds() {
    let text = "#include <stdlib.h>\nint f(void) { int *p = malloc(4); if (!p) return 0; *p = 0;
        int *q = realloc(p, 8); if (!q) { free(p); return 0; } int x = *q; free(q); return 1 / x; }";
    zero(text, &[]);
    assert_eq!(ran(text, &[("malloc 1", Chosen::Number(0))]), "returned");
    let text = "#include <stdlib.h>\nint f(void) { int *p = malloc(8); if (!p) return 0; p[0] = 0; p[1] = 1;
        int *q = realloc(p, 6); if (!q) { free(p); return 0; } int x = *q; free(q); return 1 / x; }";
    zero(text, &[]);
    let text = "#include <stdlib.h>\nint f(void) { int *p = calloc(2, 4); if (!p) return 0; int x = p[1]; free(p); return 1 / x; }";
    zero(text, &[]);
    let text = "#include <stdlib.h>\nint f(void) { int *p = malloc(4); if (!p) return 0; int x = *p; free(p); return 1 / x; }";
    assert_eq!(ran(text, &[]), "uninitialized-read at `x = *p`, misuse");
}
