//! The closeness of a proof: the conditions that would no longer rule out the path if they were a little
//! weaker.

use csieve_base::budget::Steps;
use csieve_domains::{
    bits::{Answer, BinaryOp as BitOp, TermId, Terms, solve},
    bitwise,
};
use csieve_graph::{BinaryOp, Comparator, EdgeId, Type};

use crate::{CounterexamplePath, Proof, Reasoning};

use super::facts::{Atom, PathFacts};

/// The largest number of facts of a conflict for which weaker conditions are tried.
const MAX_FACTS: usize = 300;

/// The largest number of steps of the SAT solver for each question.
const STEPS: u32 = 200;

/// A condition of a conflict and a change that makes it weaker, so that the other facts of the conflict can
/// all hold together with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weaker {
    /// The edge of the condition.
    pub edge: EdgeId,
    /// The change that makes the condition weaker.
    pub how: Weakening,
}

/// A smallest change that makes a condition weaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weakening {
    /// `<` becomes `<=`, `>` becomes `>=`.
    OrEqual,
    /// This number, 1 or -1, is added to the right side.
    Moved(i8),
    /// The condition is dropped.
    Dropped,
}

/// Returns the conditions of a proof that only just rule out its path, each with a change that makes it weak
/// enough. Empty if the facts of the proof's statements are no conflict by themselves.
pub fn weaker(path: &CounterexamplePath, proof: &Proof) -> Vec<Weaker> {
    let edges = proof_edges(path, proof);
    let facts = PathFacts::of(path);
    let is_own = |fact: &usize| edges.contains(&path.word[facts.facts[*fact].position]);
    let own: Vec<usize> = (0..facts.facts.len()).filter(is_own).collect();
    let assertions: Vec<TermId> = own.iter().map(|fact| facts.facts[*fact].term).collect();
    let mut terms = facts.terms.clone();
    let is_conflict = |terms: &Terms, assertions: &[TermId]| {
        matches!(solve(terms, assertions, &mut Steps::new(STEPS)), Answer::Unsat(_))
    };
    if own.len() > MAX_FACTS || !is_conflict(&terms, &assertions) {
        return Vec::new();
    }
    let mut found: Vec<Weaker> = Vec::new();
    for atom in &facts.atoms {
        let Ok(at) = own.binary_search(&atom.fact) else { continue };
        let edge = path.word[facts.facts[atom.fact].position];
        for (how, condition) in weakenings(&mut terms, atom) {
            let mut changed = assertions.clone();
            changed[at] = condition;
            let one = Weaker { edge, how };
            if !found.contains(&one)
                && matches!(solve(&terms, &changed, &mut Steps::new(STEPS)), Answer::Sat(_))
            {
                found.push(one);
            }
        }
    }
    found
}

/// Returns the edges of the statements in a proof. Empty for proofs of an earlier misuse.
fn proof_edges(path: &CounterexamplePath, proof: &Proof) -> Vec<EdgeId> {
    match &proof.reasoning {
        Reasoning::Intervals(conflict) => {
            conflict.updates.iter().map(|id| path.automaton.update(*id).edge).collect()
        }
        Reasoning::Bits(conflict) => conflict.clauses.iter().map(|clause| clause.edge).collect(),
        Reasoning::Assertions(conflict) => conflict.clauses.iter().map(|clause| clause.edge).collect(),
        Reasoning::Heaps(conflict) => conflict.clauses.iter().map(|clause| clause.edge).collect(),
        Reasoning::Misuse(_) => Vec::new(),
    }
}

fn weakenings(terms: &mut Terms, atom: &Atom) -> Vec<(Weakening, TermId)> {
    let mut compared = |op: BinaryOp, by: i8| {
        let width = terms.width(atom.right.0);
        let by = terms.constant(width, i128::from(by) as u128);
        let right = (terms.binary(BitOp::Add, atom.right.0, by), atom.right.1);
        let meaning = bitwise::binary(terms, op, [atom.left, right], Type::INT, false)?;
        Some(bitwise::is_true(terms, meaning.value))
    };
    let mut all = Vec::new();
    match atom.op.comparator() {
        Some(Comparator::Lt) => all.push((Weakening::OrEqual, compared(BinaryOp::Le, 0))),
        Some(Comparator::Gt) => all.push((Weakening::OrEqual, compared(BinaryOp::Ge, 0))),
        Some(Comparator::Le) => all.push((Weakening::Moved(1), compared(BinaryOp::Le, 1))),
        Some(Comparator::Ge) => all.push((Weakening::Moved(-1), compared(BinaryOp::Ge, -1))),
        Some(Comparator::Eq) => {
            all.push((Weakening::Moved(1), compared(BinaryOp::Eq, 1)));
            all.push((Weakening::Moved(-1), compared(BinaryOp::Eq, -1)));
        }
        Some(Comparator::Ne) | None => all.push((Weakening::Dropped, Some(terms.truth(true)))),
    }
    all.into_iter().filter_map(|(how, term)| Some((how, term?))).collect()
}
