//! Finding where names occur in the texts of a unit.

use std::hash::{Hash, Hasher};

use csieve_frontend::syntax::{Kind, Node, Unit};
use rustc_hash::{FxHashSet, FxHasher};

/// The words of several texts, as hashes: a quick way to see that a text does not contain a word.
#[derive(Debug, Default)]
pub(super) struct Words(FxHashSet<u64>);

impl Words {
    /// Returns the words of texts, and those without the underscores around them.
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words = texts.flat_map(|text| text.split(move |c: char| !is_part(c)));
        let spellings = words.filter(|word| !word.is_empty()).flat_map(|word| [word, word.trim_matches('_')]);
        Self(spellings.map(hash).collect())
    }

    /// Returns whether a text may contain a word. False only if none does.
    pub(super) fn may_have(&self, word: &str) -> bool {
        self.0.contains(&hash(word)) || self.0.contains(&hash(word.trim_matches('_')))
    }
}

fn hash(word: &str) -> u64 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    hasher.finish()
}

/// Returns the byte offsets at which a word occurs in a text, strings and comments included. `__used__` is an
/// occurrence of `used`.
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

/// Returns whether a text contains a word.
pub(super) fn says(text: &str, word: &str) -> bool {
    occurrences(text, word).next().is_some()
}

/// Returns whether every mention of a name in a function body is an identifier that satisfies `is_fine`.
/// Mentions in strings are ignored, unless the body contains inline assembly, which may use names in strings.
pub(super) fn means_only(body: &Unit, name: &str, is_fine: impl Fn(Node<'_>) -> bool) -> bool {
    let quotes = !says(body.text(), "asm");
    mentions(body, name).all(|found| match found {
        Mention::Name(node) => is_fine(node),
        Mention::Quoted => quotes,
        Mention::Other => false,
    })
}

/// Returns whether every mention of a name in a text is an identifier that satisfies `is_fine`.
pub(super) fn says_only(unit: &Unit, name: &str, is_fine: impl Fn(Node<'_>) -> bool) -> bool {
    mentions(unit, name).all(|found| matches!(found, Mention::Name(node) if is_fine(node)))
}

/// A mention of a name in a text.
enum Mention<'t> {
    /// An identifier: the name of a function or variable.
    Name(Node<'t>),
    /// A part of a string literal.
    Quoted,
    /// Anything else: a member, a label, a part of broken code.
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
