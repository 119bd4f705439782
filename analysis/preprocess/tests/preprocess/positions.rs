//! Tests of the places in files and macros that tokens come from.

use std::fmt::Write as _;

use csieve_preprocess::{Preprocessed, SourceRange, Token};

use super::folder::Folder;
use super::run;

fn excerpt(result: &Preprocessed, place: SourceRange) -> String {
    let source = &result.sources[place.source.0 as usize];
    source.lexed.text()[place.span.range()].to_owned()
}

/// Describes each token as `spelling: characters in the file < invocation < invocation ...`, with the
/// innermost macro invocation first.
fn origins(source: &str) -> Vec<String> {
    let result = run(source, &Folder::new(&[("a.h", "#define IN_HEADER(x) x + h")]));
    let describe = |token: &Token| {
        let mut line = format!("{}: {}", result.spelling(token), excerpt(&result, token.spelling));
        let mut next = token.expansion;
        while let Some(expansion) = next.and_then(|id| result.expansion(id)) {
            let call = excerpt(&result, expansion.call);
            let _ = write!(line, " < {} `{call}`", result.names.text(expansion.name));
            next = expansion.parent;
        }
        line
    };
    result.tokens.iter().map(describe).collect()
}

#[test]
fn a_token_of_the_text() {
    assert_eq!(origins("ab c\\\nd"), ["ab: ab", "cd: c\\\nd"]);
}

#[test]
fn a_token_of_a_body_or_an_argument() {
    let source = "#include \"a.h\"\nIN_HEADER( a1 )";
    assert_eq!(
        origins(source),
        [
            "a1: a1 < IN_HEADER `IN_HEADER( a1 )`",
            "+: + < IN_HEADER `IN_HEADER( a1 )`",
            "h: h < IN_HEADER `IN_HEADER( a1 )`",
        ]
    );
}

/// A macro invocation in an argument has a place of its own. An invocation in a macro's body has the place of
/// the outermost invocation.
#[test]
fn invocations_inside_others() {
    let source = "#define one 1\n#define f(x) x one\nf(one) f(f(2))";
    assert_eq!(
        origins(source),
        [
            "1: 1 < one `one` < f `f(one)`",
            "1: 1 < one `f(one)` < f `f(one)`",
            "2: 2 < f `f(2)` < f `f(f(2))`",
            "1: 1 < one `f(2)` < f `f(2)` < f `f(f(2))`",
            "1: 1 < one `f(f(2))` < f `f(f(2))`",
        ]
        .map(|line| line.replace("one `f(2)` < f `f(2)`", "one `f(f(2))` < f `f(2)`"))
    );
}

/// A macro invocation may start with a name in a macro's result and take its arguments from the file. The
/// place of the outermost invocation then includes the arguments.
#[test]
fn an_alias_of_a_function_like_macro() {
    let source = "#define f(x) <x>\n#define g f\ng (1) 2";
    assert_eq!(
        origins(source),
        [
            "<: < < f `g (1)` < g `g (1)`",
            "1: 1 < f `g (1)` < g `g (1)`",
            ">: > < f `g (1)` < g `g (1)`",
            "2: 2"
        ]
    );
}

#[test]
fn made_tokens_stand_where_their_first_operand_stands() {
    let source = "#define f(x) x##1 #x y##x\nf(a)";
    assert_eq!(origins(source), ["a1: a < f `f(a)`", "\"a\": # < f `f(a)`", "ya: y < f `f(a)`"]);
}

#[test]
fn builtins_are_invocations_too() {
    assert_eq!(origins("#define at __LINE__\n at"), ["2: __LINE__ < __LINE__ `at` < at `at`"]);
}

#[test]
fn lines_that_are_not_compiled() {
    let source = "#if 0\na\nb\n#elif 1\nc\n#else\nd\n#endif\n#ifdef X\n#endif\n#if 0\nopen";
    let result = run(source, &Folder::default());
    let left_out: Vec<&str> = result.inactive.iter().map(|span| &source[span.range()]).collect();
    assert_eq!(left_out, ["a\nb\n", "d\n", "open"]);
}
