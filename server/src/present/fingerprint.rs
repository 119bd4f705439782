//! What a finding is known by when lines move.

use rustc_hash::FxHashMap;

use super::Located;
use crate::project::AnalysedFile;

/// Gives findings fingerprints. Those of equal findings are numbered in the order in which they come.
#[derive(Debug, Default)]
pub struct Fingerprints {
    occurrences: FxHashMap<String, usize>,
}

impl Fingerprints {
    /// Returns a fingerprint of a finding that stays the same when its line moves. It is a hash of rule, function
    /// and source line, with a number that tells equal hashes of a file apart.
    pub fn of(&mut self, file: &AnalysedFile, located: &Located) -> String {
        let finding = located.finding;
        let statement: Vec<&str> = located.source_line(finding.span).split_whitespace().collect();
        let key = format!("{}\n{}\n{}", finding.id(), finding.function, statement.join(" "));
        let hash = xxhash_rust::xxh3::xxh3_64(key.as_bytes());
        let count = self.occurrences.entry(format!("{}\n{key}", file.path.display())).or_default();
        *count += 1;
        format!("{hash:016x}:{count}")
    }
}
