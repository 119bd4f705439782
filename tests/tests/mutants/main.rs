//! Damaged input: C texts, what users write about their projects, reports of other tools, what csieve keeps on disk. Each
//! leads to results or to a message, never to a panic.
//!
//! `CSIEVE_MUTANTS` says how many texts there are, `CSIEVE_MUTANTS_FIRST` which is the first. What is read quickly is
//! damaged five times as often.

mod damage;
mod reports;
mod settings;
mod stored;
mod texts;

use csieve_tests::{random::Random, setting};

/// Returns the seeds to try, and their generators.
pub(crate) fn seeds(fewest: u64) -> impl Iterator<Item = (u64, Random)> {
    let first = setting("CSIEVE_MUTANTS_FIRST").unwrap_or(1);
    let count = setting("CSIEVE_MUTANTS").map_or(fewest, |count| fewest.max(count * fewest / 40));
    (first..first + count).map(|seed| {
        let mut random = Random::new(seed);
        for _ in 0..8 {
            let _ = random.below(2);
        }
        (seed, random)
    })
}
