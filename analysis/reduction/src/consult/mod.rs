//! The dependencies of a report on other functions. When one of them changes, the report is made again.

mod around;
#[cfg(test)]
mod tests;

pub use around::Around;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use csieve_lowering::{summary::Summaries, unit::TranslationUnit};
use csieve_reports::finding::{Consulted, Looked};

/// Returns the record that a report depends on a function of a unit, with a hash of what the report looked
/// at.
pub fn consulted(unit: &TranslationUnit, summaries: &Summaries, function: &str, looked: Looked) -> Consulted {
    Consulted { function: function.to_owned(), looked, hash: hash(unit, summaries, function, looked) }
}

/// Returns whether all dependencies of a report are unchanged.
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
