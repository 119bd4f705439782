//! Tests of side effects, their order, and C's conversions.

use insta::assert_snapshot;

use super::{lowered, shown};
use csieve_frontend::syntax::Unit;
use csieve_graph::{Action, BinaryOp, ExprKind, IntType, Type};

use crate::lower::{UnitContext, lower_function};

#[test]
fn side_effects_come_first_and_save_what_they_change() {
    assert_snapshot!(shown(
        "int g;\nint h(int);\nvoid f(int a, int i, int *p) {\n  a = i++ + i;\n  a = i + i++;\n  a = g + h(1);\n  \
         a = (i = 3, i + 1);\n  p[i++] += --a;\n  h(a = 2);\n  *p++ = g;\n}"
    ));
}

#[test]
fn logic_as_a_value() {
    assert_snapshot!(shown(
        "int f(int a, int b) {\n  a = a && b;\n  b = a ? b : a + 1;\n  a = b ?: 7;\n  return !(a || b);\n}"
    ));
}

#[test]
fn constants_are_folded() {
    assert_snapshot!(shown(
        "enum { N = 16 };\nenum e { A, B = 5, C };\nstatic const unsigned char K = 257;\nvoid f(int a) {\n  \
         a = A + B * C;\n  a = K;\n  a = N << 2;\n  a = sizeof(int) + sizeof a;\n  a = -1 < 1u;\n  \
         a = (unsigned char)300;\n  a = '\\n' + 010;\n  if (1) a = INT_MAX; else a = 0;\n}"
    ));
}

/// Returns the type and the kind of the value in the last assignment edge of a function's graph.
fn last_assigned(text: &str) -> (Type, ExprKind) {
    let unit = Unit::parse(text);
    let context = UnitContext::new(&unit);
    let function = unit.functions().pop().expect("a function");
    let cfg = lower_function(&unit, &context, &function).expect("it lowers");
    let value = cfg.edges.iter().rev().find_map(|edge| match edge.action {
        Action::Assign { value, .. } => Some(value),
        _ => None,
    });
    let expr = cfg.expr(value.expect("an assignment")).clone();
    (expr.ty, expr.kind)
}

#[test]
fn operands_are_promoted_and_converted() {
    let (ty, kind) = last_assigned("void f(unsigned char c, int x) { x = c + 1; }");
    assert_eq!(ty, Type::INT);
    assert!(matches!(kind, ExprKind::Binary(..)));
    let (ty, kind) = last_assigned("void f(unsigned u, int x, long y) { y = u + x; }");
    assert_eq!(ty, Type::Int(IntType::LONG));
    assert!(matches!(kind, ExprKind::Cast(_)), "the sum is unsigned, and then becomes long");
    let (ty, kind) = last_assigned("void f(char c, int x) { c = x; }");
    assert_eq!(ty, Type::Int(IntType { bits: 8, signed: true }));
    assert!(matches!(kind, ExprKind::Cast(_)));
    let (ty, kind) = last_assigned("void f(_Bool b, int *p) { b = p; }");
    assert_eq!(ty, Type::Int(IntType::BOOL));
    assert!(matches!(kind, ExprKind::Cast(_)), "a comparison with NULL, as a truth value");
}

#[test]
fn unknown_names_and_types_are_any_value() {
    assert_snapshot!(shown(
        "void f(foo_t u, int a) {\n  a = LIMIT;\n  u = a;\n  a = u;\n  if (u->next) a = u->n;\n  FOO;\n  bar_t v;\n  \
         a = v.x;\n}"
    ));
}

#[test]
fn divisors_are_checked() {
    assert_snapshot!(shown(
        "int f(int a, unsigned b, double d) {\n  a = a / 2 + a % b;\n  a /= b - 1;\n  d = d / a;\n  return 1 / 0;\n}"
    ));
}

#[test]
fn what_may_be_a_cast_of_an_address_is_any_value() {
    // Nothing declares `word_t`: whoever has the value may write `a`.
    let text =
        "int ask(void);\nint f(void) {\n  int a = 1;\n  char *p = (word_t) &a;\n  ask();\n  return a;\n}";
    assert_snapshot!(shown(text));
    // Parameters and variables are declared.
    let (_, kind) = last_assigned("void f(int a, int b) { b = (a) & b; }");
    assert!(matches!(kind, ExprKind::Binary(BinaryOp::BitAnd, ..)), "{kind:?}");
    let (_, kind) = last_assigned("void f(int b) { int a = 3; b = (a) & b; }");
    assert!(matches!(kind, ExprKind::Binary(BinaryOp::BitAnd, ..)), "{kind:?}");
}

#[test]
fn only_an_array_without_a_length_gets_that_of_its_initialiser() {
    let (_, kind) = last_assigned("void f(unsigned long n) { int a[] = { 1, 2 }; n = sizeof a; }");
    assert_eq!(kind, ExprKind::Const(8));
    let (_, kind) = last_assigned("void f(unsigned long n) { int a[LIMIT] = { 1, 2 }; n = sizeof a; }");
    assert!(!matches!(kind, ExprKind::Const(_)), "{kind:?}");
}

#[test]
fn a_cast_of_something_that_is_no_type_is_skipped() {
    assert!(lowered("int LOW;\nint f(int b) { return (LOW) (b); }").starts_with("0 ->"));
}
