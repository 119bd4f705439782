//! Finds the header declarations that a file needs: those of the names that the file uses, of the names in
//! these declarations, and so on. Headers declare far more than any file uses, so only the needed
//! declarations are parsed.

use rustc_hash::FxHashMap;

use super::{
    declares::{Declares, declares},
    items::{Item, ItemKind},
};
use csieve_preprocess::{Name, Token, TokenKind};

/// The external declarations of headers, indexed by the names that they introduce.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// For every name, the indices in the list of external declarations of those that introduce the name,
    /// ascending.
    by_name: FxHashMap<Name, Vec<u32>>,
}

impl Index {
    /// Indexes the external declarations `items` by the names that they introduce.
    pub(super) fn new(tokens: &[Token], items: &[Item]) -> Self {
        let mut by_name: FxHashMap<Name, Vec<u32>> = FxHashMap::default();
        for (index, item) in items.iter().enumerate() {
            for declared in declares(tokens, item) {
                let (Declares::Type(name) | Declares::Tag(name) | Declares::Value(name)) = declared;
                by_name.entry(name).or_default().push(index as u32);
            }
        }
        Self { by_name }
    }

    /// Returns whether any declaration introduces a name.
    pub(super) fn declares(&self, name: Name) -> bool {
        self.by_name.contains_key(&name)
    }

    /// Returns the indices in `items` of the declarations of `names`, and of all declarations that these need
    /// in turn, in ascending order.
    pub(super) fn needed(
        &self,
        tokens: &[Token],
        items: &[Item],
        names: impl IntoIterator<Item = Name>,
    ) -> Vec<usize> {
        let mut taken = vec![false; items.len()];
        let mut pending: Vec<u32> = Vec::new();
        let want = |name: Name, taken: &mut Vec<bool>, pending: &mut Vec<u32>| {
            for &index in self.by_name.get(&name).map_or(&[][..], Vec::as_slice) {
                if !std::mem::replace(&mut taken[index as usize], true) {
                    pending.push(index);
                }
            }
        };
        for name in names {
            want(name, &mut taken, &mut pending);
        }
        while let Some(index) = pending.pop() {
            let item = &items[index as usize];
            let end = match item.kind {
                ItemKind::Function(parts) if item.inline_function(tokens).is_none() => parts.body,
                _ => item.tokens.end,
            };
            for token in &tokens[item.tokens.start..end] {
                if token.kind == TokenKind::Identifier {
                    want(token.name, &mut taken, &mut pending);
                }
            }
        }
        (0..items.len()).filter(|&index| taken[index]).collect()
    }
}
