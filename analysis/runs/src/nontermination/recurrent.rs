//! Recurrent sets: conditions that hold at the head of a loop, are kept by every round, and exclude every way
//! out ([GHMRX], section 3). The sets here are closed: every step from a state of the set leads to a state of
//! the set.
//!
//! Numbers wrap around in these proofs whatever the build says. Otherwise a proof could use that no overflow
//! happens, where an overflow in fact ends the loop.

use csieve_base::{budget::Steps, refuter_id::RefuterId};
use csieve_dataflow::ranges::Loop;
use csieve_graph::{Action, Cfg, EdgeId, Loc};
use csieve_modelcheck::model::Function;
use csieve_refuters::{Budget, ProofForm, Turn, declare_refuter};
pub(super) use csieve_refuters::{Held, Judge, Predicate, PredicateId, Rule, Way, kept, needed};

use super::{
    guesses::{Guesses, is_never},
    observe::Observed,
};
use csieve_reduction::termination::LoopCone;

declare_refuter! {
    /// Guesses what holds at the head of a loop from the last rounds of a run of the machine, and checks bit
    /// by bit that every round keeps it and that it excludes every way out. It refutes that the run leaves
    /// the loop, so the finding of the loop is confirmed.
    ///
    /// ```c
    /// # int example(int n)
    /// # {
    ///     int i = 0, sum = 0;
    ///     while (i < n) {
    ///         if (sum > 100)
    ///             break;
    ///         sum += 0;
    ///     }
    ///     return sum;
    /// # }
    /// ```
    ///
    /// No statement of the loop changes `i` or `n`, and `sum` stays 0.
    RecurrentSet {
        id: RefuterId::RecurrentSet,
        title: "States of a loop from which no run leaves it",
        turn: Turn::Loop,
        budget: Budget::Steps(STEPS),
        proves: "Conditions that every round keeps exclude all ways out, so the run never leaves the loop.",
        proof: ProofForm::Rules,
        papers: &["[GHMRX], section 3"],
    }
}

/// The largest number of steps of the solver for one recurrent set.
const STEPS: u32 = 12_000;

/// A recurrent set with its proof.
#[derive(Clone, Debug)]
pub(super) struct Recurrent {
    /// The rules that prove that the set's predicates hold. The rules that exclude the ways out come last.
    pub held: Held,
    /// The predicates that the rules require at the head of the loop.
    pub head: Vec<PredicateId>,
    /// Edges of the loop that a run no longer takes once its state is in the set.
    pub barred: Vec<EdgeId>,
}

impl Recurrent {
    /// Returns the predicate with this id.
    pub(super) fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.held.predicates[id.index()]
    }

    /// Returns the recurrent set that is guessed from the observations `seen`; `None` if the guesses that
    /// hold do not exclude every way out of the loop, or if the budget runs out.
    pub(super) fn of(function: &Function, one: &Loop, concern: &LoopCone, seen: &Observed) -> Option<Self> {
        let cfg = function.cfg;
        let nodes: Vec<Loc> =
            cfg.reverse_postorder().into_iter().filter(|loc| one.body.contains(loc.index())).collect();
        let node = |loc: Loc| nodes.iter().position(|node| *node == loc);
        let mut ways: Vec<Way> = one
            .edges(cfg)
            .iter()
            .filter_map(|&edge| {
                Some(Way { from: node(cfg.edge(edge).from)?, edge, to: node(cfg.edge(edge).to)? })
            })
            .collect();
        ways.sort_by_key(|way| way.from);
        let Guesses { predicates, mut at } = Guesses::of(concern, seen, &nodes);
        let judge = Judge::new(function, true, &predicates);
        let mut budget = Steps::new(STEPS);
        let answers = kept(&judge, &ways, &mut at, &mut budget)?;
        let mut last: Vec<(usize, Rule)> = Vec::new();
        for exit in ends(cfg, one) {
            let from = node(cfg.edge(exit).from)?;
            let before: Vec<PredicateId> = at[from].iter().copied().collect();
            last.push((from, judge.rule(&before, exit, None, &mut budget)?));
        }
        let ends: Vec<(usize, &Rule)> = last.iter().map(|(node, rule)| (*node, rule)).collect();
        let mut rules = needed(&ways, &answers, &ends);
        rules.extend(last.into_iter().map(|(_, rule)| rule));
        let is_at_head = |rule: &&Rule| cfg.edge(rule.edge).from == one.head;
        let mut head: Vec<PredicateId> =
            rules.iter().filter(is_at_head).flat_map(|rule| rule.needs.iter().copied()).collect();
        head.sort_unstable();
        head.dedup();
        let is_bar = |rule: &&Rule| {
            let gives = rule.gives.map(|given| &predicates[given.index()]);
            gives.is_some_and(is_never) && !rule.needs.iter().any(|need| is_never(&predicates[need.index()]))
        };
        let barred = rules.iter().filter(is_bar).map(|rule| rule.edge).collect();
        Some(Self { held: Held { predicates, rules }, head, barred })
    }
}

/// Returns the edges by which a run can leave a loop: the misuse edges, then the ways out that are conditions
/// in the source.
fn ends(cfg: &Cfg, one: &Loop) -> Vec<EdgeId> {
    let is_misuse = |id: &EdgeId| {
        let edge = cfg.edge(*id);
        one.body.contains(edge.from.index()) && matches!(edge.action, Action::Misuse { .. })
    };
    let mut ends: Vec<EdgeId> = cfg.edge_ids().filter(is_misuse).collect();
    ends.extend(one.exits.iter().filter(|exit| !is_misuse(exit)));
    ends
}
