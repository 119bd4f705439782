//! Facts about the source text that the graph does not show: macros and named constants.

use super::Cfg;
use csieve_base::text::{Span, words};

/// Returns whether a place is a macro's invocation or lies within one.
pub fn in_macro(cfg: &Cfg, span: Span) -> bool {
    cfg.edges.iter().any(|edge| edge.expanded.is_some() && edge.span.contains(span))
}

/// Returns whether a text contains the name of a constant: a word in capitals, except `NULL`, `EOF`, `TRUE`
/// and `FALSE`, which say no more than a literal.
pub fn names_a_constant(text: &str) -> bool {
    let is_constant = |word: &str| {
        let is_capital = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase()) && is_capital
    };
    words(text).filter(|word| !matches!(*word, "NULL" | "EOF" | "TRUE" | "FALSE")).any(is_constant)
}
