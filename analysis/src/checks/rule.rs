//! The rules and what identifies them.

use serde::{Serialize, Serializer};

macro_rules! rules {
    ($($variant:ident $id:literal $cwe:literal $title:literal)*) => {
        /// A rule. Its identifier is part of the product's contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = $title] $variant,)*
        }

        impl Rule {
            /// All rules, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The identifier used in options, outputs and suppressions.
            pub fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// The number of its Common Weakness Enumeration entry.
            pub fn cwe(self) -> u16 {
                match self { $(Self::$variant => $cwe),* }
            }

            /// A short description, as a phrase.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }
        }
    };
}

rules! {
    UseAfterFree "use-after-free" 416 "Memory is used after it was freed"
    DoubleFree "double-free" 415 "Memory is freed twice"
    InvalidFree "invalid-free" 590 "Memory that was not allocated is freed"
    NullDereference "null-dereference" 476 "A null pointer is dereferenced"
    UninitializedRead "uninitialized-read" 457 "A variable is read before it has a value"
    MemoryLeak "memory-leak" 401 "Allocated memory is lost without being freed"
    DivisionByZero "division-by-zero" 369 "A division or remainder by zero"
    ResourceLeak "resource-leak" 775 "An open file, descriptor or directory is lost without being closed"
    DoubleClose "double-close" 1341 "A file, descriptor or directory is closed twice"
    DoubleLock "double-lock" 764 "A lock is taken that is held already"
    MissingUnlock "missing-unlock" 667 "A function returns without releasing a lock"
    UnlockWithoutLock "unlock-without-lock" 832 "A lock is released that is not held"
}

impl Rule {
    /// The rule with this identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
