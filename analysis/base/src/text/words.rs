//! The words of a text: all substrings that may be names or numbers of C.

/// Returns whether a character may be part of a word: an ASCII letter, a digit or `_`.
pub fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

/// Returns the words of a text in order.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !is_word(char)).filter(|word| !word.is_empty())
}
