//! Values of symbols, and what terms are then.

use std::collections::BTreeMap;

use super::{SymbolId, Term, TermId, Terms, value};

/// Values of symbols; a symbol without a value is 0.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    values: BTreeMap<SymbolId, u128>,
}

impl Model {
    /// The value of a symbol, if it has one.
    pub fn value(&self, symbol: SymbolId) -> Option<u128> {
        self.values.get(&symbol).copied()
    }

    /// Gives a symbol a value.
    pub fn set(&mut self, symbol: SymbolId, value: u128) {
        self.values.insert(symbol, value);
    }

    /// The symbols with a value, ascending.
    pub fn values(&self) -> impl Iterator<Item = (SymbolId, u128)> {
        self.values.iter().map(|(&symbol, &value)| (symbol, value))
    }

    /// The value of a term.
    pub fn evaluate(&self, terms: &Terms, term: TermId) -> u128 {
        self.evaluate_all(terms, &[term])[0]
    }

    /// The values of several terms, which may have parts in common.
    pub fn evaluate_all(&self, terms: &Terms, ids: &[TermId]) -> Vec<u128> {
        let parts = terms.parts_of(ids);
        let mut values = vec![0; parts.last().map_or(0, |last| last.index() + 1)];
        for id in parts {
            values[id.index()] = self.one(terms, id, &values);
        }
        ids.iter().map(|id| values[id.index()]).collect()
    }

    /// The value of a term whose operands have theirs.
    fn one(&self, terms: &Terms, id: TermId, values: &[u128]) -> u128 {
        let width = terms.width(id);
        let value_of = |id: TermId| values[id.index()];
        match *terms.get(id) {
            Term::Const(value) => value,
            Term::Symbol(symbol) => self.value(symbol).unwrap_or(0) & value::ones(width),
            Term::Unary(op, of) => value::unary(op, width, value_of(of)),
            Term::Binary(op, left, right) => value::binary(op, width, value_of(left), value_of(right)),
            Term::Compare(comparison, left, right) => {
                let holds = value::compare(comparison, terms.width(left), value_of(left), value_of(right));
                u128::from(holds)
            }
            Term::Ite(condition, yes, no) => value_of(if value_of(condition) == 1 { yes } else { no }),
            Term::ZeroExtend(of) => value_of(of),
            Term::SignExtend(of) => value::signed(terms.width(of), value_of(of)) as u128 & value::ones(width),
            Term::Extract { of, low } => (value_of(of) >> low) & value::ones(width),
        }
    }
}
