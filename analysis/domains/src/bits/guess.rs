//! Guessing values under which assertions hold: a short local search. Most questions of refuters are about assertions
//! that hold together, and a guess shows that in a tenth of the time that clauses take.

use super::{Model, SymbolId, TermId, Terms, value};

/// The largest number of terms that are evaluated for one question.
const MOST_EVALUATED: usize = 12_000;

/// The largest number of constants of the terms whose surroundings are tried.
const MOST_CONSTANTS: usize = 8;

/// The values of all symbols where a search starts. Many assertions say that something is not 0.
const STARTS: [u128; 2] = [0, 1];

/// Returns whether a search finds values of the symbols under which all assertions are 1.
pub(super) fn hold_together(terms: &Terms, assertions: &[TermId]) -> bool {
    STARTS.into_iter().any(|start| Guess::new(terms, assertions, start).climbs())
}

struct Guess<'a> {
    terms: &'a Terms,
    assertions: &'a [TermId],
    /// The assertions and all terms in them.
    parts: Vec<TermId>,
    /// The first constants among the terms.
    constants: Vec<u128>,
    model: Model,
    /// The values of the parts, indexed by term.
    values: Vec<u128>,
    /// The number of evaluations that are left.
    left: usize,
}

impl<'a> Guess<'a> {
    /// Prepares the search that starts where all symbols have one value.
    fn new(terms: &'a Terms, assertions: &'a [TermId], start: u128) -> Self {
        let parts = terms.parts_of(assertions);
        let mut model = Model::default();
        if start != 0 {
            terms.symbols_of(assertions).into_iter().for_each(|symbol| model.set(symbol, start));
        }
        let constants = parts.iter().filter_map(|id| terms.as_constant(*id)).take(MOST_CONSTANTS).collect();
        let left = MOST_EVALUATED / parts.len().max(1);
        Self { terms, assertions, parts, constants, model, values: Vec::new(), left }
    }

    /// Changes, in each round, the symbol of the first assertion that does not hold with which most hold. Returns whether
    /// all assertions hold in the end.
    fn climbs(&mut self) -> bool {
        let mut holding = self.held();
        while holding < self.assertions.len() {
            let Some(failed) = self.first_failed() else { return false };
            let mut best: Option<(usize, SymbolId, u128)> = None;
            for symbol in self.terms.symbols_of(&[failed]) {
                let before = self.model.value(symbol).unwrap_or(0);
                for tried in self.candidates(symbol) {
                    if self.left == 0 {
                        return false;
                    }
                    self.model.set(symbol, tried);
                    let held = self.held();
                    if held > best.map_or(holding, |best| best.0) {
                        best = Some((held, symbol, tried));
                    }
                }
                self.model.set(symbol, before);
            }
            let Some((held, symbol, value)) = best else { return false };
            self.model.set(symbol, value);
            self.held();
            holding = held;
        }
        true
    }

    /// Evaluates the assertions and returns how many hold.
    fn held(&mut self) -> usize {
        self.left = self.left.saturating_sub(1);
        self.model.evaluate_parts(self.terms, &self.parts, &mut self.values);
        self.assertions.iter().filter(|assertion| self.values[assertion.index()] == 1).count()
    }

    /// Returns the first assertion that did not hold in the last evaluation.
    fn first_failed(&self) -> Option<TermId> {
        self.assertions.iter().copied().find(|assertion| self.values[assertion.index()] != 1)
    }

    /// Returns the values to try for a symbol: those around the constants and the values of other symbols, and the ends
    /// of the symbol's width.
    fn candidates(&self, symbol: SymbolId) -> Vec<u128> {
        let ones = value::ones(self.terms.width(self.terms.symbol_term(symbol)));
        let others = self.model.values().filter(|(other, _)| *other != symbol).map(|(_, value)| value);
        let known = self.constants.iter().copied().chain(others);
        let around = known.flat_map(|at| [at, at.wrapping_add(1), at.wrapping_sub(1)]);
        let all = [0, 1, ones, ones >> 1].into_iter().chain(around);
        let mut candidates: Vec<u128> = Vec::new();
        for value in all.map(|value| value & ones) {
            if !candidates.contains(&value) {
                candidates.push(value);
            }
        }
        candidates
    }
}
