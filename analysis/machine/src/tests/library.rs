//! Tests of functions of the C library.

use super::{Chosen, on, ran};

#[test]
fn functions_on_memory_are_computed() {
    let head = "#include <string.h>\n#include <stdlib.h>\n#include <ctype.h>\n";
    for body in [
        "return 1 / (strlen(\"abc\") - 3);",
        "char a[8]; strcpy(a, \"xy\"); return 1 / a[2];",
        "int a[2]; memset(a, 0, sizeof a); return 1 / a[1];",
        "int a = 0, b = 1; memcpy(&b, &a, sizeof a); return 1 / b;",
        "return 1 / strcmp(\"a\", \"a\");",
        "return 1 / (abs(-3) - 3);",
        "return 1 / !!isdigit('x');",
    ] {
        let result = ran(&format!("{head}int f(void) {{ {body} }}"), &[]);
        assert!(result.starts_with("division-by-zero"), "{body}: {result}");
    }
    let copied = format!("{head}int f(void) {{ char a[2]; memcpy(a, \"abc\", 3); return 0; }}");
    assert!(ran(&copied, &[]).starts_with("out-of-bounds at"), "{}", ran(&copied, &[]));
    let written = format!("{head}int f(void) {{ char a[2]; strcpy(a, \"abc\"); return 0; }}");
    assert!(ran(&written, &[]).starts_with("out-of-bounds at"), "{}", ran(&written, &[]));
}

#[test]
fn the_world_outside_is_an_input() {
    let text = "#include <stdio.h>\nint f(void) { return 1 / getchar(); }";
    assert!(ran(text, &[("getchar() 0", Chosen::Number(0))]).starts_with("division-by-zero"));
    assert_eq!(ran(text, &[("getchar() 0", Chosen::Number(500))]), "undefined");
    let text = "#include <stdlib.h>\nint f(void) { char *home = getenv(\"HOME\"); return *home; }";
    assert_eq!(ran(text, &[("getenv() 0", Chosen::Null)]), "null-dereference at `*home`, misuse");
}

#[test]
fn what_others_compute_is_not_known() {
    let text = "#include <stdio.h>\nint f(int a) { char s[9]; sprintf(s, \"%d\", a); return 1 / s[0]; }";
    assert_eq!(on(text, &[1]), "unknown: `s[0]` is not known");
}
