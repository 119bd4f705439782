//! Recognises, by their names, constants in C code.

use crate::text::words;

/// Returns whether a text contains the name of a constant: a word in capitals, except `NULL`, `EOF`, `TRUE`
/// and `FALSE`, which say no more than a literal. Another build may define another value.
pub fn names_a_constant(text: &str) -> bool {
    let is_constant = |word: &str| {
        let is_capital = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase()) && is_capital
    };
    words(text).filter(|word| !matches!(*word, "NULL" | "EOF" | "TRUE" | "FALSE")).any(is_constant)
}
