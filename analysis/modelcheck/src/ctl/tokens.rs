//! The tokens of the text of a formula.

/// A word or an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// The column at which the token starts, in characters, counted from 1.
    pub column: usize,
    /// The text of the token. A quoted label is without its quotes.
    pub text: &'a str,
    /// The kind of the token.
    pub kind: Kind,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A keyword or a label.
    Word,
    /// A label in quotes.
    Quoted,
    /// An operator, a bracket, or a character that is no part of a formula.
    Sign,
}

/// The words that are labels only in quotes.
const KEYWORDS: [&str; 12] = ["EX", "EF", "EG", "AX", "AF", "AG", "E", "A", "U", "W", "true", "false"];

/// Returns whether a character may be part of a word.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '#' | '.')
}

/// Returns whether a word is a label only in quotes.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Returns whether a label can be written without quotes.
pub(super) fn is_plain(label: &str) -> bool {
    !label.is_empty() && label.chars().all(is_word) && !is_keyword(label)
}

/// Returns all tokens, left to right. An unclosed quote becomes a sign, which no formula contains.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut column) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let (length, token) = if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            (length, Some((&rest[..length], Kind::Word)))
        } else if first == '"' {
            match rest[1..].find('"') {
                Some(end) => (end + 2, Some((&rest[1..=end], Kind::Quoted))),
                None => (rest.len(), Some((rest, Kind::Sign))),
            }
        } else if first.is_whitespace() {
            (first.len_utf8(), None)
        } else {
            let length = if rest.starts_with("->") { 2 } else { first.len_utf8() };
            (length, Some((&rest[..length], Kind::Sign)))
        };
        found.extend(token.map(|(text, kind)| Token { column, text, kind }));
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    found
}
