//! The condition on inputs under which a run takes its path, and the questions whether more can hold.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use csieve_base::budget::Steps;
use csieve_domains::bits::{Answer, Model, SymbolId, Term, TermId, Terms, solve};

/// The conditions of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    /// The conditions, terms of width 1 that hold together, in order.
    pub conditions: Rc<Vec<TermId>>,
    /// Values of the inputs with which the run takes the path; `None` if the solver could not tell whether there are
    /// any.
    pub model: Option<Rc<Values>>,
}

/// Values of symbols. Copies share most of what they have: each split of a long run makes one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values(imbl::OrdMap<SymbolId, u128>);

impl Values {
    /// Returns the values with those of a model in their place.
    fn with(&self, model: &Model) -> Self {
        let mut all = self.0.clone();
        for (symbol, value) in model.values() {
            all.insert(symbol, value);
        }
        Self(all)
    }

    /// Returns the value of a symbol; one without a value counts as 0.
    fn of(&self, symbol: SymbolId) -> u128 {
        self.0.get(&symbol).copied().unwrap_or(0)
    }
}

impl Path {
    /// Creates the path of a run that has decided nothing.
    pub(crate) fn start() -> Self {
        Self { conditions: Rc::default(), model: Some(Rc::default()) }
    }
}

/// The number of terms that can be copied for one step.
const COPIED_IN_A_STEP: usize = 64;

/// Answers questions about conditions.
pub(crate) struct Solver {
    symbols: FxHashMap<TermId, Rc<[SymbolId]>>,
    /// The steps that are left for all questions together.
    left: u32,
    /// The largest number of steps of one question.
    most: u32,
}

impl Solver {
    /// Creates a solver with a number of steps for all questions together, and one for each question.
    pub(crate) fn new(all: u32, most: u32) -> Self {
        Self { symbols: FxHashMap::default(), left: all, most }
    }

    /// Returns whether no steps are left.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// Returns the symbols of a term, ascending.
    pub(crate) fn symbols(&mut self, terms: &Terms, term: TermId) -> Rc<[SymbolId]> {
        let found = self.symbols.entry(term).or_insert_with(|| terms.symbols_of(&[term]).into());
        Rc::clone(found)
    }

    /// Returns those of some conditions that share symbols with others of them or with `symbols`, in order.
    pub(crate) fn related(
        &mut self,
        terms: &Terms,
        mut symbols: FxHashSet<SymbolId>,
        conditions: &[TermId],
    ) -> Vec<TermId> {
        let mut is_related = vec![false; conditions.len()];
        loop {
            let mut is_new = false;
            for (condition, related) in conditions.iter().zip(&mut is_related) {
                let of = self.symbols(terms, *condition);
                if !*related && of.iter().any(|symbol| symbols.contains(symbol)) {
                    *related = true;
                    is_new = true;
                    symbols.extend(of.iter().copied());
                }
            }
            if !is_new {
                break;
            }
        }
        conditions
            .iter()
            .zip(is_related)
            .filter(|(_, related)| *related)
            .map(|(condition, _)| *condition)
            .collect()
    }

    /// Returns the path with one more condition; `None` if no run takes it.
    pub(crate) fn with(&mut self, terms: &Terms, path: &Path, condition: TermId) -> Option<Path> {
        match terms.as_constant(condition) {
            Some(0) => return None,
            Some(_) => return Some(path.clone()),
            None => {}
        }
        let mut conditions = Rc::clone(&path.conditions);
        Rc::make_mut(&mut conditions).push(condition);
        if let Some(model) = &path.model
            && holds(terms, condition, model)
        {
            return Some(Path { conditions, model: Some(Rc::clone(model)) });
        }
        let symbols = self.symbols(terms, condition).iter().copied().collect();
        let mut asked = self.related(terms, symbols, &path.conditions);
        asked.push(condition);
        let model = match self.solve(terms, &asked) {
            Answer::Unsat(_) => return None,
            Answer::Unknown => None,
            Answer::Sat(found) => path.model.as_ref().map(|model| Rc::new(model.with(&found))),
        };
        Some(Path { conditions, model })
    }

    /// Returns values of symbols with which some conditions hold, of which those that share no symbols with `more` hold
    /// with the values of `model`.
    pub(crate) fn together(
        &mut self,
        terms: &Terms,
        conditions: &[TermId],
        more: &[TermId],
        model: &Values,
    ) -> Option<Values> {
        let symbols = terms.symbols_of(more).into_iter().collect();
        let mut asked = self.related(terms, symbols, conditions);
        asked.extend(more);
        let Answer::Sat(found) = self.solve(terms, &asked) else { return None };
        Some(model.with(&found))
    }

