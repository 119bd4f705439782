//! The path formula as a list of facts about bit-vectors.

use csieve_domains::bits::{Model, SymbolId, TermId, Terms};
use csieve_graph::{BinaryOp, Type, VarId};

use crate::CounterexamplePath;

use super::{effects::SymbolSubject, encode::Encoder};

/// A conjunct of the path formula: a condition over bit-vectors that holds for every run along the path.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The position in the word of the edge that makes it hold.
    pub position: usize,
    /// The condition, a term of width 1.
    pub term: TermId,
}

/// A fact that comes from a comparison of two integers in the program.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    /// The index of the fact in [`PathFacts::facts`].
    pub fact: usize,
    /// The comparison operator that holds between the operands.
    pub op: BinaryOp,
    /// The left operand with its type.
    pub left: (TermId, Type),
    /// The right operand with its type.
    pub right: (TermId, Type),
}

/// The meaning of a symbol: the value that a place has from some position of the path on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The place. `None` for an arbitrary value that belongs to no place.
    pub place: Option<SymbolSubject>,
    /// Whether the place has this value where the path begins.
    pub is_initial: bool,
}

/// The facts of a path, in its order.
#[derive(Debug)]
pub struct PathFacts {
    /// The terms of the facts and their symbols.
    pub terms: Terms,
    /// The facts, by ascending position in the word.
    pub facts: Vec<Fact>,
    /// The facts that come from comparisons of integers, in order.
    pub atoms: Vec<Atom>,
    /// The meanings of the symbols, indexed by [`SymbolId`].
    pub versions: Vec<Version>,
}

impl PathFacts {
    /// Encodes a path as facts.
    pub fn of(path: &CounterexamplePath) -> Self {
        let mut encoder = Encoder::new(path.function, path.wrapv);
        for edge in path.word {
            encoder.edge(*edge);
        }
        encoder.finish()
    }

    /// Returns the symbols of the fact with this index.
    pub fn symbols(&self, fact: usize) -> Vec<SymbolId> {
        self.terms.symbols_of(&[self.facts[fact].term])
    }

    /// Returns the meaning of a symbol.
    pub fn version(&self, symbol: SymbolId) -> Version {
        self.versions[symbol.0 as usize]
    }

    /// Returns the bits of variables where the path begins, ascending by variable. Only variables for which
    /// the model has a value are listed.
    pub fn initial_values(&self, model: &Model) -> Vec<(VarId, u128)> {
        let values = self.versions.iter().enumerate().filter_map(|(index, version)| {
            let Some(SymbolSubject::Var(var)) = version.place.filter(|_| version.is_initial) else {
                return None;
            };
            Some((var, model.value(SymbolId(index as u32))?))
        });
        let mut values: Vec<_> = values.collect();
        values.sort_unstable();
        values
    }
}
