//! The meaning of ordinary names at file scope: type or value.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{
    HeaderDeclarations,
    declares::{Declares, declares},
    items::Item,
};
use csieve_preprocess::{Name, Token};

/// The typedef names and other ordinary names that a unit declares outside functions.
#[derive(Clone, Debug)]
pub struct Declared {
    pub(super) headers: Arc<HeaderDeclarations>,
    /// The typedef names, including those of headers.
    pub(super) types: FxHashSet<Name>,
    /// The objects, functions and enumeration constants that the file declares.
    values: FxHashSet<Name>,
    /// Whether no header is missing, so that every type is known.
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

    /// Returns whether a name that is no typedef name is certainly not a type.
    pub(super) fn is_value(&self, name: Name) -> bool {
        self.complete || self.values.contains(&name) || self.headers.declares(name)
    }

    /// Returns whether the unit declares a name as an object, a function or an enumeration constant.
    pub(super) fn is_object(&self, name: Name) -> bool {
        self.values.contains(&name) || self.headers.declares(name)
    }

    /// Returns the names among tokens that a header declares, ascending.
    pub(super) fn needs(&self, tokens: &[Token]) -> Vec<Name> {
        let mut needs: Vec<Name> =
            tokens.iter().map(|token| token.name).filter(|name| self.headers.declares(*name)).collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }
}
