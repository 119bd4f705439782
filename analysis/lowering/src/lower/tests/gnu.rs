//! Tests of GNU C and C23 extensions, as expanded text spells them.

use insta::assert_snapshot;

use super::{lowered, shown};

#[test]
fn labels_as_values_and_local_labels() {
    assert_snapshot!(shown(
        "int f(int op) {\n  static void *table[] = { &&first, &&second };\n  int n = ({ __label__ again; int n = 0; again: if (n++ < 3) goto again; n; });\n  \
         n += ({ __label__ again; again: if (n++ < 5) goto again; n; });\n  $goto(table[op]);\n  n = 0;\n\
         first: return 1;\nsecond: return n;\nthird: return 3;\n}"
    ));
}

#[test]
fn assembly_with_operands_and_labels() {
    assert_snapshot!(shown(
        "int f(int a, int *p) {\n  int out;\n  asm volatile (\"mov %0\" : \"=r\" (out), \"+m\" (*p) : \"r\" (a) : \"memory\");\n  \
         asm goto (\"jmp %l0\" : : \"r\" (a) : : away);\n  return out;\naway: ;\n  return a;\n}"
    ));
}

#[test]
fn ranges_of_cases_and_declarations_before_them() {
    assert_snapshot!(shown(
        "int f(int c) {\n  switch (c) {\n    int z;\n  case $range ('a', 'a' + 25): z = 1; return z;\n  case $range (1, 0x30): { } default: ;\n  }\n  { end: ; }\n}"
    ));
}

#[test]
fn choices_by_type() {
    assert_snapshot!(shown(
        "int g(int); int h(int); int k(int);\nint f(int a, char c, struct $odd *o) {\n  a = _Generic (a, char *: h, int: g, default: k)(1);\n  \
         a = _Generic (&a, const int *: h(2), default: g(2));\n  a = _Generic (c, char: g(3), signed char: h(3), default: k(3));\n  \
         a = _Generic (*o, int: g(4), default: h(4));\n  a = __builtin_choose_expr (sizeof (long) == 8, g(5), h(5));\n  \
         a = __builtin_types_compatible_p (sizeof (enum $typeof { $ = sizeof (a) }), sizeof (const int));\n  return a;\n}"
    ));
}

#[test]
fn overflow_is_stored_and_told() {
    assert_snapshot!(shown(
        "int f(int a, unsigned long b, unsigned long c) {\n  int r;\n  unsigned long s;\n  if (__builtin_add_overflow (a, 1, &r)) return 0;\n  \
         if (!__builtin_sub_overflow (b, c, &s)) return s;\n  return __builtin_mul_overflow (a, b, &r);\n}"
    ));
}

#[test]
fn hints_of_the_compiler() {
    assert_snapshot!(shown(
        "int f(int a, char *p) {\n  int r = __builtin_expect (a, 0);\n  if (__builtin_expect (!!(a == 1), 0)) r = __builtin_constant_p (3) + __builtin_constant_p (a);\n  \
         p = __builtin_assume_aligned (p, 16);\n  char *q = __builtin_alloca (a);\n  *q = *p;\n  __builtin___memcpy_chk (q, p, 1, __builtin_object_size (q, 0));\n  \
         if (a > 3) __builtin_unreachable ();\n  if (a > 2) __builtin_trap ();\n  return r;\n}"
    ));
}

#[test]
fn c23() {
    assert_snapshot!(shown(
        "int f(void) {\n  bool b = true;\n  int *p = nullptr;\n  constexpr int k = 3;\n  static_assert (k == 3);\n  [[maybe_unused]] alignas (16) int z = {};\n  \
         struct $__auto_type n = k;\n  switch (n) { case 1: z = 1; [[fallthrough]]; case 2: ; }\n  if (p) [[likely]] return *p;\n  return b + z;\n}"
    ));
}

#[test]
fn wide_and_odd_types_have_any_value() {
    let text = "typedef int v4 __attribute__((vector_size(16)));\nint f(__int128 a, struct $v4 v, _Float128 q, int m [[gnu::mode(DI)]]) {\n  \
                unsigned __int128 b = a * 2;\n  if (b > 3 && m == 1 && q > 1) return 1;\n  return sizeof v;\n}";
    assert_snapshot!(shown(text));
}

#[test]
fn nested_functions_are_skipped() {
    assert!(lowered("int f(int a) { int g(int b) { return a + b; } return g(1); }").starts_with("skipped: "));
}

#[test]
fn lengths_of_arrays_are_computed() {
    let vla = lowered("int f(int n) { int a[n++][3]; return n; }");
    assert!(vla.contains("n = n + 1\n"), "{vla}");
    let measured = lowered("int f(int n) { return sizeof(int[n++]) + n; }");
    assert!(measured.contains("opaque [n]"), "{measured}");
}
