//! Finds uses of functions and objects in parts of the unit that no text of the translation contains: bodies
//! of functions in headers, initialisers in the first headers, and tokens that are no declaration.

use rustc_hash::FxHashSet;

use super::{
    declares::Declares,
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
/// in an initialiser; in ascending order. Errs on the side of too many: a member or parameter of the same name counts.
pub(super) fn mentioned_objects(tokens: &[Token], declared: &[(u32, Declares)]) -> Vec<Name> {
    let mut uses: Vec<Uses> = Vec::new();
    for (_, declared) in declared {
        if let Declares::Value(name) = declared {
            if uses.len() <= name.index() {
                uses.resize_with(name.index() + 1, Uses::default);
            }
            uses[name.index()].declarations += 1;
        }
    }
    let mut objects: Vec<Name> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if let Some(uses) = uses.get_mut(token.name.index()).filter(|uses| uses.declarations > 0) {
            uses.mentions += 1;
            uses.is_called |= tokens.get(at + 1).is_some_and(|next| next.name == known::LEFT_PAREN);
            // Each such name once.
            if uses.mentions == uses.declarations + 1 {
                objects.push(token.name);
            }
        }
    }
    objects.retain(|name| !uses[name.index()].is_called);
    objects.sort_unstable();
    objects
}

/// What headers do with a name.
#[derive(Default)]
struct Uses {
    /// How often they declare it.
    declarations: u32,
    /// How often they mention it in all.
    mentions: u32,
    /// Whether `(` follows somewhere.
    is_called: bool,
}
