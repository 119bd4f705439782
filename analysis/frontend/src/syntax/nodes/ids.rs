//! tree-sitter's numbers for the kinds and fields of nodes.

use std::sync::OnceLock;

use tree_sitter::Language;

use super::generated::{FIELDS, Field, Kind, NAMED, TOKENS};
pub(super) use crate::syntax::packed::ERROR;

/// The mapping between tree-sitter's numbers and our [`Kind`]s and [`Field`]s.
#[derive(Debug)]
struct Ids {
    /// The kinds, indexed by tree-sitter's number. Several numbers may have one kind: aliases, and tokens
    /// with several spellings.
    kinds: Box<[Kind]>,
    /// Whether the kinds with tree-sitter's numbers have names in the grammar, unlike tokens such as `;`.
    named: Box<[bool]>,
    /// tree-sitter's numbers, indexed by [`Field`]; [`NO_FIELD`] for a field that tree-sitter lacks.
    fields: [u8; FIELDS.len()],
}

/// The number of a field that no node has.
const NO_FIELD: u8 = u8::MAX;

/// Returns the kind of nodes that a number of tree-sitter stands for.
pub(super) fn kind(id: u16) -> Kind {
    match ids().kinds.get(usize::from(id)) {
        Some(kind) => *kind,
        None if id == ERROR => Kind::Error,
        None => Kind::Other,
    }
}

/// Returns whether a number of tree-sitter stands for a kind with a name in the grammar. Errors count as such.
pub(super) fn is_named(id: u16) -> bool {
    ids().named.get(usize::from(id)).is_none_or(|is_named| *is_named)
}

/// Returns tree-sitter's number for a field.
pub(super) fn field(field: Field) -> u8 {
    ids().fields[field as usize]
}

fn ids() -> &'static Ids {
    static IDS: OnceLock<Ids> = OnceLock::new();
    IDS.get_or_init(|| Ids::of(&tree_sitter_c::LANGUAGE.into()))
}

impl Ids {
    fn of(language: &Language) -> Self {
        let kind = |id: u16| {
            let name = language.node_kind_for_id(id)?;
            let table = if language.node_kind_is_named(id) { &NAMED[..] } else { &TOKENS[..] };
            table.iter().find(|known| known.0 == name).map(|known| known.1)
        };
        let count = language.node_kind_count().min(usize::from(ERROR)) as u16;
        Self {
            kinds: (0..count).map(|id| kind(id).unwrap_or(Kind::Other)).collect(),
            named: (0..count).map(|id| language.node_kind_is_named(id)).collect(),
            fields: FIELDS.map(|(name, _)| {
                let id = language.field_id_for_name(name);
                id.and_then(|id| u8::try_from(id.get()).ok()).unwrap_or(NO_FIELD)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, NAMED, NO_FIELD, TOKENS, ids};

    #[test]
    fn the_parser_has_a_number_for_every_kind_and_field() {
        for (name, kind) in NAMED.into_iter().chain(TOKENS) {
            assert!(ids().kinds.contains(&kind), "{name}");
        }
        assert!(!ids().fields.contains(&NO_FIELD) && !ids().fields.contains(&0));
        let fields = tree_sitter::Language::from(tree_sitter_c::LANGUAGE).field_count();
        assert!(fields < usize::from(NO_FIELD), "a field is kept as a byte");
        assert!(FIELDS.iter().enumerate().all(|(at, (_, field))| *field as usize == at));
    }
}
