//! The distinct spellings of one file.

use hashbrown::HashTable;

use crate::known;
use crate::names::{hash_of, spread};

/// The distinct spellings of one file. A spelling's index is its local number. The first spellings are the
/// known ones, whose local numbers equal their [`Name`](crate::Name)s.
#[derive(Debug)]
pub(crate) struct Locals {
    text: String,
    ends: Vec<u32>,
    hashes: Vec<u32>,
}

/// Collects the distinct spellings of a file.
pub(super) struct Interner {
    locals: Locals,
    table: HashTable<u32>,
}

impl Locals {
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    pub(crate) fn text(&self, local: u32) -> &str {
        let start = if local == 0 { 0 } else { self.ends[local as usize - 1] };
        &self.text[start as usize..self.ends[local as usize] as usize]
    }

    pub(crate) fn hash(&self, local: u32) -> u32 {
        self.hashes[local as usize]
    }
}

impl Interner {
    pub(super) fn new(bytes: usize) -> Self {
        let spellings = bytes / 64;
        let locals = Locals {
            text: String::with_capacity(bytes / 16 + 1024),
            ends: Vec::with_capacity(spellings + known::COUNT as usize),
            hashes: Vec::with_capacity(spellings + known::COUNT as usize),
        };
        let mut interner = Self { locals, table: HashTable::with_capacity(spellings) };
        for spelling in known::SPELLINGS {
            interner.intern(spelling);
        }
        interner
    }

    pub(super) fn intern(&mut self, spelling: &str) -> u32 {
        let hash = hash_of(spelling);
        let locals = &self.locals;
        let same = |&local: &u32| locals.hash(local) == hash && locals.text(local) == spelling;
        if let Some(&local) = self.table.find(spread(hash), same) {
            return local;
        }
        self.push(hash, spelling)
    }

    pub(super) fn finish(mut self) -> Locals {
        self.locals.text.shrink_to_fit();
        self.locals.ends.shrink_to_fit();
        self.locals.hashes.shrink_to_fit();
        self.locals
    }

    fn push(&mut self, hash: u32, spelling: &str) -> u32 {
        let local = self.locals.len();
        self.locals.text.push_str(spelling);
        self.locals.ends.push(self.locals.text.len() as u32);
        self.locals.hashes.push(hash);
        let hashes = &self.locals.hashes;
        self.table.insert_unique(spread(hash), local, |&local| spread(hashes[local as usize]));
        local
    }
}
