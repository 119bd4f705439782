//! What writes a function: the text so far and everything that later parts depend on.

use super::scope::{Number, Scope};
use crate::{random::Random, spelling::Text};

/// A possible misuse to come: under a condition that has to do with what was set up for it.
pub(super) struct Site {
    pub condition: String,
    pub action: Action,
}

/// What may be a misuse.
#[derive(Clone)]
pub(super) enum Action {
    /// An access through a pointer to an `int`.
    Access(String),
    /// `free` of a pointer.
    Free(String),
    /// A division or remainder by an expression.
    Divide(String),
    /// Use of a number that may have no value.
    Read(String),
    /// Use of a pointer that may have no value.
    ReadPointer(String),
    /// An access to an array of so many elements.
    Index(String, u64, String),
    /// An access to allocated memory.
    HeapIndex(String, String),
}

/// Writes one function.
pub(super) struct Writer {
    pub random: Random,
    pub text: Text,
    pub scope: Scope,
    /// Misuses to come.
    pub sites: Vec<Site>,
    /// Conditions to come back to.
    pub conditions: Vec<String>,
    /// How many loops are open, and loops and `switch`es together.
    pub loops: u32,
    pub breakable: u32,
    /// Lines that may still be written.
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

    /// Opens a block with a line.
    pub(super) fn open(&mut self, text: &str) {
        self.line(text);
        self.text.open();
    }

    pub(super) fn close(&mut self, text: &str) {
        self.text.close(text);
    }

    /// A number to read.
    pub(super) fn some_number(&mut self) -> Number {
        self.random.choose(&self.scope.numbers)
    }

    /// A number to write.
    pub(super) fn some_target(&mut self) -> Number {
        self.random.choose(&self.scope.writable)
    }

    /// True in so many of 100 cases.
    pub(super) fn percent(&mut self, cases: u64) -> bool {
        self.random.below(100) < cases
    }
}
