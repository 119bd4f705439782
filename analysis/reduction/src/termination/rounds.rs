//! The rounds of a loop as words: the paths from its head back to its head.

use csieve_dataflow::ranges::Loop;
use csieve_graph::Cfg;

use super::slice::{KeptEdge, Slice};

/// The largest number of different rounds of a loop. A round is a path once around the
/// loop. Two rounds are the same if the slice keeps the same edges of both.
const MOST: usize = 24;

/// The largest number of edges that the slice keeps of one round.
const LONGEST: usize = 80;

/// The edges of a round that the slice keeps, in order.
pub(super) type RoundWord = Vec<KeptEdge>;

/// Returns all different rounds of a loop. Inner loops take any number of rounds and then end. `None` if
/// there are too many rounds, or if an inner loop has a second entry.
pub(super) fn rounds(cfg: &Cfg, one: &Loop, all: &[Loop], slice: &Slice) -> Option<Vec<RoundWord>> {
    let order = cfg.reverse_postorder();
    let rank = cfg.ranks(&order);
    let inner = |loc: csieve_graph::Loc| {
        all.iter().find(|other| other.head == loc && other.head != one.head && one.body.contains(loc.index()))
    };
    let mut words: Vec<Vec<RoundWord>> = vec![Vec::new(); cfg.location_count()];
    words[one.head.index()].push(Vec::new());
    let mut found: Vec<RoundWord> = Vec::new();
    for loc in order.into_iter().filter(|loc| one.body.contains(loc.index())) {
        let mut here = std::mem::take(&mut words[loc.index()]);
        if let Some(inner) = inner(loc) {
            let written: RoundWord =
                inner.edges(cfg).iter().filter_map(|id| slice.kept(*id)).map(only_write).collect();
            for word in &mut here {
                word.extend(&written);
            }
        }
        for &id in &cfg.successors[loc.index()] {
            let to = cfg.edge(id).to;
            let is_back = rank[to.index()] <= rank[loc.index()];
            let goes_on = if to == one.head {
                &mut found
            } else if !one.body.contains(to.index())
                || inner(to).is_some_and(|inner| inner.back.contains(id.index()))
            {
                continue;
            } else if is_back {
                return None;
            } else {
                &mut words[to.index()]
            };
            for word in &here {
                let word: RoundWord = word.iter().copied().chain(slice.kept(id)).collect();
                if !goes_on.contains(&word) {
                    goes_on.push(word);
                }
            }
            if goes_on.len() > MOST || goes_on.iter().any(|word| word.len() > LONGEST) {
                return None;
            }
        }
    }
    Some(found)
}

/// Returns the effect of an edge in an inner loop, which takes any number of rounds: the edge may write any
/// value.
fn only_write(kept: KeptEdge) -> KeptEdge {
    match kept {
        KeptEdge::Whole(id) | KeptEdge::Write(id) => KeptEdge::Write(id),
    }
}
