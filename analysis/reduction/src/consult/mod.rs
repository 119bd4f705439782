//! What a report rests on beside its own function: when that changes, the report is made again.

mod around;

pub use around::Around;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use csieve_lowering::{summary::Summaries, unit::TranslationUnit};
use csieve_reports::finding::{Consulted, Looked};

/// A function of a unit that is looked into, as it is now.
pub fn consulted(unit: &TranslationUnit, summaries: &Summaries, function: &str, looked: Looked) -> Consulted {
    Consulted { function: function.to_owned(), looked, hash: hash(unit, summaries, function, looked) }
}

/// Whether all that was looked into is as it was.
pub fn are_same(unit: &TranslationUnit, summaries: &Summaries, all: &[Consulted]) -> bool {
    all.iter().all(|known| hash(unit, summaries, &known.function, known.looked) == known.hash)
}

fn hash(unit: &TranslationUnit, summaries: &Summaries, function: &str, looked: Looked) -> u64 {
    if looked == Looked::Callers {
        return unit.naming_hash(function);
    }
    let mut hasher = FxHasher::default();
    for named in unit.functions.iter().filter(|named| named.text.name == function) {
        named.text_hash().hash(&mut hasher);
        if looked == Looked::Effects {
            summaries.around(named).hash(&mut hasher);
        }
    }
    hasher.finish()
}
