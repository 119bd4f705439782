//! Cores that cannot do without any of their members.

use super::{Answer, Query, TermId, Terms};
use crate::budget::Steps;

/// A core that cannot do without any of its members, as far as the budget goes; ascending.
///
/// The order of `core` says which members are the first to go where there is a choice.
pub fn minimal_core(
    terms: &Terms,
    assertions: &[TermId],
    core: Vec<usize>,
    budget: &mut Steps,
) -> Vec<usize> {
    let members: Vec<TermId> = core.iter().map(|&index| assertions[index]).collect();
    let mut kept: Vec<usize> = (0..members.len()).collect();
    if let Some(mut query) = Query::new(terms, &members, budget) {
        kept = without_halves(&mut query, kept, budget);
        kept = without_single_ones(&mut query, kept, budget);
    }
    let mut kept: Vec<usize> = kept.into_iter().map(|place| core[place]).collect();
    kept.sort_unstable();
    kept
}

/// Drops halves for as long as what is left is still a core.
fn without_halves(query: &mut Query<'_>, mut core: Vec<usize>, budget: &mut Steps) -> Vec<usize> {
    while core.len() > 3 {
        let (first, second) = core.split_at(core.len() / 2);
        // The first are the first to go.
        core = match (query.solve(second, budget), first) {
            (Answer::Unsat(smaller), _) => smaller,
            (_, first) => match query.solve(first, budget) {
                Answer::Unsat(smaller) => smaller,
                _ => return core,
            },
        };
    }
    core
}

/// Drops each member without which there is still a core.
fn without_single_ones(query: &mut Query<'_>, mut core: Vec<usize>, budget: &mut Steps) -> Vec<usize> {
    let mut place = 0;
    while place < core.len() {
        let others: Vec<usize> = core.iter().copied().filter(|&index| index != core[place]).collect();
        match query.solve(&others, budget) {
            // Those before are needed still: a core of fewer is a core without them, too.
            Answer::Unsat(smaller) => core = smaller,
            _ => place += 1,
        }
    }
    core
}
