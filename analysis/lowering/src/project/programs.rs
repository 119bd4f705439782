//! Which files may be parts of one program, where the programs of a project are checked together.
//!
//! A file with a function `main` is a part of no program but its own. The other files of that program are those to which names
//! lead: a file that mentions a name has the files behind it that define the name. A function in a file with `main`, such as
//! the stub of a test, is therefore no callee of files to which nothing in that file leads.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::unit::{FUZZ_TARGET, Outline, word_hashes};

/// Which files may be linked with which.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    /// The files with the first function of a program, each with the files that the program may have.
    roots: FxHashMap<u32, FixedBitSet>,
    /// The files of which nothing is known: no program leads to them, or they do not need the names that they are found by.
    open: FixedBitSet,
}

impl Programs {
    /// Finds the programs of files, which are given by their outlines.
    pub fn of(outlines: &[&Outline]) -> Self {
        let is_root =
            |outline: &Outline| outline.has_main || outline.exported().any(|name| **name == *FUZZ_TARGET);
        let (roots, parts): (Vec<u32>, Vec<u32>) =
            (0..outlines.len() as u32).partition(|number| is_root(outlines[*number as usize]));
        let mut defining: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for part in parts {
            let outline = outlines[part as usize];
            let names =
                outline.exported().map(|name| &**name).chain(outline.objects.iter().map(String::as_str));
            for hash in names.flat_map(word_hashes) {
                defining.entry(hash).or_default().push(part);
            }
        }
        let mut leads = Leads { outlines, defining, known: vec![None; outlines.len()] };
        let roots: FxHashMap<u32, FixedBitSet> =
            roots.into_iter().map(|root| (root, leads.all_from(root))).collect();
        let mut open = FixedBitSet::with_capacity(outlines.len());
        open.insert_range(..);
        for reached in roots.values() {
            open.difference_with(reached);
        }
        let comes_unasked = |outline: &Outline| outline.has_constructors || outline.is_shared;
        open.extend((0..outlines.len()).filter(|number| comes_unasked(outlines[*number])));
        Self { roots, open }
    }

    /// Returns whether a file is surely a part of the programs that lead to it, and of no other.
    pub fn has(&self, file: u32) -> bool {
        !self.open.contains(file as usize)
    }

    /// Returns whether a file may be in one program with another one that defines a name for it, by their numbers. False only
    /// if it is not.
    pub fn may_link(&self, file: u32, defining: u32) -> bool {
        let Some(reached) = self.roots.get(&defining).filter(|_| file != defining) else { return true };
        !self.roots.contains_key(&file)
            && (self.open.contains(file as usize) || reached.contains(file as usize))
    }
}

/// The files to which others lead.
struct Leads<'o> {
    outlines: &'o [&'o Outline],
    /// The files that define names for others, by the hashes of the names.
    defining: FxHashMap<u32, Vec<u32>>,
    /// The files to which a file leads itself, as far as they were asked for.
    known: Vec<Option<Vec<u32>>>,
}

impl Leads<'_> {
    /// Returns the files to which a file leads, directly or through others, itself included.
    fn all_from(&mut self, first: u32) -> FixedBitSet {
        let mut reached = FixedBitSet::with_capacity(self.outlines.len());
        reached.insert(first as usize);
        let mut open = vec![first];
        while let Some(file) = open.pop() {
            for next in self.from(file) {
                if !reached.put(*next as usize) {
                    open.push(*next);
                }
            }
        }
        reached
    }

    fn from(&mut self, file: u32) -> &[u32] {
        let Self { outlines, defining, known } = self;
        known[file as usize].get_or_insert_with(|| {
            let named = outlines[file as usize].mentioned();
            let mut files: Vec<u32> =
                named.filter_map(|hash| defining.get(&hash)).flatten().copied().collect();
            files.sort_unstable();
            files.dedup();
            files
        })
    }
}
