//! Tests of the notes about texts that are not well formed.

use super::folder::Folder;
use super::run;

/// Checks that preprocessing a text gives the notes `expected`, each written as `line: message`.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let result = run(source, &Folder::default());
    let lines = result.sources[0].lexed.lines();
    let note = |note: &csieve_preprocess::Note| {
        format!("{}: {}", lines.line_number(note.place.span.start), note.message)
    };
    let notes: Vec<String> = result.notes.iter().map(note).collect();
    assert_eq!(notes, expected, "for\n{source}");
}

#[test]
fn messages_of_the_text() {
    check(
        "#error  do not \\\n do this \n#warning \"x\"\n#error",
        &["1: do not do this", "3: \"x\"", "4: No message"],
    );
}

#[test]
fn directives() {
    check(
        "#foo bar\n#include\n#ifdef\n#endif\n#line x\n#embed <x>",
        &[
            "1: Unknown directive",
            "2: #include needs \"name\" or <name>",
            "3: A macro's name is expected",
            "5: #line needs a line number",
            "6: The contents of #embed are left out",
        ],
    );
    check(
        "#endif\n#else\n#if 1\n#else\n#elif 1\n#endif\n#if 1",
        &[
            "1: There is no #if for this directive",
            "2: There is no #if for this directive",
            "5: This branch follows the #else of its conditional",
            "7: This conditional has no #endif",
        ],
    );
}

#[test]
fn definitions() {
    check(
        "#define\n#define 1\n#define defined\n#define f(x,x)\n#define f(x\n#define f(x) #y",
        &[
            "1: A macro's name must be an identifier",
            "2: A macro's name must be an identifier",
            "3: 'defined' cannot be a macro's name",
            "4: Two parameters have the same name",
            "5: The list of parameters is not well formed",
            "6: '#' is not followed by a parameter",
        ],
    );
    check(
        "#define a ## b\n#define a b ##\n#define f(...) __VA_OPT__(\n#undef 1",
        &[
            "1: '##' cannot start a definition",
            "2: '##' cannot end a definition",
            "3: __VA_OPT__ has no closing parenthesis",
            "4: A macro's name is expected",
        ],
    );
    check(
        "#define A 1\n#define A  1 \n#define A 2\n#undef A\n#define A 3",
        &["3: Macro 'A' is redefined differently"],
    );
}

#[test]
fn conditions() {
    check(
        "#if\n#elif 1/0\n#elif 1.0\n#elif (1\n#elif 1)\n#elif 1 2\n#elif 1 ?\n#elif \"x\"\n#endif",
        &[
            "1: #if has no expression",
            "2: Division by zero in #if",
            "3: A floating-point constant is not allowed in #if",
            "4: A closing parenthesis or ':' is missing in #if",
            "5: '(' is missing in #if",
            "6: An operator is expected in #if",
            "7: An operand is missing at the end of #if",
            "8: An operand is expected in #if",
        ],
    );
    check(
        "#if 9223372036854775807 + 1\n#endif\n#if 0 && 9223372036854775807 + 1 || 99999999999999999999\n#endif",
        &["1: Overflow in #if", "3: A constant in #if is too large"],
    );
}

#[test]
fn invocations() {
    check(
        "#define f(x) x##1\nf(1, 2)\nf(+)\nf(",
        &[
            "2: Macro 'f' takes 1 arguments, but 2 are given",
            "3: Joining '+' and '1' does not give a token",
            "4: Macro 'f' has no closing parenthesis before the end of the file",
        ],
    );
}
