//! Computes the guesses that every statement of a path program keeps ([Houdini]), and the rules by which they
//! show that no run gets past its end.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use csieve_base::budget::Steps;

use crate::{
    CounterexamplePath,
    fold::{PathProgram, Way},
};

use super::{Predicate, PredicateId, Rule, rule::Judge};

/// Predicates that may hold at the nodes of a path program.
#[derive(Clone, Debug, Default)]
pub(super) struct Guesses {
    /// The predicates that are guessed somewhere, each once.
    pub predicates: Vec<Predicate>,
    /// For every node of the path program the ids of the predicates that are guessed there.
    pub at: Vec<BTreeSet<PredicateId>>,
}

impl Guesses {
    /// Returns an empty set of guesses for every node.
    pub(super) fn none(folded: &PathProgram) -> Self {
        Self { predicates: Vec::new(), at: vec![BTreeSet::new(); folded.nodes.len()] }
    }

    /// Adds the guess that a predicate holds at a node. Guesses for node 0, where the path begins, are
    /// ignored.
    pub(super) fn add(&mut self, node: usize, predicate: Predicate) {
        let known = self.predicates.iter().position(|known| *known == predicate);
        let index = known.unwrap_or_else(|| {
            self.predicates.push(predicate);
            self.predicates.len() - 1
        });
        if node != 0 {
            self.at[node].insert(PredicateId(index as u32));
        }
    }
}

/// Rules that together show that no run takes the last edge of a path.
#[derive(Clone, Debug)]
pub struct Held {
    /// The predicates that the rules are about, indexed by [`PredicateId`].
    pub predicates: Vec<Predicate>,
    /// The rules. The last one says that no run takes the last edge of the path.
    pub rules: Vec<Rule>,
}

/// A question for [`Judge`]: whether a predicate holds after a transition, which is given as an index into
/// the transitions of the path program.
pub(super) type RuleQuestion = (usize, PredicateId);

/// Returns the rules by which the guesses that every statement keeps exclude the end of the path. `None` if
/// these guesses do not exclude it, or if the budget runs out.
pub(super) fn held(
    path: &CounterexamplePath,
    folded: &PathProgram,
    guesses: Guesses,
    budget: &mut Steps,
) -> Option<Held> {
    let Guesses { predicates, mut at } = guesses;
    let judge = Judge::new(path.function, path.wrapv, &predicates);
    let answers = kept(&judge, &folded.ways, &mut at, budget)?;
    let end: Vec<PredicateId> = at[folded.end()].iter().copied().collect();
    let last = judge.rule(&end, folded.last, None, budget)?;
    let mut rules = needed(&folded.ways, &answers, &[(folded.end(), &last)]);
    rules.push(last);
    Some(Held { predicates, rules })
}

/// Drops each guess that some transition into its node does not establish, until all guesses are established
/// ([Houdini]). Returns the rules by which the remaining guesses hold; `None` if the budget runs out.
pub fn kept(
    judge: &Judge,
    ways: &[Way],
    at: &mut [BTreeSet<PredicateId>],
    budget: &mut Steps,
) -> Option<FxHashMap<RuleQuestion, Rule>> {
    let mut answers: FxHashMap<RuleQuestion, Rule> = FxHashMap::default();
    // The questions are asked in path order: a guess that fails is dropped before others are proved from it.
    let mut open: Vec<RuleQuestion> = Vec::new();
    for (index, way) in ways.iter().enumerate().rev() {
        open.extend(at[way.to].iter().rev().map(|guess| (index, *guess)));
    }
    while let Some((index, guess)) = open.pop() {
        let way = ways[index];
        if !at[way.to].contains(&guess) {
            continue;
        }
        let before: Vec<PredicateId> = at[way.from].iter().copied().collect();
        if budget.left() == 0 {
            return None;
        }
        if let Some(rule) = judge.rule(&before, way.edge, Some(guess), budget) {
            answers.insert((index, guess), rule);
            continue;
        }
        at[way.to].remove(&guess);
        let rests_on = |(other, _): &RuleQuestion, rule: &Rule| {
            ways[*other].from == way.to && rule.needs.contains(&guess)
        };
        let mut again: Vec<RuleQuestion> =
            answers.iter().filter(|(question, rule)| rests_on(question, rule)).map(|(one, _)| *one).collect();
        again.sort_unstable();
        for question in again.into_iter().rev() {
            answers.remove(&question);
            open.push(question);
        }
    }
    Some(answers)
}

/// Returns the rules from `answers` that the rules in `last` need, directly or through others, in the order
/// of the transitions `ways`. Each rule in `last` comes with the node before its edge.
pub fn needed(ways: &[Way], answers: &FxHashMap<RuleQuestion, Rule>, last: &[(usize, &Rule)]) -> Vec<Rule> {
    let mut wanted: BTreeSet<(usize, PredicateId)> = BTreeSet::new();
    let needs = |(node, rule): &(usize, &Rule)| {
        let node = *node;
        rule.needs.iter().map(move |need| (node, *need)).collect::<Vec<_>>()
    };
    let mut open: Vec<(usize, PredicateId)> = last.iter().flat_map(needs).collect();
    let mut used: BTreeSet<RuleQuestion> = BTreeSet::new();
    while let Some((node, predicate)) = open.pop() {
        if !wanted.insert((node, predicate)) {
            continue;
        }
        for (index, way) in ways.iter().enumerate().filter(|(_, way)| way.to == node) {
            if let Some(rule) = answers.get(&(index, predicate)) {
                used.insert((index, predicate));
                open.extend(rule.needs.iter().map(|need| (way.from, *need)));
            }
        }
    }
    let mut rules: Vec<Rule> = Vec::new();
    for question in used {
        let rule = &answers[&question];
        if !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    rules
}
