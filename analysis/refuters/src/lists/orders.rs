//! The orders of numbers that a program may depend on: it compares these numbers with each other.

use std::collections::BTreeSet;

use csieve_domains::heap::{Along, Command, FieldId, Path, Relation, Source, VarIndex};

use super::fields::Field;

/// Returns the orders that nodes may be in, along each link, and the variables that are compared with others.
/// There are none of both if no numbers of objects are compared.
pub(super) fn followed<'c>(
    fields: &[Field],
    commands: impl Iterator<Item = &'c Command>,
) -> (Vec<Along>, Vec<VarIndex>) {
    let (mut numbers, mut vars): (BTreeSet<FieldId>, BTreeSet<VarIndex>) = Default::default();
    for command in commands {
        let Command::Test(Source::Place(left), relation, Source::Place(right)) = command else { continue };
        if matches!(relation, Relation::Equal | Relation::Different) {
            continue;
        }
        for Path { var, fields: path } in [left, right] {
            match path.last() {
                None => vars.insert(*var),
                Some(field) => fields[*field].is_number() && numbers.insert(*field),
            };
        }
    }
    if numbers.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let links: Vec<FieldId> = (0..fields.len()).filter(|field| !fields[*field].is_number()).collect();
    let along = numbers.iter().flat_map(|&number| links.iter().map(move |&link| Along { link, number }));
    (along.collect(), vars.into_iter().collect())
}
