//! Ordinary names at file scope: whether they name types or values.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{
    HeaderDeclarations,
    declares::{Declares, declares},
    items::Item,
};
use csieve_preprocess::{Name, Token};

/// The typedef names and other ordinary names that a translation unit declares outside functions.
#[derive(Clone, Debug)]
pub struct Declared {
    pub(super) headers: Arc<HeaderDeclarations>,
    /// The typedef names of the unit, including those of headers.
    pub(super) types: FxHashSet<Name>,
    /// The names of objects, functions and enumeration constants that the file and its later headers declare.
    values: FxHashSet<Name>,
    /// Whether no header is missing, so that every typedef name of the unit is known.
    complete: bool,
}

impl Declared {
    pub(super) fn new(
        headers: &Arc<HeaderDeclarations>,
        tokens: &[Token],
        items: &[Item],
        complete: bool,
    ) -> Self {
        let (mut types, mut values) = (headers.types.clone(), FxHashSet::default());
        for declared in items.iter().flat_map(|item| declares(tokens, item)) {
            match declared {
                Declares::Type(name) => drop(types.insert(name)),
                Declares::Value(name) => drop(values.insert(name)),
                Declares::Tag(_) => {}
            }
        }
        Self { headers: Arc::clone(headers), types, values, complete }
    }

    /// Returns whether a name is certainly not a type. It must not be a typedef name that the unit declares.
    pub(super) fn is_value(&self, name: Name) -> bool {
        self.complete || self.is_object(name)
    }

    /// Returns whether the unit declares a name as an object, a function or an enumeration constant.
    pub(super) fn is_object(&self, name: Name) -> bool {
        self.values.contains(&name) || self.headers.declares(name)
    }

    /// Returns the names in `tokens` that the first headers declare, in ascending order, each once.
    pub(super) fn needs(&self, tokens: &[Token]) -> Vec<Name> {
        let mut needs: Vec<Name> =
            tokens.iter().map(|token| token.name).filter(|name| self.headers.declares(*name)).collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }
}
