//! Cores that cannot do without any of their members.

use super::{Answer, Query, TermId, Terms};
use csieve_base::budget::Steps;

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
        // The solver already leaves out most of what is not needed.
        if let Answer::Unsat(smaller) = solve(&mut query, &kept, budget) {
            kept = smaller;
        }
        kept = without_halves(&mut query, kept, budget);
        kept = without_single_ones(&mut query, kept, budget);
    }
    let is_kept = |place: usize| kept.binary_search(&place).is_ok();
    let members = core.into_iter().enumerate().filter(|&(place, _)| is_kept(place));
    let mut kept: Vec<usize> = members.map(|(_, index)| index).collect();
    kept.sort_unstable();
    kept
}

/// The last members come first, so that they are those of a core where there is a choice.
fn solve(query: &mut Query<'_>, members: &[usize], budget: &mut Steps) -> Answer {
    let last_first: Vec<usize> = members.iter().rev().copied().collect();
    query.solve(&last_first, budget)
}

/// Drops halves for as long as what is left is still a core, the first half if both would do.
fn without_halves(query: &mut Query<'_>, mut core: Vec<usize>, budget: &mut Steps) -> Vec<usize> {
    while core.len() > 3 {
        let (first, second) = core.split_at(core.len() / 2);
        let halves = [second, first];
        let smaller = halves.iter().find_map(|half| match solve(query, half, budget) {
            Answer::Unsat(smaller) => Some(smaller),
            Answer::Sat(_) | Answer::Unknown => None,
        });
        match smaller {
            Some(smaller) => core = smaller,
            None => break,
        }
    }
    core
}

/// Drops each member without which there is still a core.
fn without_single_ones(query: &mut Query<'_>, mut core: Vec<usize>, budget: &mut Steps) -> Vec<usize> {
    let mut place = 0;
    while place < core.len() {
        let others: Vec<usize> = core.iter().copied().filter(|&index| index != core[place]).collect();
        match solve(query, &others, budget) {
            // Those before are needed still: a core of fewer is a core without them, too.
            Answer::Unsat(smaller) => core = smaller,
            _ => place += 1,
        }
    }
    core
}
