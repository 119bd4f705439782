//! Inputs as symbols.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use csieve_domains::bits::{SymbolId, TermId, Terms};

use crate::Source;

/// The bits that are chosen for inputs. For a pointer, 0 is NULL, and every other number stands for the start
/// of an object; equal numbers are one object.
pub type Assignment = BTreeMap<Source, u128>;

/// The symbols of all inputs that some run has asked for, with the terms over them.
#[derive(Debug, Default)]
pub struct Choices {
    /// The terms over the symbols in `symbols`.
    pub terms: Terms,
    /// The symbols by input and width in bits: memory may be read in several widths.
    symbols: FxHashMap<(Source, u8), TermId>,
    /// The inputs of the symbols, indexed by [`SymbolId`].
    sources: Vec<Source>,
}

impl Choices {
    /// Returns the symbol of an input with a width in bits, as a term. The symbol is made if it is new.
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

    /// Returns the input for which a symbol stands.
    pub fn source(&self, symbol: SymbolId) -> Option<&Source> {
        self.sources.get(symbol.0 as usize)
    }

    /// Returns the number that a pointer symbol gets as long as nothing restricts it. The number stands for
    /// an object to which no other pointer symbol leads.
    pub fn object(&self, symbol: TermId) -> u128 {
        // These numbers are far from the small ones that a solver prefers, so that two pointers do not become
        // one object by accident.
        (1 << 20) + u128::from(symbol.0)
    }
}
