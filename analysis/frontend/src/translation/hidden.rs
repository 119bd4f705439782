//! Finds uses of functions and objects in parts of the unit that no text of the translation contains: bodies
//! of functions in headers, initialisers in the first headers, and tokens that are no declaration.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    declares::{Declares, declares},
    items::{Item, ItemKind},
};
use csieve_preprocess::{Name, Names, Token, known};

/// Returns the names that satisfy `is_wanted` and that a part of the unit without a text mentions, together
/// with `others`, in ascending order, each once. `is_foreign` says whether an item is a function of a header.
pub(super) fn hidden(
    tokens: &[Token],
    names: &Names,
    items: &[Item],
    others: &[Name],
    is_wanted: impl Fn(Name) -> bool,
    is_foreign: impl Fn(&Item) -> bool,
) -> Vec<String> {
    let unseen = items.iter().filter_map(|item| match item.kind {
        ItemKind::Function(parts) if is_foreign(item) => Some(parts.body..item.tokens.end),
        ItemKind::Stray => Some(item.tokens.clone()),
        ItemKind::Function(_) | ItemKind::Declaration => None,
    });
    let named = unseen.flat_map(|range| &tokens[range]).map(|token| token.name);
    let named = named.filter(|name| is_wanted(*name));
    let found: FxHashSet<Name> = named.chain(others.iter().copied()).collect();
    let mut spelled: Vec<String> = found.into_iter().map(|name| names.text(name).to_owned()).collect();
    spelled.sort_unstable();
    spelled
}

/// Returns the objects that headers declare and mention somewhere else as well: in the body of a function, or
/// in an initialiser. Errs on the side of too many: a member or parameter of the same name counts.
pub(super) fn mentioned_objects(tokens: &[Token], items: &[Item]) -> Vec<Name> {
    let mut declarations: FxHashMap<Name, u32> = FxHashMap::default();
    for declared in items.iter().flat_map(|item| declares(tokens, item)) {
        if let Declares::Value(name) = declared {
            *declarations.entry(name).or_insert(0) += 1;
        }
    }
    let mut mentions: FxHashMap<Name, u32> = FxHashMap::default();
    let mut functions: FxHashSet<Name> = FxHashSet::default();
    for (at, token) in tokens.iter().enumerate() {
        if declarations.contains_key(&token.name) {
            *mentions.entry(token.name).or_insert(0) += 1;
            if tokens.get(at + 1).is_some_and(|next| next.name == known::LEFT_PAREN) {
                functions.insert(token.name);
            }
        }
    }
    let is_object = |name: &Name| !functions.contains(name) && mentions[name] > declarations[name];
    let mut objects: Vec<Name> = mentions.keys().copied().filter(is_object).collect();
    objects.sort_unstable();
    objects
}
