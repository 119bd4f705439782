//! The declarations in the first headers of a file. They stay the same while the file is edited.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::{
    declares::{Declares, declares},
    emit,
    hidden::mentioned_objects,
    inline::HeaderFunction,
    items::{Item, ItemKind, items},
    linked::{Link, links},
    needed::Index,
};
use csieve_preprocess::{Layered, Name, Names, SourceId, Token};

/// The external declarations of a file's first headers, cut and indexed once for all versions of the file.
#[derive(Debug, Default)]
pub struct HeaderDeclarations {
    items: Vec<Item>,
    index: Index,
    /// The ranges of tokens in which `#pragma pack` changes the layout of structures.
    packed: Vec<Range<u32>>,
    /// All typedef names that the headers introduce.
    pub(super) types: FxHashSet<Name>,
    /// The objects that the headers mention outside of their declarations, ascending.
    pub(super) mentioned: Vec<Name>,
    /// The names that the headers link otherwise than they are written.
    pub(super) links: Vec<Link>,
}

/// What a file needs from its first headers.
#[derive(Clone, Debug)]
pub struct HeaderText {
    /// The declarations, as one text. Functions are declared only.
    pub declarations: String,
    /// The short functions that the headers define, in their order.
    pub functions: Vec<HeaderFunction>,
}

impl HeaderDeclarations {
    /// Cuts the tokens of headers into external declarations, and indexes the declarations by name. In the
    /// ranges `packed` of tokens, `#pragma pack` changes the layout of structures.
    pub fn new(tokens: &[Token], packed: &[Range<u32>]) -> Self {
        let items = items(tokens, &|_| false);
        let mut declared: Vec<(u32, Declares)> = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            declared.extend(declares(tokens, item).into_iter().map(|declares| (index as u32, declares)));
        }
        let types = declared.iter().filter_map(|(_, declared)| match declared {
            Declares::Type(name) => Some(*name),
            _ => None,
        });
        let types = types.collect();
        let (index, mentioned) = (Index::new(&declared), mentioned_objects(tokens, &declared));
        let links = links(tokens, &items);
        Self { items, index, packed: packed.to_vec(), types, mentioned, links }
    }

    /// Returns whether one of the headers declares a name.
    pub(super) fn declares(&self, name: Name) -> bool {
        self.index.declares(name)
    }

    /// Returns the declarations of the names in `used`, and all declarations that these need. `tokens` must be those given
    /// to [`Self::new`].
    pub fn text(&self, tokens: &[Token], names: &Names, used: impl IntoIterator<Item = Name>) -> HeaderText {
        let expansions = Layered::default();
        let unit = emit::Unit {
            tokens,
            names,
            expansions: &expansions,
            file: SourceId::MAIN,
            text: "",
            packed: (&self.packed, 0),
            assumes: false,
            types: &self.types,
            is_value: &|_| false,
            is_object: &|_| false,
        };
        let is_value = |name| self.declares(name);
        let of_bodies = emit::Unit { is_value: &is_value, is_object: &is_value, ..unit };
        let (mut text, mut functions) = (String::new(), Vec::new());
        for index in self.index.needed(tokens, &self.items, used) {
            let item = &self.items[index];
            if let ItemKind::Function(parts) = item.kind {
                text.push_str(&emit::emit_foreign(unit, item.tokens.clone(), parts));
            } else {
                text.push_str(&emit::emit(unit, item.tokens.clone()));
            }
            text.push('\n');
            let function = item.inline_function(tokens);
            functions.extend(function.map(|parts| HeaderFunction::new(of_bodies, item, parts)));
        }
        text.shrink_to_fit();
        HeaderText { declarations: text, functions }
    }
}
