//! tree-sitter's numbers for the kinds and fields of nodes.

use std::sync::OnceLock;

use tree_sitter::Language;

use super::generated::{FIELDS, Field, Kind, NAMED, TOKENS};

/// The mapping between tree-sitter's numbers and our [`Kind`]s and [`Field`]s.
#[derive(Debug)]
struct Ids {
    /// The kinds, indexed by tree-sitter's number. Several numbers may have one kind: aliases, and tokens
    /// with several spellings.
    kinds: Box<[Kind]>,
    /// tree-sitter's numbers, indexed by [`Field`]; 0 for a field that tree-sitter lacks.
    fields: [u16; FIELDS.len()],
}

/// tree-sitter's number for error nodes.
const ERROR: u16 = u16::MAX;

/// Returns the kind of nodes that a number of tree-sitter stands for.
pub(super) fn kind(id: u16) -> Kind {
    match ids().kinds.get(usize::from(id)) {
        Some(kind) => *kind,
        None if id == ERROR => Kind::Error,
        None => Kind::Other,
    }
}

/// Returns tree-sitter's number for a field.
pub(super) fn field(field: Field) -> u16 {
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
            fields: FIELDS.map(|(name, _)| language.field_id_for_name(name).map_or(0, u16::from)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, NAMED, TOKENS, ids};

    #[test]
    fn the_parser_has_a_number_for_every_kind_and_field() {
        for (name, kind) in NAMED.into_iter().chain(TOKENS) {
            assert!(ids().kinds.contains(&kind), "{name}");
        }
        assert!(!ids().fields.contains(&0));
        assert!(FIELDS.iter().enumerate().all(|(at, (_, field))| *field as usize == at));
    }
}
