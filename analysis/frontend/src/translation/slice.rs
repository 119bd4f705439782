//! Slices of a unit: the external declarations that a part of its functions needs.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    declares::{Declares, declares},
    digraphs::without_digraphs,
    items::{Item, ItemKind, items},
};
use csieve_preprocess::{Name, Names, Token, TokenKind, canonical, known};

/// An external declaration of a unit, and how much of it a slice keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlicePart {
    /// The indices of the declaration's tokens.
    pub tokens: Range<usize>,
    /// How much of it is kept.
    pub kept: Kept,
}

/// How much of an external declaration a slice keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// All of it.
    Whole,
    /// A function without its body, which begins at the token with this index.
    Header(usize),
    /// Nothing of it.
    Nothing,
}

/// What a slice must keep. Functions get indices of tokens.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// The names that code outside of the unit uses.
    pub names: &'a [Name],
    /// Returns whether the external declaration with these tokens is kept whatever it is.
    pub is_fixed: &'a dyn Fn(&Range<usize>) -> bool,
    /// Returns whether a function is kept without its body, if it is kept: that with its name and its body at
    /// these indices.
    pub is_hollow: &'a dyn Fn(usize, Range<usize>) -> bool,
}

/// Returns all external declarations of a unit, in order, with how much of each must be kept so that what is
/// kept means the same as in the whole unit. What is not understood is kept. A name counts as used wherever
/// it is mentioned, also as that of a member.
pub fn sliced(tokens: &[Token], names: &Names, wanted: Wanted<'_>) -> Vec<SlicePart> {
    let tokens = &without_digraphs(tokens);
    let items = items(tokens, &|_| false);
    let index = index(tokens, &items);
    let runs_by_itself: FxHashSet<Name> =
        BY_ITSELF.iter().filter_map(|spelling| names.get(spelling)).collect();
    let mut slice =
        Slice { tokens, names, items: &items, index, kept: vec![None; items.len()], pending: Vec::new() };
    for (at, item) in items.iter().enumerate() {
        let header = &tokens[item.tokens.start..header_end(item)];
        let is_started = header.iter().any(|token| runs_by_itself.contains(&token.name));
        if is_started {
            for declared in declares(tokens, item) {
                let (Declares::Type(name) | Declares::Tag(name) | Declares::Value(name)) = declared;
                slice.want_whole(name);
            }
        }
        let is_asm = header.first().is_some_and(|token| canonical(token.name) == known::ASM);
        if is_started || is_asm || item.kind == ItemKind::Stray || (wanted.is_fixed)(&item.tokens) {
            slice.keep(at, Kept::Whole);
        }
    }
    for name in wanted.names {
        slice.want(*name, &wanted);
    }
    while let Some(at) = slice.pending.pop() {
        slice.follow(at, &wanted);
    }
    let Slice { kept, .. } = slice;
    let parts = items.iter().zip(kept);
    parts
        .map(|(item, kept)| SlicePart { tokens: item.tokens.clone(), kept: kept.unwrap_or(Kept::Nothing) })
        .collect()
}

/// The attributes with which a function runs although nothing calls it.
const BY_ITSELF: [&str; 4] = ["constructor", "__constructor__", "destructor", "__destructor__"];

struct Slice<'a> {
    tokens: &'a [Token],
    names: &'a Names,
    items: &'a [Item],
    index: FxHashMap<Name, Vec<u32>>,
    /// How much is kept of each item so far.
    kept: Vec<Option<Kept>>,
    /// The items whose names are not followed yet.
    pending: Vec<usize>,
}

impl Slice<'_> {
    fn keep(&mut self, at: usize, kept: Kept) {
        if self.kept[at].is_none() || kept == Kept::Whole && self.kept[at] != Some(Kept::Whole) {
            self.kept[at] = Some(kept);
            self.pending.push(at);
        }
    }

    /// Keeps what declares a name.
    fn want(&mut self, name: Name, wanted: &Wanted<'_>) {
        for at in self.index.get(&name).cloned().unwrap_or_default() {
            let at = at as usize;
            if self.kept[at].is_some() {
                continue;
            }
            let item = &self.items[at];
            let kept = match item.kind {
                ItemKind::Function(parts) if (wanted.is_hollow)(parts.name, parts.body..item.tokens.end) => {
                    Kept::Header(parts.body)
                }
                _ => Kept::Whole,
            };
            self.keep(at, kept);
        }
    }

    /// Keeps what declares a name, functions with their bodies.
    fn want_whole(&mut self, name: Name) {
        for at in self.index.get(&name).cloned().unwrap_or_default() {
            self.keep(at as usize, Kept::Whole);
        }
    }

    /// Keeps what an item needs of which something is kept.
    fn follow(&mut self, at: usize, wanted: &Wanted<'_>) {
        let item = &self.items[at];
        let end = match self.kept[at] {
            Some(Kept::Header(body)) => body,
            _ => item.tokens.end,
        };
        // Nobody knows what a function does that is kept with its body although the caller would leave it
        // out.
        let is_unknown = match item.kind {
            ItemKind::Function(parts) if end == item.tokens.end => {
                (wanted.is_hollow)(parts.name, parts.body..end)
            }
            _ => false,
        };
        for at in item.tokens.start..end {
            let token = &self.tokens[at];
            match token.kind {
                TokenKind::Identifier if is_unknown || self.is_cleanup(at) => self.want_whole(token.name),
                TokenKind::Identifier => self.want(token.name, wanted),
                // `__attribute__((alias("other")))` names a function in a string.
                TokenKind::String => {
                    let named = self.names.text(token.name).trim_matches('"');
                    if let Some(name) = self.names.get(named) {
                        self.want_whole(name);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns whether a token is the function in `cleanup(function)`, which runs although nothing calls it.
    fn is_cleanup(&self, at: usize) -> bool {
        at >= 2
            && self.tokens[at - 1].name == known::LEFT_PAREN
            && matches!(self.names.text(self.tokens[at - 2].name), "cleanup" | "__cleanup__")
    }
}

/// Returns for each name the items that declare it. The item that mentions a tag first declares it too,
/// unless it does so among parameters: without it, a later parameter would be of another type.
fn index(tokens: &[Token], items: &[Item]) -> FxHashMap<Name, Vec<u32>> {
    let mut index: FxHashMap<Name, Vec<u32>> = FxHashMap::default();
    let mut tags: FxHashSet<Name> = FxHashSet::default();
    for (at, item) in items.iter().enumerate() {
        for declared in declares(tokens, item) {
            let (Declares::Type(name) | Declares::Tag(name) | Declares::Value(name)) = declared;
            index.entry(name).or_default().push(at as u32);
        }
        let mut depth = 0usize;
        for token in item.tokens.start..header_end(item) {
            match canonical(tokens[token].name) {
                known::LEFT_PAREN => depth += 1,
                known::RIGHT_PAREN => depth = depth.saturating_sub(1),
                known::STRUCT | known::UNION | known::ENUM if depth == 0 => {
                    let tag = tokens.get(token + 1).filter(|tag| tag.kind == TokenKind::Identifier);
                    if let Some(tag) = tag.filter(|tag| tags.insert(tag.name)) {
                        index.entry(tag.name).or_default().push(at as u32);
                    }
                }
                _ => {}
            }
        }
    }
    index
}

/// Returns the index of the token where the body of a function begins, or where another item ends.
fn header_end(item: &Item) -> usize {
    match item.kind {
        ItemKind::Function(parts) => parts.body,
        _ => item.tokens.end,
    }
}
