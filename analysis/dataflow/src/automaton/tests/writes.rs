//! Tests of writes: the new value of the written quantity, and what is not known any more.

use super::{effects, effects_of, known_behind};
use crate::automaton::{automaton, dependencies, trusting_automaton};
use crate::tests::graph;

#[test]
fn a_write_gives_its_variable_a_value_and_forgets_sums_with_the_old_one() {
    let text = "void f(int a, int b) { if (a < b) a = 7; }";
    assert_eq!(effects(text)[2], "a = 7: a := 7; forget {a-b}");
    assert_eq!(
        known_behind(text, &["assume a < b"]).as_deref(),
        Some("a = 7, b = [-2147483647, 2147483647]")
    );
}

#[test]
fn a_declaration_makes_the_value_unknown() {
    let text = "void f(int n) { while (n > 0) { int a; if (a == 3) n = 0; } }";
    assert_eq!(effects(text)[2], "declare a: forget a, {a==3}");
}

#[test]
fn unsigned_arithmetic_wraps_and_signed_arithmetic_does_not() {
    assert_eq!(effects("void f(unsigned u) { u = u + 1; }"), ["u = u + 1: u := u32(u + 1)"]);
    assert_eq!(effects("void f(int i) { i = i + 1; }"), ["i = i + 1: i := i + 1"]);
    assert_eq!(effects("void f(char c) { c = c + 1; }"), ["c = c + 1: c := i8(i32(c) + 1)"]);
    // With `-fwrapv`, signed arithmetic wraps too.
    let cfg = graph("void f(int i) { i = i + 1; }");
    let wrapping = automaton(&cfg, &dependencies(&cfg), true);
    assert_eq!(effects_of(&cfg, &wrapping), ["i = i + 1: i := i32(i + 1)"]);
}

#[test]
fn an_unsigned_counter_below_zero_becomes_the_largest_number() {
    let text = "void f(unsigned u) { u = 0; u--; }";
    assert_eq!(known_behind(text, &[]).as_deref(), Some("u = 4294967295"));
    // The signed overflow is undefined, so no run comes behind it.
    let text = "void f(int i) { i = 2147483647; i++; }";
    assert_eq!(known_behind(text, &[]), None);
}

#[test]
fn a_step_moves_a_sum_together_with_its_variable() {
    let signed = effects("void f(int i, int n) { if (i < n) i++; }");
    assert_eq!(signed[2], "i = i + 1: {i-n} := {i-n} + 1; i := i + 1");
    // An unsigned step may wrap, and then the difference moves by something else.
    let unsigned = effects("void f(unsigned i, unsigned n) { if (i < n) i++; }");
    assert_eq!(unsigned[2], "i = i + 1: i := {i+1} ⊓ u32(i + 1); forget {i-n}, {i+1}");
}

#[test]
fn a_store_sets_the_loads_of_its_place_and_forgets_all_other_memory() {
    let text = "struct s { int n, m; };\n\
                void f(struct s *p) { if (p->n > 3 && p->m > 3) p->n = 5; }";
    let stored = effects(text).into_iter().find(|line| line.starts_with("p->n = 5")).expect("there is one");
    assert_eq!(stored, "p->n = 5: p->n := 5; forget p->m");
}

#[test]
fn a_call_forgets_memory_and_exposed_variables_but_no_others() {
    let text = "extern int global; void g(int *);\n\
                void f(int *p, int own) {\n\
                  int given = 1;\n\
                  if (own > 1 && global > 1 && *p > 1) { g(&given); }\n\
                }";
    let called = effects(text).into_iter().find(|line| line.starts_with("call g")).expect("there is one");
    assert_eq!(called, "call g(&given): forget given, global, *p");
}

#[test]
fn a_trusting_automaton_forgets_only_what_a_call_plainly_names() {
    let text = "struct s { int n; }; void g(struct s *);\n\
                void f(struct s *p, struct s *q) { if (p->n > 3) { g(q); g(p); } }";
    let cfg = graph(text);
    let calls = |lines: Vec<String>| -> Vec<String> {
        lines.into_iter().filter(|line| line.starts_with("call")).collect()
    };
    let strict = automaton(&cfg, &dependencies(&cfg), false);
    assert_eq!(calls(effects_of(&cfg, &strict)), ["call g(q): forget p->n", "call g(p): forget p->n"]);
    let trusting = trusting_automaton(&cfg, &dependencies(&cfg), false);
    assert_eq!(calls(effects_of(&cfg, &trusting)), ["call g(p): forget p->n"]);
}

#[test]
fn an_allocation_gives_a_pointer_or_null() {
    let text = "void *malloc(unsigned long); void f(int *p) { p = malloc(4); }";
    let expected = ["p = malloc(): p := [1, 18446744073709551615]", "p = NULL from malloc(): p := 0"];
    assert_eq!(effects(text), expected);
}
