//! What the text says that the graph does not: macros, and conditions that nobody wrote.

use super::Cfg;
use csieve_base::text::{Span, words};

/// Whether a macro's invocation holds a place, or is it.
pub fn in_macro(cfg: &Cfg, span: Span) -> bool {
    cfg.edges.iter().any(|edge| edge.expanded.is_some() && edge.span.contains(span))
}

/// Whether a text names a constant as people write those: all capitals, and none of the few that say no more than a
/// literal would.
pub fn names_a_constant(text: &str) -> bool {
    let is_constant = |word: &str| {
        let is_capital = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase()) && is_capital
    };
    words(text).filter(|word| !matches!(*word, "NULL" | "EOF" | "TRUE" | "FALSE")).any(is_constant)
}
