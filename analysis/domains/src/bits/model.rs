//! Models: values of symbols, and the evaluation of terms with them.

use std::collections::BTreeMap;

use super::{SymbolId, Term, TermId, Terms, value};

/// An assignment of values to symbols. A symbol without a value counts as 0.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    values: BTreeMap<SymbolId, u128>,
}

impl Model {
    /// Returns the value of a symbol, or None if the model gives it none.
    pub fn value(&self, symbol: SymbolId) -> Option<u128> {
        self.values.get(&symbol).copied()
    }

    /// Sets the value of a symbol.
    pub fn set(&mut self, symbol: SymbolId, value: u128) {
        self.values.insert(symbol, value);
    }

    /// Returns the symbols that have a value, ascending, with their values.
    pub fn values(&self) -> impl Iterator<Item = (SymbolId, u128)> {
        self.values.iter().map(|(&symbol, &value)| (symbol, value))
    }

    /// Returns the value of a term in this model.
    pub fn evaluate(&self, terms: &Terms, term: TermId) -> u128 {
        self.evaluate_all(terms, &[term])[0]
    }

    /// Returns the values of several terms in this model. Common parts of the terms are evaluated once.
    pub fn evaluate_all(&self, terms: &Terms, ids: &[TermId]) -> Vec<u128> {
        let mut values = Vec::new();
        self.evaluate_parts(terms, &terms.parts_of(ids), &mut values);
        ids.iter().map(|id| values[id.index()]).collect()
    }

    /// Evaluates terms in ascending order, of which each has its operands among the others ([`Terms::parts_of`]). Their
    /// values are then in `values`, which is indexed by term.
    pub(super) fn evaluate_parts(&self, terms: &Terms, parts: &[TermId], values: &mut Vec<u128>) {
        values.resize(parts.last().map_or(0, |last| last.index() + 1), 0);
        for &id in parts {
            values[id.index()] = self.one(terms, id, values);
        }
    }

    /// Evaluates a term whose operands have their values in `values`, which is indexed by term.
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
