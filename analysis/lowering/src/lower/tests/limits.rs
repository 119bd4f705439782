//! Tests of very deep and very long code: it is lowered or skipped, and never overflows the stack.

use super::lowered;

const MANY: usize = 10_000;

#[test]
fn long_chains_are_lowered() {
    let sum = format!("int f(int a) {{ return {}a; }}", "a + ".repeat(MANY));
    assert!(lowered(&sum).contains("return "));
    let and = format!("int f(int a) {{ if ({}a) return 1; return 0; }}", "a && ".repeat(MANY));
    assert!(!lowered(&and).starts_with("skipped"));
    let ladder = format!("int f(int a) {{ {} a = 0; return a; }}", "if (a) a = 1; else ".repeat(MANY));
    assert!(!lowered(&ladder).starts_with("skipped"));
    let parentheses = format!("int f(int a) {{ return {}a{}; }}", "(".repeat(MANY), ")".repeat(MANY));
    assert_eq!(lowered(&parentheses), "0 -> exit: return a\n");
}

#[test]
fn deep_nesting_is_skipped() {
    let nested = |open: &str, middle: &str, close: &str| {
        format!("int f(int a, int *p) {{ {}{middle}{} return a; }}", open.repeat(MANY), close.repeat(MANY))
    };
    for text in [
        nested("{", ";", "}"),
        nested("if (a) ", ";", ""),
        nested("while (a) ", ";", ""),
        nested("a = f(", "a", ")") + ";",
        nested("a = m(", "a", ")") + ";",
        format!("int f(int a, int *p) {{ a = {}a{}; }}", "MACRO(".repeat(MANY), ")".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = {}a{}; }}", "f(".repeat(MANY), ")".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = {}p; }}", "*".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = {}a; }}", "~".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = {}a; }}", "(int)".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = {}a{}; }}", "p[".repeat(MANY), "]".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = p{}; }}", "->n".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = {}a; }}", "a ? a : ".repeat(MANY)),
        format!("int f(int a, int *p) {{ {}a; }}", "a = ".repeat(MANY)),
        format!("int f(int a, int *p) {{ a = {}a{}; }}", "a + (".repeat(2000), ")".repeat(2000)),
        format!("int f(int a, int *p) {{ int x{}; }}", "[2]".repeat(MANY)),
        format!("int f(int a, int *p) {{ int {}x; }}", "*".repeat(MANY)),
        format!(
            "int f(int a, int *p) {{ {}a{}; }}",
            "enum $typeof { $ = sizeof (".repeat(500),
            ") } x".repeat(500)
        ),
        format!("int f(int a, int *p) {{ int x[{}1{}]; }}", "sizeof (int[".repeat(2000), "])".repeat(2000)),
        format!("int f(int a, int *p) {{ int x[{}a]; }}", "(long)(char *)".repeat(2000)),
        format!("int f(int a, int *p) {{ int x[{}1{}]; }}", "a ? 1 : ".repeat(2000), ""),
        format!(
            "int f(int a, int *p) {{ return {}1{}; }}",
            "_Generic (".repeat(2000),
            ", default: 1)".repeat(2000)
        ),
        format!("int f(int a, int *p) {{ int g({}int{}); }}", "void (*)(".repeat(2000), ")".repeat(2000)),
        format!("int f(int a, int *p) {{ a = {}1{}; }}", "({ ".repeat(2000), "; })".repeat(2000)),
        format!("int f(int a, int *p) {{ {}int b;{} x; }}", "struct { ".repeat(2000), "} c;".repeat(2000)),
        format!("int f(int a, int *p) {{ struct s x = {}1{}; }}", "{".repeat(MANY), "}".repeat(MANY)),
    ] {
        let lowered = lowered(&text);
        assert!(lowered.starts_with("skipped: ") || lowered.contains("exit"), "{}", &text[..60]);
    }
}
