//! Rules about single edges, decided by linear arithmetic or over bit-vectors.

use std::rc::Rc;

use csieve_base::budget::Steps;
use csieve_domains::bits::{TermId, contradiction, minimal_core};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::Function;

use crate::bits::{Encoder, Loads, loads, writes};

use super::{
    Predicate, PredicateId,
    sums::{self, Implied},
};

/// An implication along one edge: if some predicates hold before the edge, another predicate holds after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The edge that the rule is about.
    pub edge: EdgeId,
    /// The predicates that have to hold before the edge, ascending.
    pub needs: Vec<PredicateId>,
    /// The predicate that holds after the edge; `None` if no run gets past the edge.
    pub gives: Option<PredicateId>,
}

/// The largest number of steps of the SAT solver for one rule.
const STEPS: u32 = 1_500;

/// Decides rules about the edges of one function.
pub struct Judge<'a> {
    function: &'a Function<'a>,
    wrapv: bool,
    /// The predicates, indexed by [`PredicateId`].
    predicates: &'a [Predicate],
    loads: Rc<Loads>,
}

impl<'a> Judge<'a> {
    /// Makes a judge of rules over these predicates in a function. With `wrapv`, signed overflow wraps.
    pub fn new(function: &'a Function<'a>, wrapv: bool, predicates: &'a [Predicate]) -> Self {
        Self { function, wrapv, predicates, loads: Rc::new(loads(function.cfg)) }
    }

    /// Decides whether the predicates before an edge imply `gives` after it or, without `gives`, that no run
    /// gets past it. Returns the rule with only the predicates that it needs. `None` if the implication does
    /// not hold or the budget runs out.
    pub fn rule(
        &self,
        before: &[PredicateId],
        edge: EdgeId,
        gives: Option<PredicateId>,
        budget: &mut Steps,
    ) -> Option<Rule> {
        if let Some(given) = gives
            && self.stays(before, edge, given)
        {
            return Some(Rule { edge, needs: vec![given], gives });
        }
        if let Some(implied) = self.implied(before, edge, gives, budget) {
            return Some(Rule { edge, needs: implied.needs, gives });
        }
        let (encoder, assertions, before) = self.question(before, edge, gives)?;
        let terms = &encoder.finish().terms;
        let mut own = Steps::new(STEPS.min(budget.left()));
        let given = own.left();
        let rule = contradiction(terms, &assertions, &mut own).map(|core| {
            let core = minimal_core(terms, &assertions, core, &mut own);
            let mut needs: Vec<PredicateId> =
                core.into_iter().filter_map(|index| before.get(index).copied()).collect();
            needs.sort_unstable();
            Rule { edge, needs, gives }
        });
        budget.take_many(given - own.left());
        rule
    }

    /// Decides the question of [`Self::rule`] by linear arithmetic alone. Returns the needs and scripts of
    /// the rule; `None` if it does not follow from linear sums.
    pub fn implied(
        &self,
        before: &[PredicateId],
        edge: EdgeId,
        gives: Option<PredicateId>,
        budget: &mut Steps,
    ) -> Option<Implied> {
        sums::implied((self.function, self.wrapv), self.predicates, (before, edge, gives), budget)
    }

    /// Encodes the negation of a rule. Returns the encoder, the terms to assert, and the predicates to which
    /// the first of these terms belong, in order. Predicates in `before` without an encoding are left out;
    /// `None` if `gives` has none.
    pub fn question(
        &self,
        before: &[PredicateId],
        edge: EdgeId,
        gives: Option<PredicateId>,
    ) -> Option<(Encoder<'_>, Vec<TermId>, Vec<PredicateId>)> {
        let mut encoder = Encoder::sharing(self.function, self.wrapv, Rc::clone(&self.loads));
        let known =
            before.iter().filter_map(|id| Some((*id, self.predicates[id.index()].term(&mut encoder)?)));
        let (before, mut assertions): (Vec<PredicateId>, Vec<TermId>) = known.unzip();
        encoder.edge(edge);
        let after = match gives {
            Some(given) => Some(self.predicates[given.index()].term(&mut encoder)?),
            None => None,
        };
        assertions.extend(encoder.facts());
        if let Some(after) = after {
            assertions.push(encoder.terms().not(after));
        }
        Some((encoder, assertions, before))
    }

    /// Returns whether a predicate holds after an edge because it held before, and the edge writes no place
    /// that the predicate reads. This needs no solver.
    pub fn stays(&self, before: &[PredicateId], edge: EdgeId, given: PredicateId) -> bool {
        before.contains(&given) && !self.writes(edge, given)
    }

    /// Returns whether an edge may write a place that a predicate reads.
    fn writes(&self, edge: EdgeId, predicate: PredicateId) -> bool {
        let edge = self.function.cfg.edge(edge);
        self.predicates[predicate.index()].places().iter().any(|place| writes(self.function, edge, *place))
    }
}
