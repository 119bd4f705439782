//! The least interval that holds in every run.

use csieve_domains::interval::{Interval, type_range};
use csieve_graph::Type;

/// The iteration widens from this round on.
const DELAY: usize = 3;

/// The largest number of rounds of the iteration.
const MOST_ROUNDS: usize = 8;

/// Returns the least interval with the first value that is closed under what is stored, as far as the iteration finds it:
/// `stored` gives what is stored if an interval holds, `bounds` are constants to which bounds are widened. `None` if the
/// interval is that of the type, or if `stored` does not know.
pub(super) fn least(
    first: Interval,
    ty: Type,
    bounds: &[i128],
    stored: &dyn Fn(Interval) -> Option<Interval>,
) -> Option<Interval> {
    let all = type_range(ty);
    let stored = |known: Interval| Some(first.hull(stored(known)?));
    let mut known = first.meet(all);
    for round in 0..MOST_ROUNDS {
        let next = stored(known)?.meet(all);
        if next.is_subset(known) {
            // One step back: what is stored if the interval holds is an invariant as well.
            return (next != all && !next.is_empty()).then_some(next);
        }
        known = if round < DELAY { known.hull(next) } else { widened(known, next, all, bounds) };
    }
    // What is stored whatever the object has is an invariant, too.
    let next = stored(all)?.meet(all);
    (next != all && !next.is_empty()).then_some(next)
}

/// Returns an interval that contains both intervals, with the new bounds at the next constants.
fn widened(known: Interval, next: Interval, all: Interval, bounds: &[i128]) -> Interval {
    let (Some((low, high)), Some((least, most))) = (known.hull(next).bounds(), all.bounds()) else {
        return all;
    };
    let (was_low, was_high) = known.bounds().unwrap_or((low, high));
    let below = bounds.iter().copied().filter(|bound| *bound <= low).max().unwrap_or(least);
    let above = bounds.iter().copied().filter(|bound| *bound >= high).min().unwrap_or(most);
    Interval::new(if low < was_low { below } else { low }, if high > was_high { above } else { high })
        .meet(all)
}
