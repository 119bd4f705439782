//! Words: what could be names.

/// Whether a character may be a part of a name.
pub fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

/// The words of a text, in order.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !is_word(char)).filter(|word| !word.is_empty())
}
