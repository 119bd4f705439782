//! Tests of the facts about a function's body that other functions may use, and of the hash of these facts.

use insta::assert_snapshot;

use super::{lowered, shown};
use csieve_frontend::syntax::Unit;

use crate::lower::UnitContext;

#[test]
fn unwritten_statics_and_constant_functions_keep_their_values() {
    assert_snapshot!(shown(
        "static int five = 5;\nstatic char *nothing;\nstatic int written = 1;\nstatic int yes(void) { return 1; }\n\
         int f(void) {\n  written = 2;\n  if (nothing) return *nothing;\n  return yes() + five + written;\n}"
    ));
}

fn keeps_value(use_of_x: &str) -> bool {
    let text = format!("static int x = 5;\nvoid g(int *q) {{ {use_of_x} }}\nint f(void) {{ return x; }}");
    lowered(&text).contains("return 5")
}

#[test]
fn any_possible_write_of_a_static_counts() {
    for read in ["*q = x;", "if (x > 3) return;", "q[x] = 1;", "int x; x = 3;", "q->x = 1;", "strlen(x);"] {
        let shadowing = read.contains("int x");
        assert_eq!(keeps_value(read), !shadowing, "{read}");
    }
    for write in ["x = 1;", "(x)++;", "q = &x;", "x += 1;", "SET(x);", "asm(\"\" : \"=r\"(x));", "set(x);"] {
        assert!(!keeps_value(write), "{write}");
    }
}

fn keeps_table(use_of_t: &str) -> bool {
    let text = format!(
        "struct s {{ int n; char name[4]; int *p; }};\nstatic struct s t[2] = {{ {{ 1, \"a\", 0 }}, {{ 2, \"b\", 0 }} }};\n\
         void g(int *q, int i) {{ {use_of_t} }}\nint f(int i) {{ return t[i].n; }}"
    );
    lowered(&text).contains("learn t[i].n in [1, 2]")
}

#[test]
fn any_possible_write_of_a_table_counts() {
    for read in [
        "*q = t[i].n;",
        "if (t->n > t[1].n) return;",
        "q[(t[i]).n] = (*t).n;",
        "struct s one = t[i]; one.n = 3;",
        "i = sizeof t / sizeof t[0];",
        "i = strlen(t[i].name);",
        "printf(\"%s\", t[i].name);",
        "*t[i].p = 3; q = t[i].p; t[i].p[2]++;",
        "int t[2]; i = t[1];",
    ] {
        assert!(keeps_table(read), "{read}");
    }
    for write in [
        "t[i].n = 1;",
        "t->n++;",
        "(*t).n |= 2;",
        "q = &t[i].n;",
        "struct s *p = t;",
        "t[0] = t[1];",
        "use(t);",
        "use(t[i].name);",
        "(&t[i])->n = 3;",
        "(t + 1)->n = 3;",
        "(i ? t : t + 1)->n = 3;",
        "memcpy(t, q, 4);",
        "t[i].name[0] = 0;",
        "strtok(t[i].name, \"\");",
        "printf(\"%n\", t[i].name);",
        "SET(t[i].n);",
        "asm(\"\" : \"=r\"(t[0].n));",
    ] {
        assert!(!keeps_table(write), "{write}");
    }
}

#[test]
fn the_context_hash_covers_what_other_bodies_reveal() {
    let hash = |text: &str| UnitContext::new(&Unit::parse(text)).facts_hash();
    let base = hash("static int x = 1; void g(int a) { a = x; } int f(void) { return x; }");
    assert_eq!(base, hash("static int x = 1; void g(int a) { a = x + 1; } int f(void) { return x; }"));
    assert_ne!(base, hash("static int x = 1; void g(int a) { a = x++; } int f(void) { return x; }"));
    let table = hash("static int x[1] = { 1 }; void g(int a) { a = x[a]; } int f(int a) { return x[a]; }");
    assert_ne!(
        table,
        hash("static int x[1] = { 1 }; void g(int a) { x[a] = a; } int f(int a) { return x[a]; }")
    );
    let one = hash("int g(void) { return 1; } int f(void) { return g(); }");
    assert_ne!(one, hash("int g(void) { return 2; } int f(void) { return g(); }"));
    assert_eq!(one, hash("int g(void) { return 1; } int f(void) { return g() + 1; }"));
}
