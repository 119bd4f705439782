//! The rounds of a loop as words: the cycles of all lassos through its head.

use csieve_dataflow::ranges::Loop;
use csieve_graph::Cfg;

use super::slice::{Kept, Slice};

/// Most rounds that differ in what is kept of them.
const MOST: usize = 24;

/// Most statements of one.
const LONGEST: usize = 80;

/// What a round does, as far as the slice keeps it.
pub(super) type RoundWord = Vec<Kept>;

/// All rounds that differ, where every loop inside takes some number of rounds and ends; none if they are too many, or a
/// loop inside has a second entry.
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
                inner.edges(cfg).filter_map(|id| slice.kept(id)).map(only_write).collect();
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

/// What rounds of a loop inside leave: anything in what they write.
fn only_write(kept: Kept) -> Kept {
    match kept {
        Kept::Whole(id) | Kept::Write(id) => Kept::Write(id),
    }
}
