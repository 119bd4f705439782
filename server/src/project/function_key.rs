//! Keys of function reports: everything that a report depends on, apart from what it says itself that it consulted.

use std::hash::{Hash, Hasher};

use borsh::{BorshDeserialize, BorshSerialize};
use csieve_analysis::{
    options::Options,
    project::Surroundings,
    summary::Summaries,
    unit::{FunctionOutline, TranslationUnit, UnitFunction},
};
use rustc_hash::FxHasher;

/// A hash of everything that a report depends on: the function's text, the rest of the file, the options, and
/// the callees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct FunctionKey {
    function: u64,
    /// The length of the function's text in bytes, which guards against collisions of the 64-bit hash.
    length: u32,
    surroundings: u64,
    /// A hash of the summaries of the function's callees.
    callees: u64,
}

/// Returns a hash of everything outside of a function that all functions of a unit depend on, in the file in which runs
/// begin.
pub fn surroundings(files: Surroundings, options: &Options) -> u64 {
    let mut hasher = FxHasher::default();
    (files.context_hash(None), files.facts_hash()).hash(&mut hasher);
    options.hash(&mut hasher);
    hasher.finish()
}

/// Returns the keys of all functions of a unit. `text` is that of the file, `files` is where runs may go, `summaries` has what
/// the functions may know of others.
pub fn function_keys(
    text: &str,
    unit: &TranslationUnit,
    files: Surroundings,
    options: &Options,
    summaries: &Summaries,
) -> Vec<FunctionKey> {
    let surroundings = surroundings(files, options);
    let key = |function: &UnitFunction| {
        FunctionKey::new(text, function, surroundings, summaries.around(&unit.calls_of(function)))
    };
    unit.functions.iter().map(key).collect()
}

impl FunctionKey {
    /// Returns the key of a function, from the hashes of its surroundings and of its callees' summaries.
    pub fn new(text: &str, function: &UnitFunction, surroundings: u64, callees: u64) -> Self {
        let length = function.text.text.len() as u32;
        Self { function: function.hash(text), length, surroundings, callees }
    }

    /// Returns the key of a function of which the outline is known.
    pub fn of(function: &FunctionOutline, surroundings: u64, callees: u64) -> Self {
        Self { function: function.hash, length: function.length, surroundings, callees }
    }
}
