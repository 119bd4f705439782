//! Tests of pointers, structures and arrays.

use insta::assert_snapshot;

use super::shown;
use csieve_frontend::syntax::Unit;
use csieve_graph::{Action, MisuseKind};

use crate::lower::{UnitContext, lower_function};

#[test]
fn dereferences() {
    assert_snapshot!(shown(
        "struct s { struct s *next; int v; int arr[4]; struct { int x; } in; };\n\
         void f(struct s *p, int a[3], int i) {\n  a[i] = p->next->v;\n  p->arr[i] = 1;\n  p->in.x++;\n  \
         i = *&p->v;\n  int *q = &p->v, *r = &a[2];\n  i = sizeof(*p) + (&*p == 0);\n  **(&q) = *(r + 1);\n}"
    ));
}

#[test]
fn local_objects_are_never_null() {
    assert_snapshot!(shown(
        "int f(int i) {\n  int a[3] = { 1, i }, *p = a;\n  a[i] = 2;\n  p = &i;\n  *p = 3;\n  return *(a + 1) + \"x\"[0];\n}"
    ));
}

#[test]
fn structures_used_by_member_are_variables() {
    assert_snapshot!(shown(
        "struct s { int a; int *p; };\nint f(void) {\n  struct s s = { .a = 2 }, t;\n  t.a = s.a + 1;\n  s.p = &t.a;\n  \
         struct s whole; whole.a = 1; g(&whole);\n  return s.a + whole.a;\n}"
    ));
}

#[test]
fn hidden_values_are_any_value() {
    assert_snapshot!(shown(
        "struct s { unsigned bits : 3; volatile int v; union { int x; float y; } u; };\n\
         void f(struct s *p, int i) {\n  p->bits = i; i = p->bits;\n  i = p->v;\n  i = p->u.x;\n  volatile int w = i;\n  i = w;\n}"
    ));
}

#[test]
fn a_dereference_names_the_access_and_a_division_the_quotient() {
    let text = "int f(struct s *p, int n) { p->x = 3 + p->y / n; return 0; }";
    let unit = Unit::parse(text);
    let function = unit.functions().pop().expect("a function");
    let cfg = lower_function(&unit, &UnitContext::new(&unit), &function).expect("it lowers");
    let spans: Vec<_> = cfg
        .edges
        .iter()
        .filter_map(|edge| match edge.action {
            Action::Misuse { kind: MisuseKind::NullDereference, .. } => {
                Some(("null", &text[edge.span.range()]))
            }
            Action::Misuse { kind: MisuseKind::DivisionByZero, .. } => {
                Some(("zero", &text[edge.span.range()]))
            }
            Action::Store { .. } => Some(("store", &text[edge.span.range()])),
            _ => None,
        })
        .collect();
    let expected =
        [("null", "p->y"), ("zero", "p->y / n"), ("null", "p->x"), ("store", "p->x = 3 + p->y / n")];
    assert_eq!(spans, expected);
}

#[test]
fn a_copied_structure_is_a_whole() {
    let text = "struct s { int a; int b; };\nint f(struct s *p) { struct s c = *p; c.a = 1; return c.b; }";
    let shown = shown(text);
    assert!(shown.contains("read *p") && !shown.contains("= 0"), "{shown}");
}
