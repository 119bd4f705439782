//! Where names stand in the texts of a unit.

use csieve_frontend::syntax::{Kind, Node, Unit};

/// Where a word stands in a text, be it in a string or a comment. `__used__` is another spelling of `used`.
fn occurrences<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    text.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let is_underscored = text[..at].ends_with("__");
        let is_start = !at.checked_sub(1).and_then(|before| bytes.get(before)).is_some_and(is_part);
        let is_end = !bytes.get(at + word.len()).is_some_and(is_part);
        (is_start || is_underscored)
            && (is_end || is_underscored && text[at + word.len()..].starts_with("__"))
    })
}

/// Whether a text has a word.
pub(super) fn says(text: &str, word: &str) -> bool {
    occurrences(text, word).next().is_some()
}

/// Whether every mention of a name in the body of a function is of one kind. What it quotes it does not mean, but for
/// assembler.
pub(super) fn means_only(body: &Unit, name: &str, is_fine: impl Fn(Node<'_>) -> bool) -> bool {
    let quotes = !says(body.text(), "asm");
    mentions(body, name).all(|found| match found {
        Mention::Name(node) => is_fine(node),
        Mention::Quoted => quotes,
        Mention::Other => false,
    })
}

/// Whether every mention of a name in a text is of one kind, those in strings included.
pub(super) fn says_only(unit: &Unit, name: &str, is_fine: impl Fn(Node<'_>) -> bool) -> bool {
    mentions(unit, name).all(|found| matches!(found, Mention::Name(node) if is_fine(node)))
}

/// A mention of a name.
enum Mention<'t> {
    /// As a name of a function or a variable.
    Name(Node<'t>),
    /// In a string.
    Quoted,
    /// As something else: a member, a label, a part of broken code.
    Other,
}

fn mentions<'t>(unit: &'t Unit, name: &'t str) -> impl Iterator<Item = Mention<'t>> {
    let root = unit.root();
    occurrences(unit.text(), name).map(move |at| {
        let place = at..at + name.len();
        match root.descendant_for_byte_range(place.start, place.end) {
            Some(node) if node.kind() == Kind::Identifier && node.byte_range() == place => {
                Mention::Name(node)
            }
            Some(node) if matches!(node.kind(), Kind::StringContent | Kind::StringLiteral) => Mention::Quoted,
            _ => Mention::Other,
        }
    })
}
