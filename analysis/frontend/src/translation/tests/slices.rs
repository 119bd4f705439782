//! Slices: what is kept of a unit for some names.

use super::preprocessed;
use crate::translation::{Kept, Wanted, sliced};
use csieve_preprocess::Token;

/// Returns the kept declarations for a name, a space between any two tokens and `{}` for a body that is left
/// out. The function `whole` keeps its body.
fn slice(text: &str, name: &str, whole: &str) -> Vec<String> {
    let unit = preprocessed(text);
    let tokens: Vec<Token> = unit.tokens.iter().copied().collect();
    let named = unit.names.get(name).into_iter().collect::<Vec<_>>();
    let is_hollow = |name: usize, _| unit.spelling(&tokens[name]) != whole;
    let wanted = Wanted { names: &named, is_fixed: &|_| false, is_hollow: &is_hollow };
    let spelled = |from: usize, to: usize| {
        tokens[from..to].iter().map(|token| unit.spelling(token)).collect::<Vec<_>>().join(" ")
    };
    let parts = sliced(&tokens, &unit.names, wanted);
    let kept = parts.into_iter().filter_map(|part| match part.kept {
        Kept::Whole => Some(spelled(part.tokens.start, part.tokens.end)),
        Kept::Header(body) => Some(spelled(part.tokens.start, body) + " {}"),
        Kept::Nothing => None,
    });
    kept.collect()
}

#[test]
fn what_a_body_mentions_is_kept_and_what_that_needs() {
    let text = "typedef int A; typedef A B; enum { ONE, TWO }; static B b = TWO; int unused;\n\
                static int g(void) { return unused; }\n\
                int f(void) { return b + g(); }\n";
    let kept = slice(text, "f", "f");
    let expected = [
        "typedef int A ;",
        "typedef A B ;",
        "enum { ONE , TWO } ;",
        "static B b = TWO ;",
        "static int g ( void ) {}",
        "int f ( void ) { return b + g ( ) ; }",
    ];
    assert_eq!(kept, expected);
}

#[test]
fn the_first_mention_of_a_tag_is_kept() {
    let text = "struct s; int f(struct s *); struct s { int n; }; int f(struct s *p) { return p->n; }";
    assert_eq!(slice(text, "f", "f").len(), 4);
}

#[test]
fn what_runs_by_itself_is_kept() {
    let text = "static int n; __attribute__((constructor)) static void start(void) { n = 1; } int x;\n\
                static void end(int *p) { x = *p; }\n\
                int f(void) { __attribute__((cleanup(end))) int i = 0; return i; }";
    let kept = slice(text, "f", "f");
    assert!(kept.iter().any(|text| text.contains("{ n = 1 ; }")), "{kept:?}");
    assert!(kept.iter().any(|text| text.contains("{ x = * p ; }")), "{kept:?}");
}

#[test]
fn an_alias_keeps_its_function() {
    let text = "int real(void) { return 1; } int f(void) __attribute__((alias(\"real\")));";
    assert_eq!(slice(text, "f", "f").len(), 2);
}
