//! Finding where names occur in the texts of a unit.

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_frontend::syntax::{Kind, Node, Unit};
use rustc_hash::FxHasher;

use super::TranslationUnit;

/// The words of one text as hashes, in ascending order: a quick way to see that a text does not contain a word.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Words(Vec<u32>);

impl Words {
    /// Returns the words of texts, and those without the underscores around them.
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let words = texts.flat_map(|text| text.split(|c| !is_part(c)));
        Self::of_hashes(words.filter(|word| !word.is_empty()).flat_map(spellings).collect())
    }

    /// Returns the words of a text, as [`Self::of`] does.
    pub(super) fn of_text(text: &str) -> Self {
        Self::of(std::iter::once(text))
    }

    /// Returns the words with these hashes.
    pub(super) fn of_hashes(mut hashes: Vec<u32>) -> Self {
        hashes.sort_unstable();
        hashes.dedup();
        hashes.shrink_to_fit();
        Self(hashes)
    }

    /// Returns whether a text may contain a word. False only if none does.
    pub(super) fn may_have(&self, word: &str) -> bool {
        spellings(word).any(|hash| self.has(hash))
    }

    /// Returns the hashes of the words.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied()
    }

    /// Returns whether a word has this hash.
    pub(super) fn has(&self, hash: u32) -> bool {
        self.0.binary_search(&hash).is_ok()
    }
}

/// Which functions of a unit mention a word. An edit of a function does not make a new index: functions that
/// changed since it was made are looked through.
#[derive(Clone, Debug, Default)]
pub(super) struct Mentions {
    index: Arc<OnceLock<Index>>,
    /// The indices of the functions that have changed since the index was made, in ascending order.
    changed: Vec<u32>,
}

/// The words of all functions, and those of the text outside the functions.
#[derive(Debug)]
struct Index {
    /// The hashes of words with the indices of the functions that contain them, in ascending order.
    places: Vec<(u32, u32)>,
    outside: Words,
    /// The hashes of words with the offsets of their places in the declarations of the unit, in ascending order.
    declared: Vec<(u32, u32)>,
}

/// The most functions that may change before a new index is worth its time.
const MAX_CHANGED: usize = 64;

impl Mentions {
    /// Returns what is known after the functions `at` have changed.
    pub(super) fn changed(&self, at: Vec<usize>) -> Self {
        let mut next = self.clone();
        next.changed.extend(at.into_iter().map(|at| at as u32));
        next.changed.sort_unstable();
        next.changed.dedup();
        let is_kept = self.index.get().is_some() && next.changed.len() <= MAX_CHANGED;
        if is_kept { next } else { Self::default() }
    }

    /// Returns the indices of the functions that mention a word, in ascending order.
    pub(super) fn functions(&self, unit: &TranslationUnit, word: &str) -> Vec<usize> {
        let mut found = self.candidates(unit, word);
        found.retain(|at| says(unit.functions[*at].tree.text(), word));
        found
    }

    /// Returns whether text outside the functions of the unit may mention a word. False only if none does.
    pub(super) fn outside(&self, unit: &TranslationUnit, word: &str) -> bool {
        self.index(unit).outside.may_have(word)
    }

    /// Returns the byte offsets at which the declarations of the unit mention a word, as [`occurrences`] does.
    pub(super) fn declared(&self, unit: &TranslationUnit, word: &str) -> Vec<usize> {
        let (declared, text) = (&self.index(unit).declared, unit.declarations.text());
        let mut starts: Vec<u32> = spellings(word).flat_map(|hash| with_hash(declared, hash)).collect();
        starts.sort_unstable();
        starts.dedup();
        let found = starts.into_iter().map(|start| start as usize).flat_map(|start| {
            let rest = &text[start..];
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            occurrences(&rest[..end], word).map(move |at| start + at)
        });
        found.collect()
    }

    /// Returns whether the functions or declarations of the unit may mention a word. False only if none does.
    pub(super) fn any(&self, unit: &TranslationUnit, word: &str) -> bool {
        self.outside(unit, word) || !self.candidates(unit, word).is_empty()
    }

    /// Returns the words of the functions, with the indices of the functions that have them, in ascending order, and
    /// those outside of functions.
    pub(super) fn all(&self, unit: &TranslationUnit) -> (Vec<(u32, u32)>, Words) {
        let index = self.index(unit);
        let mut places = index.places.clone();
        if !self.changed.is_empty() {
            places.retain(|(_, at)| self.changed.binary_search(at).is_err());
            for at in &self.changed {
                places.extend(words_of(unit, *at as usize).0.into_iter().map(|word| (word, *at)));
            }
            places.sort_unstable();
        }
        (places, index.outside.clone())
    }

    /// Returns the indices of the functions that may mention a word, in ascending order: those that have a word with the
    /// same hash.
    pub(super) fn candidates(&self, unit: &TranslationUnit, word: &str) -> Vec<usize> {
        let places = &self.index(unit).places;
        let changed = self.changed.iter().copied();
        let mut found: Vec<u32> =
            changed.filter(|at| unit.functions[*at as usize].words().may_have(word)).collect();
        for hash in spellings(word) {
            let kept = with_hash(places, hash).filter(|at| self.changed.binary_search(at).is_err());
            found.extend(kept);
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|at| at as usize).collect()
    }

