//! Rules about single edges, decided over bit-vectors.

use std::rc::Rc;

use csieve_base::budget::Steps;
use csieve_domains::bits::{Answer, TermId, minimal_core, solve};
use csieve_graph::EdgeId;
use csieve_modelcheck::model::Function;

use crate::bits::{Encoder, Loads, loads, writes};

use super::{
    Predicate, PredicateId,
    sums::{self, Implied},
};

/// An implication along one edge: if some predicates hold before it, another holds after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The edge.
    pub edge: EdgeId,
    /// The predicates that have to hold before the edge, ascending.
    pub needs: Vec<PredicateId>,
    /// The predicate that holds after the edge; `None` if no run gets past the edge.
    pub gives: Option<PredicateId>,
}

/// Most steps of the solver for one rule.
const STEPS: u32 = 1_500;

/// Decides rules of one function.
pub struct Judge<'a> {
    function: &'a Function<'a>,
    wrapv: bool,
    /// The predicates, indexed by [`PredicateId`].
    predicates: &'a [Predicate],
    loads: Rc<Loads>,
}

impl<'a> Judge<'a> {
    /// A judge of rules about these predicates in a function. With `wrapv`, signed overflow wraps.
    pub fn new(function: &'a Function<'a>, wrapv: bool, predicates: &'a [Predicate]) -> Self {
        Self { function, wrapv, predicates, loads: Rc::new(loads(function.cfg)) }
    }

    /// The rule that the predicates before an edge imply `gives` after it, reduced to a minimal set of needs.
    /// `None` if the implication does not hold or the budget runs out.
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
        let answer = solve(terms, &assertions, &mut own);
        let rule = match answer {
            Answer::Unsat(core) => {
                let core = minimal_core(terms, &assertions, core, &mut own);
                let mut needs: Vec<PredicateId> =
                    core.into_iter().filter_map(|index| before.get(index).copied()).collect();
                needs.sort_unstable();
                Some(Rule { edge, needs, gives })
            }
            _ => None,
        };
        budget.take_many(given - own.left());
        rule
    }

    /// The rule if it follows from linear sums alone, with its scripts; else `None`.
    pub fn implied(
        &self,
        before: &[PredicateId],
        edge: EdgeId,
        gives: Option<PredicateId>,
        budget: &mut Steps,
    ) -> Option<Implied> {
        sums::implied((self.function, self.wrapv), self.predicates, (before, edge, gives), budget)
    }

    /// The negation of a rule as a formula: the encoder with its terms, the terms to assert, and the
    /// predicates for which the first of these terms stand. `None` if a predicate cannot be encoded.
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

    /// Whether a predicate holds after an edge because it held before and the edge writes no place that it
    /// reads. This needs no solver.
    pub fn stays(&self, before: &[PredicateId], edge: EdgeId, given: PredicateId) -> bool {
        before.contains(&given) && !self.writes(edge, given)
    }

    /// Whether an edge may write a place that a predicate reads.
    fn writes(&self, edge: EdgeId, predicate: PredicateId) -> bool {
        let edge = self.function.cfg.edge(edge);
        self.predicates[predicate.index()].places().iter().any(|place| writes(self.function, edge, *place))
    }
}
