//! Rules about single edges, decided bit by bit.

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

/// If these hold, then behind an edge another one does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The edge.
    pub edge: EdgeId,
    /// What has to hold before it, ascending.
    pub needs: Vec<PredicateId>,
    /// What holds behind it; none if no run gets past it.
    pub gives: Option<PredicateId>,
}

/// Most steps of the solver for one rule.
const STEPS: u32 = 1_500;

/// Decides rules of one function.
pub struct Judge<'a> {
    function: &'a Function<'a>,
    wrapv: bool,
    /// What rules are about.
    predicates: &'a [Predicate],
    loads: Rc<Loads>,
}

impl<'a> Judge<'a> {
    /// Decides rules about predicates in a function; `wrapv` says that signed numbers wrap.
    pub fn new(function: &'a Function<'a>, wrapv: bool, predicates: &'a [Predicate]) -> Self {
        Self { function, wrapv, predicates, loads: Rc::new(loads(function.cfg)) }
    }

    /// The rule that what holds before an edge leads to something behind it, with as few needs as are found; none if it
    /// does not, or cannot be told.
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

    /// A rule that follows from sums alone, with its proofs.
    pub fn implied(
        &self,
        before: &[PredicateId],
        edge: EdgeId,
        gives: Option<PredicateId>,
        budget: &mut Steps,
    ) -> Option<Implied> {
        sums::implied((self.function, self.wrapv), self.predicates, (before, edge, gives), budget)
    }

    /// What would be true if a rule failed: as an encoder that has its terms, the terms, and the predicates that the
    /// first of these stand for.
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

    /// Whether something holds behind an edge because it did before, and the edge writes nothing that it is about: that needs
    /// no solver.
    pub fn stays(&self, before: &[PredicateId], edge: EdgeId, given: PredicateId) -> bool {
        before.contains(&given) && !self.writes(edge, given)
    }

    /// Whether an edge may change what a predicate is about.
    fn writes(&self, edge: EdgeId, predicate: PredicateId) -> bool {
        let edge = self.function.cfg.edge(edge);
        self.predicates[predicate.index()].places().iter().any(|place| writes(self.function, edge, *place))
    }
}
