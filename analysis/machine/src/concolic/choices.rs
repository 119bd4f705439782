//! Inputs as symbols.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use csieve_domains::bits::{SymbolId, TermId, Terms};

use crate::Source;

/// The bits of inputs. A pointer is 0 for NULL; every other number is an object of its own.
pub type Assignment = BTreeMap<Source, u128>;

/// The symbols of all inputs that some run has asked for, with the terms over them.
#[derive(Debug, Default)]
pub struct Choices {
    /// Terms over the symbols.
    pub terms: Terms,
    /// By input and width, since memory may be read in several.
    symbols: FxHashMap<(Source, u8), TermId>,
    /// Indexed by [`SymbolId`].
    sources: Vec<Source>,
}

impl Choices {
    /// The symbol of an input.
    pub fn symbol(&mut self, source: &Source, width: u8) -> TermId {
        let key = (source.clone(), width);
        if let Some(known) = self.symbols.get(&key) {
            return *known;
        }
        let (_, term) = self.terms.symbol(width);
        self.sources.push(source.clone());
        self.symbols.insert(key, term);
        term
    }

    /// The input of a symbol.
    pub fn source(&self, symbol: SymbolId) -> Option<&Source> {
        self.sources.get(symbol.0 as usize)
    }

    /// A number for an object of its own, for a pointer that nothing is known of yet.
    pub fn object(&self, symbol: TermId) -> u128 {
        // Far from the small numbers that a solver likes, so that two pointers are not one object by accident.
        (1 << 20) + u128::from(symbol.0)
    }
}
