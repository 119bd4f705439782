//! Guesses of what holds in a loop for ever, from what a run saw there.

use std::collections::BTreeSet;

use crate::{
    cfg::{ExprId, Loc, VarId},
    machine::Known,
    model::Function,
    refute::{Place, Predicate, PredicateId, Relation},
};

use super::{concern::Concern, observe::Observed};

/// Most pairs of variables whose difference is looked at.
const MOST_PAIRS: usize = 8;

/// What may hold at the locations of a loop.
#[derive(Clone, Debug, Default)]
pub struct Guesses {
    /// The predicates, each once.
    pub predicates: Vec<Predicate>,
    /// For every location its guesses.
    pub at: Vec<BTreeSet<PredicateId>>,
}

impl Guesses {
    /// What held whenever the run came to these locations; where it never came, that no run does.
    pub fn of(function: &Function, concern: &Concern, seen: &Observed, nodes: &[Loc]) -> Self {
        let mut guesses = Self { predicates: Vec::new(), at: vec![BTreeSet::new(); nodes.len()] };
        let pairs = pairs(function, concern);
        for (node, loc) in nodes.iter().enumerate() {
            if seen.at(*loc).next().is_none() {
                guesses.add(node, never());
            }
            for &(var, read) in &concern.vars {
                // Where nobody came, what holds everywhere else may as well.
                guesses.bounds(node, &[(var, 1)], range(seen, *loc, |value| value(read)));
            }
            for [a, b] in &pairs {
                let difference = |value: &dyn Fn(ExprId) -> Option<i128>| value(a.1)?.checked_sub(value(b.1)?);
                let mut terms = [(a.0, 1), (b.0, -1)];
                terms.sort_unstable();
                let sign = i128::from(terms[0].1);
                let signed = |value: &dyn Fn(ExprId) -> Option<i128>| Some(difference(value)? * sign);
                guesses.bounds(node, &[(terms[0].0, 1), (terms[1].0, -1)], range(seen, *loc, signed));
            }
            for &expr in &concern.conditions {
                if let Some(holds) = truth(seen, *loc, expr) {
                    guesses.add(node, Predicate::Condition { expr, holds });
                }
            }
        }
        guesses
    }

    fn add(&mut self, node: usize, predicate: Predicate) {
        let known = self.predicates.iter().position(|known| *known == predicate);
        let index = known.unwrap_or_else(|| {
            self.predicates.push(predicate);
            self.predicates.len() - 1
        });
        self.at[node].insert(PredicateId(index as u32));
    }

    /// A sum lies between two numbers, both inclusive.
    fn bounds(&mut self, node: usize, sum: &[(VarId, i64)], range: Option<(i128, i128)>) {
        let Some((low, high)) = range else { return };
        let terms = |sign: i64| sum.iter().map(|(var, one)| (Place::Var(*var), one * sign)).collect();
        let mut say = |sign, constant, relation| {
            self.add(node, Predicate::Linear { terms: terms(sign), constant, relation });
        };
        if low == high {
            say(1, -low, Relation::Zero);
        }
        say(1, -high, Relation::AtMostZero);
        say(-1, low, Relation::AtMostZero);
    }
}

/// Holds where no run comes.
fn never() -> Predicate {
    Predicate::Linear { terms: Vec::new(), constant: 1, relation: Relation::Zero }
}

/// Whether a predicate is the one that holds where no run comes.
pub fn is_never(predicate: &Predicate) -> bool {
    *predicate == never()
}

/// The smallest and the greatest value of something at a location, or at all if the run never came there.
fn range(
    seen: &Observed,
    loc: Loc,
    of: impl Fn(&dyn Fn(ExprId) -> Option<i128>) -> Option<i128>,
) -> Option<(i128, i128)> {
    let is_seen = seen.at(loc).next().is_some();
    let mut range: Option<(i128, i128)> = None;
    for sight in seen.sights.iter().filter(|sight| !is_seen || sight.at == loc) {
        let value = of(&|expr| match seen.value(sight, expr) {
            Known::Number(number) => Some(number),
            _ => None,
        })?;
        let (low, high) = range.unwrap_or((value, value));
        range = Some((low.min(value), high.max(value)));
    }
    range
}

/// Whether a condition was always true, or always false, at a location, or at all if the run never came there.
fn truth(seen: &Observed, loc: Loc, expr: ExprId) -> Option<bool> {
    let is_seen = seen.at(loc).next().is_some();
    let mut all = seen.sights.iter().filter(|sight| !is_seen || sight.at == loc);
    let first = seen.value(all.next()?, expr).truth()?;
    all.all(|sight| seen.value(sight, expr).truth() == Some(first)).then_some(first)
}

type Read = (VarId, ExprId);

/// The pairs of variables that a condition asks for together.
fn pairs(function: &Function, concern: &Concern) -> Vec<[Read; 2]> {
    let mut pairs: Vec<[Read; 2]> = Vec::new();
    for condition in &concern.conditions {
        let asked = &function.dependencies(*condition).vars;
        let own: Vec<Read> = concern.vars.iter().filter(|(var, _)| asked.contains(var)).copied().collect();
        if let &[a, b] = own.as_slice()
            && !pairs.contains(&[a, b])
            && pairs.len() < MOST_PAIRS
        {
            pairs.push([a, b]);
        }
    }
    pairs
}