    fn index(&self, unit: &TranslationUnit) -> &Index {
        self.index.get_or_init(|| {
            let mut places = Vec::new();
            for at in 0..unit.functions.len() {
                places.extend(words_of(unit, at).0.into_iter().map(|word| (word, at as u32)));
            }
            places.sort_unstable();
            let text = unit.declarations.text();
            let mut declared: Vec<(u32, u32)> = words(text)
                .flat_map(|(word, at)| spellings(word).map(move |hash| (hash, at as u32)))
                .collect();
            declared.sort_unstable();
            let others = unit.hidden.iter().map(String::as_str).chain([text]);
            Index { places, outside: Words::of(others), declared }
        })
    }
}

/// Returns the words of a function.
fn words_of(unit: &TranslationUnit, at: usize) -> Words {
    Words::of_text(unit.functions[at].tree.text())
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the second parts of the pairs whose first part is a hash. `pairs` is in ascending order.
fn with_hash(pairs: &[(u32, u32)], hash: u32) -> impl Iterator<Item = u32> {
    let first = pairs.partition_point(|pair| pair.0 < hash);
    pairs[first..].iter().take_while(move |pair| pair.0 == hash).map(|pair| pair.1)
}

/// Returns the hashes of the spellings under which a word may be found: as it is, and without underscores
/// around it.
pub(crate) fn spellings(word: &str) -> impl Iterator<Item = u32> + use<> {
    let bare = word.trim_matches('_');
    [Some(hash(word)), (bare.len() < word.len()).then(|| hash(bare))].into_iter().flatten()
}

/// Returns the hash under which a word is kept.
pub(crate) fn hash(word: &str) -> u32 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    hasher.finish() as u32
}

/// Returns the byte offsets at which a word occurs in a text, strings and comments included. `__used__` is an
/// occurrence of `used`.
fn occurrences<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| is_part(char::from(*byte));
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

/// Returns whether every mention of a name in the declarations of a unit is an identifier that satisfies `is_fine`.
pub(super) fn declares_only(unit: &TranslationUnit, name: &str, is_fine: impl Fn(Node<'_>) -> bool) -> bool {
    let mut places = unit.mentions.declared(unit, name).into_iter();
    places.all(|at| matches!(mention(&unit.declarations, at, name), Mention::Name(node) if is_fine(node)))
}

/// A mention of a name in a text.
pub(super) enum Mention<'t> {
    /// An identifier: the name of a function or variable.
    Name(Node<'t>),
    /// A part of a string literal.
    Quoted,
    /// Anything else: a member, a label, a part of broken code.
    Other,
}

fn mentions<'t>(unit: &'t Unit, name: &'t str) -> impl Iterator<Item = Mention<'t>> {
    occurrences(unit.text(), name).map(move |at| mention(unit, at, name))
}

/// Returns the mention of a name at a byte offset of a text.
pub(super) fn mention<'t>(unit: &'t Unit, at: usize, name: &str) -> Mention<'t> {
    let place = at..at + name.len();
    match unit.root().descendant_for_byte_range(place.start, place.end) {
        Some(node) if node.kind() == Kind::Identifier && node.byte_range() == place => Mention::Name(node),
        Some(node) if matches!(node.kind(), Kind::StringContent | Kind::StringLiteral) => Mention::Quoted,
        _ => Mention::Other,
    }
}

/// Returns all words of a text that are no numbers, with the offsets where they start, strings and comments included.
pub(super) fn words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0;
    let words = text.split_inclusive(|c| !is_part(c)).map(move |word| {
        let start = at;
        at += word.len();
        (word.trim_end_matches(|c| !is_part(c)), start)
    });
    let is_name = |word: &str| {
        !word.is_empty() && (!word.starts_with(|c: char| c.is_ascii_digit()) || word.contains("__"))
    };
    words.filter(move |(word, _)| is_name(word))
}

/// The most pairs of underscores in a word whose parts are looked at.
const MOST_PAIRS: usize = 64;

/// Returns the parts of a word that count as occurrences of shorter words: `__used__` is one of `used`, and of `used__`.
/// `None` if there are too many.
pub(super) fn parts(word: &str) -> Option<Vec<&str>> {
    if !word.contains("__") {
        return Some(Vec::new());
    }
    if word.bytes().all(|byte| byte == b'_') {
        return Some((1..word.len() - 1).map(|length| &word[..length]).collect());
    }
    let pairs: Vec<usize> =
        (0..word.len()).filter(|at| word[*at..].starts_with("__")).take(MOST_PAIRS + 1).collect();
    let starts = pairs.iter().map(|pair| pair + 2).filter(|start| *start < word.len());
    let parts = starts.flat_map(|start| {
        let ends = pairs.iter().copied().filter(move |end| *end > start).chain([word.len()]);
        ends.map(move |end| &word[start..end])
    });
    (pairs.len() <= MOST_PAIRS).then(|| parts.collect())
}
