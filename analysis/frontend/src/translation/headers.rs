//! The declarations of the first headers of a file, which stay the same while the file is edited.

use rustc_hash::FxHashSet;

use super::{
    declares::{Declares, declares},
    emit,
    hidden::mentioned_objects,
    items::{Item, ItemKind, items},
    needed::Index,
};
use csieve_preprocess::{Layered, Name, Names, SourceId, Token};

/// The external declarations of headers, cut and indexed once for all versions of the file that includes
/// them.
#[derive(Debug, Default)]
pub struct HeaderDeclarations {
    items: Vec<Item>,
    index: Index,
    /// All typedef names that the headers introduce.
    pub(super) types: FxHashSet<Name>,
    /// The objects that the headers mention outside of their declarations, ascending.
    pub(super) mentioned: Vec<Name>,
}

impl HeaderDeclarations {
    /// Cuts the tokens of headers into declarations, and indexes these by name.
    pub fn new(tokens: &[Token]) -> Self {
        let items = items(tokens, &|_| false);
        let index = Index::new(tokens, &items);
        let types =
            items.iter().flat_map(|item| declares(tokens, item)).filter_map(|declared| match declared {
                Declares::Type(name) => Some(name),
                _ => None,
            });
        let types = types.collect();
        let mentioned = mentioned_objects(tokens, &items);
        Self { items, index, types, mentioned }
    }

    /// Returns whether a header declares a name.
    pub(super) fn declares(&self, name: Name) -> bool {
        self.index.declares(name)
    }

    /// Returns the declarations of the names in `used`, and those that these need in turn, as one text.
    pub fn text(&self, tokens: &[Token], names: &Names, used: impl IntoIterator<Item = Name>) -> String {
        let expansions = Layered::default();
        let unit = emit::Unit {
            tokens,
            names,
            expansions: &expansions,
            file: SourceId::MAIN,
            text: "",
            assumes: false,
            types: &self.types,
            is_value: &|_| false,
        };
        let mut text = String::new();
        for index in self.index.needed(tokens, &self.items, used) {
            let item = &self.items[index];
            if let ItemKind::Function { body, names, .. } = item.kind {
                text.push_str(&emit::emit_foreign(unit, item.tokens.clone(), emit::Parts { body, names }));
            } else {
                text.push_str(&emit::emit(unit, item.tokens.clone()));
            }
            text.push('\n');
        }
        text
    }
}
