//! The state of writing one random function: its text so far, and everything that later parts depend on.

use super::scope::{Number, Scope};
use crate::{random::Random, spelling::Text};

/// A possible misuse that was prepared and is written later, under a condition related to its preparation.
pub(super) struct Site {
    pub condition: String,
    pub action: Action,
}

/// An action that may be a misuse.
#[derive(Clone)]
pub(super) enum Action {
    /// An access through the named pointer to `int`.
    Access(String),
    /// A `free` of the named pointer.
    Free(String),
    /// A division or remainder by the given expression.
    Divide(String),
    /// A read of the named number, which may be uninitialised.
    Read(String),
    /// A read of the named pointer, which may be uninitialised.
    ReadPointer(String),
    /// An access to an array: its name, its number of elements, and the index.
    Index(String, u64, String),
    /// An access to allocated memory: the pointer and the index.
    HeapIndex(String, String),
}

/// The state of writing one random function.
pub(super) struct Writer {
    pub random: Random,
    pub text: Text,
    pub scope: Scope,
    /// Possible misuses that are prepared and not yet written.
    pub sites: Vec<Site>,
    /// Conditions of earlier statements that may be used again.
    pub conditions: Vec<String>,
    /// The number of open loops.
    pub loops: u32,
    /// The number of open loops and `switch` statements.
    pub breakable: u32,
    /// The number of lines that may still be written.
    pub left: i32,
}

impl Writer {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            text: Text::default(),
            scope: Scope::default(),
            sites: Vec::new(),
            conditions: Vec::new(),
            loops: 0,
            breakable: 0,
            left: 24,
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.left -= 1;
        self.text.line(text);
    }

    /// Writes a line that opens a block.
    pub(super) fn open(&mut self, text: &str) {
        self.line(text);
        self.text.open();
    }

    pub(super) fn close(&mut self, text: &str) {
        self.text.close(text);
    }

    /// Returns a random number to read.
    pub(super) fn some_number(&mut self) -> Number {
        self.random.choose(&self.scope.numbers)
    }

    /// Returns a random number to write.
    pub(super) fn some_target(&mut self) -> Number {
        self.random.choose(&self.scope.writable)
    }

    /// Returns true in `cases` of 100 cases on average.
    pub(super) fn percent(&mut self, cases: u64) -> bool {
        self.random.below(100) < cases
    }
}
