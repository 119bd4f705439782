//! Macros and conditions, without a preprocessor.

use insta::assert_snapshot;

use super::{lowered, shown};
use crate::{
    lower::{UnitContext, lower_function},
    syntax::Unit,
};

#[test]
fn conditions_of_the_preprocessor_are_unknowns() {
    assert_snapshot!(shown(
        "int f(int a) {\n#if defined(FOO)\n  int z = 1;\n#elif BAR > 2\n  int z = 2;\n#else\n  int z = 3;\n#endif\n\
         #ifndef FOO\n  z++;\n#endif\n#if 0\n  z--;\n#endif\n  switch (a) {\n#ifdef FOO\n  case 1: z = 4;\n#endif\n  \
         case 2: z = 5;\n  }\n  return z;\n}"
    ));
}

#[test]
fn macros_of_the_file() {
    assert_snapshot!(shown(
        "#define SIZE 10\n#define TWICE(x) (2 * (x))\n#define NEXT() (c = *p++)\n#define ALIAS c\n\
         int f(char *p) {\n  int c = SIZE;\n  c = TWICE(c);\n  NEXT();\n  ALIAS = 3;\n  return c;\n}"
    ));
    let text = "#define TRY(x) do { if (x) return 1; } while (0)\nint f(int a) { TRY(a); return 0; }";
    assert_eq!(
        lowered(text),
        "skipped: uses the macro `TRY`, which hides control flow, near line {line:15}\n"
    );
}

#[test]
fn branches_that_cut_the_syntax_are_skipped() {
    let text = "void f(int a) {\n#ifdef X\n  if (a) {\n#else\n  if (!a) {\n#endif\n  a = 1; }\n}\nint g;";
    let unit = Unit::parse(text);
    for function in unit.functions() {
        assert!(lower_function(&unit, &UnitContext::new(&unit), &function).is_err());
    }
}
