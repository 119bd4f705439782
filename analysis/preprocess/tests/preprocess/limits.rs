//! Tests of the limits: no input makes the preprocessor run for ever or produce too much.

use csieve_preprocess::{NoteKind, PreprocessLimits, PreprocessOptions, preprocess};

use super::folder::Folder;
use super::{main_file, run};

/// Checks that a text with a macro whose expansion is too long becomes the text `expected`, with a note about
/// the limit.
#[track_caller]
fn too_long(source: &str, expected: &str) {
    let result = run(source, &Folder::default());
    assert_eq!(result.text().trim_end(), expected);
    let limits = result.notes.iter().filter(|note| note.kind == NoteKind::Limit).count();
    assert!(limits > 0, "no note");
}

/// Returns definitions of the macros `m1` to `m59`. `body` makes the body of each from the number of the
/// macro before.
fn doubling(parameter: &str, body: impl Fn(usize) -> String) -> String {
    let define = |n: usize| format!("#define m{n}{parameter} {}\n", body(n - 1));
    (1..60).map(define).collect::<Vec<String>>().concat()
}

#[test]
fn billion_laughs() {
    let objects = doubling("", |n| format!("m{n} m{n}"));
    too_long(&format!("#define m0 ha\n{objects}a m59 b\nc"), "a m59 b\nc");
    let functions = doubling("(x)", |n| format!("m{n}(x x)"));
    too_long(&format!("#define m0(x) x\n{functions}a m59(ha) b m3(c)"), "a m59(ha) b c c c c c c c c");
}

#[test]
fn strings_and_names_that_double() {
    let strings = doubling("(x)", |n| format!("m{n}(\"x\") m{n}(#x)"));
    too_long(&format!("#define m0(x) x\n{strings}m59(a)"), "m59(a)");
    let names = doubling("(x)", |n| format!("m{n}(x##x)"));
    too_long(&format!("#define m0(x) x\n{names}m59(abcdefgh)"), "m59(abcdefgh)");
    let escapes = "#define s(x) #x\n#define t(x) s(x)\n";
    let nested = "t(".repeat(60) + "\"" + &")".repeat(60);
    let _ = run(&format!("{escapes}{nested}\n{}\\\\{}", "t(".repeat(60), ")".repeat(60)), &Folder::default());
}

#[test]
fn in_a_condition() {
    let objects = doubling("", |n| format!("m{n} + m{n}"));
    too_long(&format!("#define m0 1\n{objects}#if m59\nyes\n#else\nno\n#endif"), "no");
}

#[test]
fn deep_nesting() {
    let (open, close) = ("(".repeat(10_000), ")".repeat(10_000));
    let result = run(&format!("#if {open}1{close}\n{open}x{close}\n#endif"), &Folder::default());
    assert_eq!(result.tokens.len(), 20_001);
    let minus = "- ".repeat(10_000);
    assert_eq!(run(&format!("#if {minus}1\nx\n#endif"), &Folder::default()).text(), "x\n");
    let ternary = "1 ? ".repeat(5_000) + "1" + &" : 0".repeat(5_000);
    assert_eq!(run(&format!("#if {ternary}\nx\n#endif"), &Folder::default()).text(), "x\n");
    let ifs = "#if 1\n".repeat(10_000) + "x\n" + &"#endif\n".repeat(10_000);
    assert_eq!(run(&ifs, &Folder::default()).text(), "x\n");
}

#[test]
fn deeply_nested_invocations() {
    let invocations = |count: usize| "f(".repeat(count) + "1" + &")".repeat(count);
    let source = |count: usize| format!("#define f(x) x\n{}", invocations(count));
    assert_eq!(run(&source(200), &Folder::default()).text(), "1\n");
    too_long(&source(20_000), &invocations(20_000));
    let unclosed = "f(".repeat(5_000);
    assert_eq!(run(&format!("#define f(x) x\n{unclosed}"), &Folder::default()).tokens.len(), 10_000);
    let operands = "__has_include(".repeat(10_000);
    let _ = run(&format!("#if {operands}\n#endif"), &Folder::default());
}

#[test]
fn headers_that_include_each_other_for_ever() {
    let twice = |name: &str| format!("#include \"{name}\"\n#include \"{name}\"\nx\n");
    let (a, b) = (twice("b.h"), twice("a.h"));
    let result = run("#include \"a.h\"\nend", &Folder::new(&[("a.h", &a), ("b.h", &b)]));
    assert!(result.text().ends_with("end\n"));
    assert_eq!(result.notes.len(), 1, "{:?}", result.notes);
    assert_eq!(result.notes[0].kind, NoteKind::Limit);
}

#[test]
fn headers_that_double() {
    let twice = |n: usize| format!("#include \"{0}.h\"\n#include \"{0}.h\"\n", n + 1);
    let headers: Vec<(String, String)> = (0..60).map(|n| (format!("{n}.h"), twice(n))).collect();
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, text)| (&**name, &**text)).collect();
    let result = run("#include \"0.h\"\nend", &Folder::new(&[&headers[..], &[("60.h", "x\n")]].concat()));
    assert!(result.text().ends_with("end\n"));
    assert_eq!(result.notes.len(), 1, "{:?}", result.notes);
}

#[test]
fn a_unit_that_is_too_long() {
    let limits = PreprocessLimits { tokens: 100, ..PreprocessLimits::default() };
    let options = PreprocessOptions { limits, ..PreprocessOptions::default() };
    let header = "x ".repeat(60);
    let text = "#include \"a.h\"\n".repeat(10);
    let result = preprocess(main_file(&text), &Folder::new(&[("a.h", &header)]), &options);
    assert_eq!(result.tokens.len(), 120);
    assert_eq!(result.notes.len(), 1);
    assert_eq!(result.notes[0].kind, NoteKind::Limit);
}