    /// Returns inputs with which a run takes a path, if the solver finds some.
    pub(crate) fn model(&mut self, terms: &Terms, path: &Path) -> Option<Rc<Values>> {
        if path.model.is_some() {
            return path.model.clone();
        }
        match self.solve(terms, &path.conditions) {
            Answer::Sat(model) => Some(Rc::new(Values::default().with(&model))),
            Answer::Unsat(_) | Answer::Unknown => None,
        }
    }

    /// Decides whether conditions can hold together. All symbols of the conditions have a value in a model.
    fn solve(&mut self, terms: &Terms, conditions: &[TermId]) -> Answer {
        let small = Small::new(terms, conditions);
        let given = self.left.min(self.most);
        let mut budget = Steps::new(given);
        let answer = solve(&small.terms, &small.roots, &mut budget);
        let copied = (small.terms.len() / COPIED_IN_A_STEP) as u32;
        self.left = self.left.saturating_sub(given - budget.left() + copied);
        match answer {
            Answer::Sat(model) => {
                let mut own = Model::default();
                for (index, symbol) in small.symbols.iter().enumerate() {
                    own.set(*symbol, model.value(SymbolId(index as u32)).unwrap_or(0));
                }
                Answer::Sat(own)
            }
            other @ (Answer::Unsat(_) | Answer::Unknown) => other,
        }
    }
}

/// Returns whether a condition holds with values of the symbols.
pub(crate) fn holds(terms: &Terms, condition: TermId, model: &Values) -> bool {
    value(terms, condition, model) == 1
}

/// Returns the value of a term with values of the symbols.
pub(crate) fn value(terms: &Terms, term: TermId, model: &Values) -> u128 {
    let small = Small::new(terms, &[term]);
    let mut own = Model::default();
    for (index, symbol) in small.symbols.iter().enumerate() {
        own.set(SymbolId(index as u32), model.of(*symbol));
    }
    own.evaluate(&small.terms, small.roots[0])
}

/// Some terms in an arena of their own: what a question takes then does not depend on how many terms there are.
struct Small {
    terms: Terms,
    roots: Vec<TermId>,
    /// The symbols outside, by the symbols here.
    symbols: Vec<SymbolId>,
}

impl Small {
    fn new(all: &Terms, roots: &[TermId]) -> Self {
        let mut small = Self { terms: Terms::default(), roots: Vec::new(), symbols: Vec::new() };
        let mut made: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut open: Vec<TermId> = roots.to_vec();
        while let Some(&term) = open.last() {
            if made.contains_key(&term) {
                open.pop();
                continue;
            }
            let before = open.len();
            open.extend(all.get(term).operands().filter(|operand| !made.contains_key(operand)));
            if open.len() == before {
                let copy = small.copy(all, term, &made);
                made.insert(term, copy);
                open.pop();
            }
        }
        small.roots = roots.iter().map(|root| made[root]).collect();
        small
    }

    fn copy(&mut self, all: &Terms, term: TermId, made: &FxHashMap<TermId, TermId>) -> TermId {
        let (width, terms) = (all.width(term), &mut self.terms);
        match *all.get(term) {
            Term::Const(value) => terms.constant(width, value),
            Term::Symbol(symbol) => {
                self.symbols.push(symbol);
                terms.symbol(width).1
            }
            Term::Unary(op, of) => terms.unary(op, made[&of]),
            Term::Binary(op, left, right) => terms.binary(op, made[&left], made[&right]),
            Term::Compare(comparison, left, right) => terms.compare(comparison, made[&left], made[&right]),
            Term::Ite(condition, yes, no) => terms.ite(made[&condition], made[&yes], made[&no]),
            Term::ZeroExtend(of) => terms.extend(made[&of], width, false),
            Term::SignExtend(of) => terms.extend(made[&of], width, true),
            Term::Extract { of, low } => terms.extract(made[&of], low, width),
        }
    }
}

#[cfg(test)]
mod tests {
    use csieve_domains::bits::{Comparison, Terms};

    use super::{Path, Solver, holds};

    #[test]
    fn a_path_keeps_values_that_lead_along_it() {
        let (mut terms, mut solver) = (Terms::default(), Solver::new(1_000, 100));
        let [x, y] = [(); 2].map(|()| terms.symbol(8).1);
        let nine = terms.constant(8, 9);
        let above = terms.compare(Comparison::Ult, nine, x);
        let below = terms.not(above);
        let equal = terms.compare(Comparison::Eq, x, y);
        let path = solver.with(&terms, &Path::start(), above).expect("it is possible");
        assert!(solver.with(&terms, &path, below).is_none());
        let path = solver.with(&terms, &path, equal).expect("it is possible");
        let model = path.model.clone().expect("there are values");
        assert!([above, equal].iter().all(|condition| holds(&terms, *condition, &model)));
        // What is asked of one symbol says nothing of others.
        let related = solver.related(&terms, [].into_iter().collect(), &path.conditions);
        assert_eq!(related, []);
    }
}
