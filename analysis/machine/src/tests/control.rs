//! Tests of numbers, conditions and loops. A division by zero tells what a function computed.

use super::{on, ran};

/// Asserts that an expression over `int a, int b` has the value `value` if `a` and `b` have the values
/// `params`.
fn is(expression: &str, value: i128, params: &[i128]) {
    let text = format!("int f(int a, int b) {{ return 1 / (({expression}) == {value} ? 0 : 1); }}");
    assert!(on(&text, params).starts_with("division-by-zero"), "{expression}: {}", on(&text, params));
}

#[test]
fn numbers_are_exact_in_their_types() {
    is("a + b", 7, &[3, 4]);
    is("(unsigned)a - (unsigned)b", 0xFFFF_FFFF, &[3, 4]);
    is("(unsigned char)a", 44, &[300, 0]);
    is("(signed char)a", -56, &[200, 0]);
    is("a / b * 10 + a % b", -31, &[-10, 3]);
    is("a << 3 | b >> 1", 26, &[3, 5]);
    is("-8 >> a", -4, &[1, 0]);
    is("(_Bool)a", 1, &[256, 0]);
    is("(long)a * b", 4_000_000_000, &[2_000_000_000, 2]);
    is("~a & 0xff", 0xFE, &[1, 0]);
    is("(a > b) + (a < b) * 2 + !a", 3, &[0, 1]);
    is("a && b || !a", 0, &[1, 0]);
    is("(short)(a + 65536)", 5, &[5, 0]);
    is("(unsigned)a > b", 1, &[-1, 1]);
}

#[test]
fn what_c_leaves_undefined_ends_a_run() {
    assert_eq!(on("int f(int a) { return a + 1; }", &[2_147_483_647]), "undefined");
    assert_eq!(on("int f(int a) { return 1 << a; }", &[32]), "undefined");
    assert_eq!(on("int f(int a, int b) { return a / b; }", &[-2_147_483_648, -1]), "undefined");
    assert_eq!(on("unsigned f(unsigned a) { return a + 1; }", &[4_294_967_295]), "returned");
}

#[test]
fn switches_and_jumps_go_where_they_should() {
    let text =
        "int f(int a) { int x = 2; switch (a) { case 1: x = 1; break; case 2: x = 0; case 3: x++; break;
        default: x = 0; } again: if (x == 1) { x = 5; goto again; } return 10 / (x - 5); }";
    for (a, ends) in [(1, true), (2, true), (3, false), (4, false)] {
        assert_eq!(
            on(text, &[a]).starts_with("division-by-zero at `10 / (x - 5)`"),
            ends,
            "{a}: {}",
            on(text, &[a])
        );
    }
    let ranges = "int f(int a) { switch (a) { case 0 ... 9: return 1 / 0; case 12: return 1; } return 2; }";
    assert!(on(ranges, &[9]).starts_with("division-by-zero"));
    assert_eq!(on(ranges, &[10]), "returned");
}

#[test]
fn loops_run_as_often_as_they_do() {
    let text = "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; }
        do s--; while (s > 40); while (1) { if (s++ == 41) break; } return 1 / (s - 42); }";
    assert!(on(text, &[10]).starts_with("division-by-zero"));
    assert_eq!(on("void f(void) { for (;;) {} }", &[]), "steps");
}

#[test]
fn side_effects_come_in_their_order() {
    let text = "int f(int a) { int x = a++; int y = ++a; int z = (x = 10, x + y); return 1 / (z - 13); }";
    assert!(on(text, &[1]).starts_with("division-by-zero"));
}

#[test]
fn what_is_not_known_decides_nothing() {
    assert_eq!(ran("int f(int a) { if (a) return 1; return 2; }", &[]), "unknown: `a` is not known");
    assert_eq!(ran("int f(int a) { int b = a + 1; return b; }", &[]), "returned");
    assert_eq!(
        on("int f(double d, int a) { if (d > 1) return a; return 0; }", &[0, 1]),
        "unknown: `d > 1` is not known"
    );
    assert_eq!(
        ran(
            "struct s { unsigned bits : 3; }; int f(struct s *p) { return 1 / p->bits; }",
            &[("param 0", super::object(1))]
        ),
        "unknown: `any value` is not known"
    );
}
