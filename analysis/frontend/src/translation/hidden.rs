//! Finds uses of a file's functions in parts of the unit that no text of the translation contains: bodies of
//! functions in headers, and tokens that are no declaration.

use rustc_hash::FxHashSet;

use super::items::{Item, ItemKind};
use csieve_preprocess::{Name, Names, Token};

/// Returns the names of those `functions` that are named in a part of the unit without a text, in ascending
/// order. `is_foreign` says whether an item is a function of a header.
pub(super) fn hidden(
    tokens: &[Token],
    names: &Names,
    items: &[Item],
    functions: &FxHashSet<Name>,
    is_foreign: impl Fn(&Item) -> bool,
) -> Vec<String> {
    let unseen = items.iter().filter_map(|item| match item.kind {
        ItemKind::Function { body, .. } if is_foreign(item) => Some(body..item.tokens.end),
        ItemKind::Stray => Some(item.tokens.clone()),
        ItemKind::Function { .. } | ItemKind::Declaration => None,
    });
    let named = unseen.flat_map(|range| &tokens[range]).map(|token| token.name);
    let found: FxHashSet<Name> = named.filter(|name| functions.contains(name)).collect();
    let mut spelled: Vec<String> = found.into_iter().map(|name| names.text(name).to_owned()).collect();
    spelled.sort_unstable();
    spelled
}
