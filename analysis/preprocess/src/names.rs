//! The interned spellings of a unit.

use std::hash::Hasher;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::Name;
use super::known;

/// The interned spellings of a unit. Cheap to clone after `freeze`.
#[derive(Clone, Debug)]
pub struct Names {
    shared: Arc<Layer>,
    own: Layer,
}

/// Spellings in one string, with a hash table to find them.
#[derive(Clone, Debug, Default)]
struct Layer {
    text: String,
    ends: Vec<u32>,
    hashes: Vec<u32>,
    table: HashTable<u32>,
}

impl Default for Names {
    fn default() -> Self {
        let mut own = Layer::default();
        for spelling in known::SPELLINGS {
            own.push(hash_of(spelling), spelling);
        }
        Self { shared: Arc::default(), own }
    }
}

impl Names {
    /// Returns the spelling of a name, or an empty text for a name that the unit does not have.
    pub fn text(&self, name: Name) -> &str {
        match name.0.checked_sub(self.shared.len()) {
            Some(index) => self.own.text(index),
            None => self.shared.text(name.0),
        }
    }

    /// Returns the name of a spelling, or `None` if the unit does not have the spelling.
    pub fn get(&self, spelling: &str) -> Option<Name> {
        self.find(hash_of(spelling), spelling)
    }

    /// Returns the name of a spelling. Adds the spelling if the unit does not have it yet.
    pub fn intern(&mut self, spelling: &str) -> Name {
        self.intern_hashed(hash_of(spelling), spelling)
    }

    /// Returns the number of spellings. The names of the unit are the numbers from 0 up to this number,
    /// exclusive.
    pub fn len(&self) -> u32 {
        self.shared.len() + self.own.len()
    }

    /// Returns whether the unit has no spellings. This is never so, since the known spellings are always
    /// there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Like [`Names::intern`], for a spelling whose hash `hash_of` has computed before.
    pub(crate) fn intern_hashed(&mut self, hash: u32, spelling: &str) -> Name {
        self.find(hash, spelling).unwrap_or_else(|| Name(self.shared.len() + self.own.push(hash, spelling)))
    }

    /// Makes all present spellings shared between clones. Only the first call has an effect.
    pub(crate) fn freeze(&mut self) {
        if self.shared.len() == 0 {
            self.shared = Arc::new(std::mem::take(&mut self.own));
        }
    }

    /// Makes all spellings the unit's own again. There must be no spellings beside the shared ones.
    pub(crate) fn thaw(&mut self) {
        if self.shared.len() != 0 && self.own.len() == 0 {
            self.own = (*std::mem::take(&mut self.shared)).clone();
        }
    }

    fn find(&self, hash: u32, spelling: &str) -> Option<Name> {
        let shared =
            if self.shared.ends.is_empty() { None } else { self.shared.find(hash, spelling).map(Name) };
        shared.or_else(|| self.own.find(hash, spelling).map(|index| Name(self.shared.len() + index)))
    }
}

impl Layer {
    fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    fn text(&self, index: u32) -> &str {
        let Some(&end) = self.ends.get(index as usize) else { return "" };
        let start = if index == 0 { 0 } else { self.ends[index as usize - 1] };
        &self.text[start as usize..end as usize]
    }

    fn find(&self, hash: u32, spelling: &str) -> Option<u32> {
        self.table
            .find(spread(hash), |&index| self.hashes[index as usize] == hash && self.text(index) == spelling)
            .copied()
    }

    fn push(&mut self, hash: u32, spelling: &str) -> u32 {
        let index = self.len();
        self.text.push_str(spelling);
        self.ends.push(self.text.len() as u32);
        self.hashes.push(hash);
        let hashes = &self.hashes;
        self.table.insert_unique(spread(hash), index, |&index| spread(hashes[index as usize]));
        index
    }
}

/// Returns the hash of a spelling, which depends on nothing but its text.
pub(crate) fn hash_of(spelling: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(spelling.as_bytes());
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

/// Spreads a hash over 64 bits, since the hash table takes its tags from the upper bits.
pub(crate) fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
