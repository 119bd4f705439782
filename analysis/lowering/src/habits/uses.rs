//! Counts of what callers do with the results of functions.

use borsh::{BorshDeserialize, BorshSerialize};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// How often callers do what with the results of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Uses {
    /// The calls whose result is compared with NULL before it is accessed.
    pub tested: u32,
    /// The calls whose result is accessed first.
    pub untested: u32,
    /// The calls whose result is passed on to a function first, which may or may not expect NULL.
    pub passed: u32,
    /// The literals that calls pass whose results are compared with NULL: the position of the argument, the literal as it
    /// is written, and the number of calls. In ascending order.
    pub literals: Vec<(u32, Box<str>, u32)>,
    /// The calls whose result stays in the calling function, which does not end its use by passing it to a function.
    pub kept: u32,
    /// The functions to which the last use of a result passes it, with the position of the argument and the number of
    /// calls, in the order of names and positions.
    pub released: Vec<(Box<str>, u32, u32)>,
}

impl Uses {
    /// Returns whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the counts of other calls.
    pub fn add(&mut self, other: &Self) {
        self.tested += other.tested;
        self.untested += other.untested;
        self.passed += other.passed;
        self.kept += other.kept;
        for (function, position, count) in &other.released {
            self.add_release(function, *position, *count);
        }
        for (position, literal, count) in &other.literals {
            self.add_literal(*position, literal, *count);
        }
    }

    /// Takes away counts that were added before.
    pub fn subtract(&mut self, other: &Self) {
        self.tested = self.tested.saturating_sub(other.tested);
        self.untested = self.untested.saturating_sub(other.untested);
        self.passed = self.passed.saturating_sub(other.passed);
        self.kept = self.kept.saturating_sub(other.kept);
        for (function, position, count) in &other.released {
            if let Ok(at) = self.place_of_release(function, *position) {
                self.released[at].2 = self.released[at].2.saturating_sub(*count);
            }
        }
        for (position, literal, count) in &other.literals {
            if let Ok(at) = self.place_of_literal(*position, literal) {
                self.literals[at].2 = self.literals[at].2.saturating_sub(*count);
            }
        }
        self.released.retain(|(_, _, count)| *count > 0);
        self.literals.retain(|(_, _, count)| *count > 0);
    }

    /// Adds calls whose last use passes the result to a function.
    pub fn add_release(&mut self, function: &str, position: u32, count: u32) {
        match self.place_of_release(function, position) {
            Ok(at) => self.released[at].2 += count,
            Err(at) => self.released.insert(at, (function.into(), position, count)),
        }
    }

    /// Adds calls with a literal argument whose results are compared with NULL.
    pub fn add_literal(&mut self, position: u32, literal: &str, count: u32) {
        match self.place_of_literal(position, literal) {
            Ok(at) => self.literals[at].2 += count,
            Err(at) => self.literals.insert(at, (position, literal.into(), count)),
        }
    }

    fn place_of_release(&self, function: &str, position: u32) -> Result<usize, usize> {
        self.released.binary_search_by(|(known, at, _)| (&**known, *at).cmp(&(function, position)))
    }

    fn place_of_literal(&self, position: u32, literal: &str) -> Result<usize, usize> {
        self.literals.binary_search_by(|(at, known, _)| (*at, &**known).cmp(&(position, literal)))
    }
}

/// The uses of the results of functions, by the names of these, in ascending order.
pub type NamedUses = Vec<(Box<str>, Uses)>;

/// What the functions of one file do with the pointers that functions return, by the names of these, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct FileUses {
    /// The functions that other files can call too.
    pub shared: NamedUses,
    /// The functions that only the file can call.
    pub own: NamedUses,
}

/// How many of the uses of what a function returns compare it with NULL before they access it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tested {
    /// The uses that do.
    pub count: u32,
    /// All uses.
    pub of: u32,
}

impl Uses {
    /// Returns how many of the uses compare the result with NULL first.
    pub fn tested(&self) -> Tested {
        Tested { count: self.tested, of: self.tested + self.untested + self.passed }
    }
}

impl FileUses {
    /// Returns the uses of the results of a function, whoever can call it.
    pub fn of(&self, function: &str) -> Option<&Uses> {
        self.of_shared(function).or_else(|| named(&self.own, function))
    }

    /// Returns the uses of the results of a function that other files can call too.
    pub fn of_shared(&self, function: &str) -> Option<&Uses> {
        named(&self.shared, function)
    }
}

fn named<'u>(uses: &'u NamedUses, function: &str) -> Option<&'u Uses> {
    let found = uses.binary_search_by(|(name, _)| (**name).cmp(function));
    found.ok().map(|at| &uses[at].1)
}

/// The uses of the results of functions in several files, by the names of the functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllUses(FxHashMap<Box<str>, Uses>);

impl AllUses {
    /// Creates an empty collection.
    pub const fn new() -> Self {
        Self(FxHashMap::with_hasher(FxBuildHasher))
    }

    /// Returns the uses of the results of a function.
    pub fn of(&self, function: &str) -> Option<&Uses> {
        self.0.get(function)
    }

    /// Adds the uses in one file.
    pub fn add(&mut self, function: &str, uses: &Uses) {
        match self.0.get_mut(function) {
            Some(known) => known.add(uses),
            None => drop(self.0.insert(function.into(), uses.clone())),
        }
    }

    /// Returns all uses, in the order of the names.
    pub fn sorted(&self) -> Vec<(&str, &Uses)> {
        let mut all: Vec<(&str, &Uses)> = self.0.iter().map(|(name, uses)| (&**name, uses)).collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }
}
