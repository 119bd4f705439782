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
    let text =
        "#include <stdio.h>\nint f(int a) { char s[99]; sprintf(s, \"%p\", (void *)&a); return 1 / s[0]; }";
    assert_eq!(on(text, &[1]), "unknown: `s[0]` is not known");
}

/// The headers that the tests of this file use.
const HEADS: &str = "#include <string.h>\n#include <stdlib.h>\n#include <stdio.h>\n#include <ctype.h>\n#include <strings.h>\n#include <math.h>\n";

/// Asserts that each condition holds in a run: behind it is a division by zero.
fn hold(conditions: &[&str]) {
    for condition in conditions {
        let (before, condition) = condition.rsplit_once("; ").unwrap_or(("", condition));
        let text = format!("{HEADS}int f(void) {{ {before}; if ({condition}) return 1 / 0; return 0; }}");
        let result = ran(&text, &[]);
        assert!(result.starts_with("division-by-zero"), "{before}; {condition}: {result}");
    }
}

#[test]
fn strings_are_compared_searched_and_joined() {
    hold(&[
        "strcmp(\"a\", \"b\") < 0",
        "strcmp(\"b\", \"a\") > 0",
        "0 < strcmp(\"b\", \"a\")",
        "strcmp(\"b\", \"a\") != 0",
        "!!strncmp(\"ab\", \"ac\", 2)",
        "strncmp(\"ab\", \"ac\", 1) == 0",
        "memcmp(\"ab\", \"aa\", 2) >= 1",
        "strcasecmp(\"aB\", \"Ab\") == 0",
        "const char *s = \"a/b/c\"; strchr(s, '/') == s + 1",
        "const char *s = \"a/b/c\"; strrchr(s, '/') == s + 3",
        "const char *s = \"a/b/c\"; !strchr(s, 'x')",
        "const char *s = \"abc\"; strchr(s, 0) == s + 3",
        "const char *s = \"hello\"; strstr(s, \"ll\") == s + 2",
        "const char *s = \"hello\"; memchr(s, 'o', 5) == s + 4",
        "strspn(\"aab\", \"a\") == 2 && strcspn(\"aab\", \"b\") == 2",
        "const char *s = \"a,b\"; strpbrk(s, \".,\") == s + 1",
        "strnlen(\"abc\", 2) == 2",
        "char b[8] = \"ab\"; strcat(b, \"cd\"); b[3] == 'd' && b[4] == 0",
        "char b[8] = \"ab\"; strncat(b, \"cdef\", 2); b[3] == 'd' && b[4] == 0",
        "char b[8]; strncpy(b, \"ab\", 8); b[1] == 'b' && b[7] == 0",
        "char b[8] = \"abcdef\"; memmove(b + 1, b, 4); b[4] == 'd'",
        "char b[] = \"a b  c\"; char *t = strtok(b, \" \"); t = strtok(0, \" \"); t = strtok(0, \" \"); *t == 'c'",
        "char b[] = \"a\"; char *t = strtok(b, \" \"); t = strtok(0, \" \"); t == 0",
    ]);
    let copied = format!("{HEADS}int f(void) {{ char a[4] = \"ab\"; strcat(a, \"cd\"); return 0; }}");
    assert!(ran(&copied, &[]).starts_with("out-of-bounds at"), "{}", ran(&copied, &[]));
    let over = format!("{HEADS}int f(void) {{ char a[9] = \"abc\"; strcpy(a + 1, a); return 0; }}");
    assert_eq!(ran(&over, &[]), "undefined");
}

#[test]
fn what_c_leaves_open_stays_unknown() {
    for condition in
        ["strcmp(\"a\", \"b\") == -1", "isdigit('5') == 1", "isalpha(200)", "atoi(\"99999999999\")"]
    {
        let text = format!("{HEADS}int f(void) {{ return 1 / ({condition}); }}");
        let result = ran(&text, &[]);
        assert!(result.starts_with("unknown: "), "{condition}: {result}");
    }
    let text = format!("{HEADS}int f(void) {{ char a[4]; return strlen(a) == 0 ? 1 / 0 : 0; }}");
    assert!(ran(&text, &[]).starts_with("unknown: "), "{}", ran(&text, &[]));
}

#[test]
fn numbers_and_characters_are_computed() {
    hold(&[
        "isdigit('5') && isalpha('a') && !isspace('x') && isupper('A')",
        "toupper('a') == 'A' && tolower('A') == 'a' && toupper('1') == '1'",
        "atoi(\" -42x\") == -42 && atol(\"7\") == 7",
        "char *e; long n = strtol(\"12x\", &e, 10); n == 12 && *e == 'x'",
        "strtoul(\"0xff\", 0, 0) == 255",
        "__builtin_popcount(7) == 3 && __builtin_ctz(8) == 3 && __builtin_clz(1) == 31",
    ]);
}

#[test]
fn formats_are_printed_to_the_byte() {
    hold(&[
        "char b[40]; sprintf(b, \"%d-%s\", 42, \"ab\"); !strcmp(b, \"42-ab\")",
        "char b[4]; int n = snprintf(b, sizeof b, \"%05x%%%c\", 42, 65); n == 7 && !strcmp(b, \"000\")",
        "char b[40]; sprintf(b, \"[%-4d|%4s|%+d|%.2s|%*u]\", 7, \"x\", 3, \"abc\", 3, 9u); \
         !strcmp(b, \"[7   |   x|+3|ab|  9]\")",
        "char b[40]; sprintf(b, \"%ld %#x %hhd %03d\", -5L, 255, 300, -7); !strcmp(b, \"-5 0xff 44 -07\")",
        "snprintf(0, 0, \"%s\", \"abcd\") == 4",
    ]);
    let over = format!("{HEADS}int f(void) {{ char b[4]; sprintf(b, \"%d\", 12345); return 0; }}");
    assert!(ran(&over, &[]).starts_with("out-of-bounds at"), "{}", ran(&over, &[]));
}

#[test]
fn floating_point_numbers_are_computed() {
    hold(&[
        "double d = 1.5; d = d * 2 + 1; d == 4.0 && (int)d == 4",
        "float f = 3 / 2.0f; f > 1.4 && f < 1.6",
        "double a[3] = { 1, 2.5, 3 }; a[0] + a[1] + a[2] == 6.5",
        "union { unsigned i; float f; } u; u.f = 1.0f; u.i == 0x3f800000",
        "union { unsigned long i; double f; } u; u.i = 0x4000000000000000; u.f == 2.0",
        "double d = 1.0; unsigned char b[8]; memcpy(b, &d, 8); b[7] == 0x3f && b[6] == 0xf0",
        "float f = 0.1f; (double)f != 0.1",
        "double d = 0; !d && !(d < 0)",
        "float f = 16777216; int i = 1; f + i == f",
        "char b[40]; sprintf(b, \"%.2f|%6.1f|%f\", 0.125, -2.25, 1.0); !strcmp(b, \"0.12|  -2.2|1.000000\")",
        "sqrt(16.0) == 4.0 && fabs(-2.5) == 2.5 && floor(-2.5) == -3",
    ]);
}
