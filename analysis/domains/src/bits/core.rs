//! Minimisation of UNSAT cores.

use super::{Answer, Query, TermId, Terms};
use csieve_base::budget::Steps;

/// Returns a minimal UNSAT core within `core`, as ascending indices into `assertions`. If the budget runs
/// out, the result may still have members that are not needed.
///
/// `core` must be UNSAT. If it contains several minimal cores, the members at its front are dropped first.
pub fn minimal_core(
    terms: &Terms,
    assertions: &[TermId],
    core: Vec<usize>,
    budget: &mut Steps,
) -> Vec<usize> {
    let members: Vec<TermId> = core.iter().map(|&index| assertions[index]).collect();
    let mut kept: Vec<usize> = (0..members.len()).collect();
    if let Some(mut query) = Query::new(terms, &members, budget) {
        // One call of the solver already drops most of the members that are not needed.
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

/// Decides whether some members of a core can hold together. The last members become the first assumptions of
/// the solver, so that the smaller core rather contains these.
fn solve(query: &mut Query<'_>, members: &[usize], budget: &mut Steps) -> Answer {
    let last_first: Vec<usize> = members.iter().rev().copied().collect();
    query.solve(&last_first, budget)
}

/// Replaces a core by one of its halves for as long as a half alone is UNSAT. The second half is tried first.
/// A core of three members or fewer stays as it is.
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

/// Drops each member of a core without which the other members are still UNSAT.
fn without_single_ones(query: &mut Query<'_>, mut core: Vec<usize>, budget: &mut Steps) -> Vec<usize> {
    let mut place = 0;
    while place < core.len() {
        let others: Vec<usize> = core.iter().copied().filter(|&index| index != core[place]).collect();
        match solve(query, &others, budget) {
            // The members before `place` are still needed: a core without one of them would have been found
            // before.
            Answer::Unsat(smaller) => core = smaller,
            _ => place += 1,
        }
    }
    core
}
