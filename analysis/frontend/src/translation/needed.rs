//! Finds the header declarations that a file needs: those of the names that the file uses, of the names in
//! these declarations, and so on. Headers declare far more than any file uses, so only the needed
//! declarations are parsed.

use super::{
    declares::Declares,
    items::{Item, ItemKind},
};
use csieve_preprocess::{Name, Token, TokenKind};

/// The external declarations of headers, indexed by the names that they introduce.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// For every name by its number, where its declarations start in `items`; those of the last name end with the list.
    starts: Vec<u32>,
    /// The indices in the list of external declarations, ascending for each name.
    items: Vec<u32>,
}

impl Index {
    /// Indexes external declarations by the names that they introduce: `declared` has each of these names with the index
    /// of its declaration, in order.
    pub(super) fn new(declared: &[(u32, Declares)]) -> Self {
        let names = declared.iter().map(|(_, declared)| declared.name().index() + 1).max().unwrap_or(0);
        let mut starts = vec![0; names + 1];
        for (_, declared) in declared {
            starts[declared.name().index() + 1] += 1;
        }
        for at in 0..names {
            starts[at + 1] += starts[at];
        }
        let (mut next, mut items) = (starts.clone(), vec![0; declared.len()]);
        for (item, declared) in declared {
            let next = &mut next[declared.name().index()];
            items[*next as usize] = *item;
            *next += 1;
        }
        Self { starts, items }
    }

    /// Returns whether any declaration introduces a name.
    pub(super) fn declares(&self, name: Name) -> bool {
        !self.declaring(name).is_empty()
    }

    /// Returns the indices of the declarations that introduce a name.
    fn declaring(&self, name: Name) -> &[u32] {
        match self.starts.get(name.index()..) {
            Some([start, end, ..]) => &self.items[*start as usize..*end as usize],
            _ => &[],
        }
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
            for &index in self.declaring(name) {
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
