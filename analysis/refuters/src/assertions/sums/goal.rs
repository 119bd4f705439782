//! Goals of rules, and the cases in which they have to follow.

use csieve_base::budget::Steps;
use csieve_domains::relations::Linear;
use csieve_graph::EdgeId;

use super::{Implied, Predicate, PredicateId, Reader, Row, halves};

/// What a rule has to prove: one of several conjunctions. Each sum of a conjunction is to be at most 0;
/// `None` stands for a sum that never is, so no run gets past the edge.
pub(super) struct Goal(Vec<Vec<Option<Linear>>>);

impl Reader<'_> {
    /// Returns the sums of a conjunction of predicates that are at most 0, of the values before an edge
    /// or, if the edge is given, after it. `None` if a predicate is no linear sum.
    fn conjunction<'p>(
        &mut self,
        parts: impl IntoIterator<Item = &'p Predicate>,
        behind: Option<EdgeId>,
    ) -> Option<Vec<Linear>> {
        let mut sums = Vec::new();
        for part in parts {
            let Predicate::Linear { terms, constant, relation } = part else { return None };
            sums.extend(halves(&self.sum(terms, *constant, behind)?, *relation));
        }
        Some(sums)
    }

    /// Returns the goal that a predicate holds after an edge or, without a predicate, that no run gets
    /// past the edge. `None` if the predicate is not made of linear sums.
    pub(super) fn goal(&mut self, gives: Option<&Predicate>, edge: EdgeId) -> Option<Goal> {
        let mut conjunction = |parts: &[Predicate]| {
            Some(self.conjunction(parts, Some(edge))?.into_iter().map(Some).collect::<Vec<_>>())
        };
        Some(Goal(match gives {
            None => vec![vec![None]],
            Some(Predicate::Cases(cases)) => {
                cases.iter().map(|case| conjunction(case)).collect::<Option<_>>()?
            }
            Some(single) => vec![conjunction(std::slice::from_ref(single))?],
        }))
    }

    /// Returns the rows of the predicates before an edge that are linear, and for the first one that is a
    /// disjunction the rows of each of its cases. `None` if a place is no number.
    pub(super) fn known(
        &mut self,
        predicates: &[Predicate],
        before: &[PredicateId],
    ) -> Option<(Vec<Row>, Vec<Vec<Row>>)> {
        let (mut rows, mut split): (Vec<Row>, Vec<Vec<Row>>) = (Vec::new(), Vec::new());
        for &id in before {
            let of = |sums: Vec<Linear>| sums.into_iter().map(move |sum| (sum, Some(id)));
            match &predicates[id.index()] {
                Predicate::Condition { .. } => {}
                Predicate::Cases(cases) if split.is_empty() => {
                    for case in cases {
                        split.push(of(self.conjunction(case, None)?).collect());
                    }
                }
                Predicate::Cases(_) => {}
                single @ Predicate::Linear { .. } => rows.extend(of(self.conjunction([single], None)?)),
            }
        }
        Some((rows, split))
    }

    /// Proves a goal from rows, or else in each of the cases into which `split` divides them.
    pub(super) fn prove(
        &self,
        goal: &Goal,
        rows: &[Row],
        split: &[Vec<Row>],
        budget: &mut Steps,
    ) -> Option<Implied> {
        if let Some(whole) = self.prove_some(goal, rows, budget) {
            return Some(whole);
        }
        if split.is_empty() {
            return None;
        }
        let mut all = Implied::default();
        for case in split {
            let rows: Vec<Row> = case.iter().chain(rows).cloned().collect();
            all.add(self.prove_some(goal, &rows, budget)?);
        }
        Some(all)
    }

    /// Proves one of the conjunctions of a goal.
    fn prove_some(&self, goal: &Goal, rows: &[Row], budget: &mut Steps) -> Option<Implied> {
        goal.0.iter().find_map(|sums| {
            let mut found = Implied::default();
            for sum in sums {
                let opposite = sum.iter().map(|sum| (&Linear::constant(1) - sum, None));
                let all: Vec<Row> = opposite.chain(rows.iter().cloned()).collect();
                self.exclude(&all, &mut found, budget)?;
            }
            Some(found)
        })
    }
}

impl Implied {
    /// Adds another part of the proof.
    pub(super) fn add(&mut self, other: Self) {
        self.needs.extend(other.needs);
        self.scripts.extend(other.scripts);
    }
}
