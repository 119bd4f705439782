//! A path as facts about bit-vectors.

use csieve_domains::bits::{Model, SymbolId, TermId, Terms};
use csieve_graph::{BinaryOp, Type, VarId};

use crate::PathProgram;

use super::{effects::Place, encode::Encoder};

/// Something that holds on the path.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The position in the word of the edge that makes it hold.
    pub position: usize,
    /// A term of width 1.
    pub term: TermId,
}

/// A fact that is a comparison the program makes.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    /// The index of the fact.
    pub fact: usize,
    /// The comparison that holds.
    pub op: BinaryOp,
    /// What is compared.
    pub left: (TermId, Type),
    /// With what.
    pub right: (TermId, Type),
}

/// What a symbol is: the value of a place, from some position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The place; none for a value that nothing can refer to again.
    pub place: Option<Place>,
    /// The place had this value when the path began.
    pub is_initial: bool,
}

/// The facts of a path, in its order.
#[derive(Debug)]
pub struct PathFacts {
    /// The terms.
    pub terms: Terms,
    /// The facts.
    pub facts: Vec<Fact>,
    /// Those that are comparisons of integers, in order.
    pub atoms: Vec<Atom>,
    /// What the symbols are, indexed by [`SymbolId`].
    pub versions: Vec<Version>,
}

impl PathFacts {
    /// The facts of a path.
    pub fn of(path: &PathProgram) -> Self {
        let mut encoder = Encoder::new(path.function, path.wrapv);
        for edge in path.word {
            encoder.edge(*edge);
        }
        encoder.finish()
    }

    /// The symbols of a fact.
    pub fn symbols(&self, fact: usize) -> Vec<SymbolId> {
        self.terms.symbols_of(&[self.facts[fact].term])
    }

    /// What a symbol is.
    pub fn version(&self, symbol: SymbolId) -> Version {
        self.versions[symbol.0 as usize]
    }

    /// The bits of the variables where the path begins, as far as a model says what they are, ascending.
    pub fn initial_values(&self, model: &Model) -> Vec<(VarId, u128)> {
        let values = self.versions.iter().enumerate().filter_map(|(index, version)| {
            let Some(Place::Var(var)) = version.place.filter(|_| version.is_initial) else { return None };
            Some((var, model.value(SymbolId(index as u32))?))
        });
        let mut values: Vec<_> = values.collect();
        values.sort_unstable();
        values
    }
}
