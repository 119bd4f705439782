//! The rules and what identifies them.

use serde::{Serialize, Serializer};

macro_rules! rules {
    ($($variant:ident $id:literal, $use:ident, $cwe:literal, [$($cert:literal)*], [$($misra:literal)*], $title:literal;)*) => {
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

            /// Whether it is checked unless somebody chooses otherwise.
            pub fn is_default(self) -> bool {
                match self { $(Self::$variant => is_on!($use)),* }
            }

            /// The number of its Common Weakness Enumeration entry.
            pub fn cwe(self) -> u16 {
                match self { $(Self::$variant => $cwe),* }
            }

            /// The rules and recommendations of the SEI CERT C Coding Standard that it checks a part of.
            pub fn cert(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($cert),*]),* }
            }

            /// The numbers of the rules and directives of MISRA C:2012 that it checks a part of.
            pub fn misra(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($misra),*]),* }
            }

            /// A short description, as a phrase.
            pub fn title(self) -> &'static str {
                match self { $(Self::$variant => $title),* }
            }
        }
    };
}

macro_rules! is_on {
    (on) => {
        true
    };
    (off) => {
        false
    };
}

// Identifier, on or off by default, CWE, CERT C, MISRA C:2012, title.
rules! {
    UseAfterFree "use-after-free", on, 416, ["MEM30-C"], ["Dir 4.1" "Rule 1.3"],
        "Memory is used after it was freed";
    DoubleFree "double-free", on, 415, ["MEM30-C"], ["Dir 4.1" "Rule 22.2"],
        "Memory is freed twice";
    InvalidFree "invalid-free", on, 590, ["MEM34-C"], ["Rule 22.2"],
        "Memory that was not allocated is freed";
    NullDereference "null-dereference", on, 476, ["EXP34-C"], ["Dir 4.1" "Rule 1.3"],
        "A null pointer is dereferenced";
    UninitializedRead "uninitialized-read", on, 457, ["EXP33-C"], ["Rule 9.1"],
        "A variable is read before it has a value";
    MemoryLeak "memory-leak", on, 401, ["MEM31-C"], ["Rule 22.1"],
        "Allocated memory is lost without being freed";
    OutOfBounds "out-of-bounds", on, 119, ["ARR30-C" "ARR38-C" "STR31-C"], ["Dir 4.1" "Rule 18.1" "Rule 21.17"],
        "Memory is accessed outside an object";
    DivisionByZero "division-by-zero", on, 369, ["INT33-C"], ["Dir 4.1"],
        "A division or remainder by zero";
    IntegerOverflow "integer-overflow", on, 190, ["INT30-C" "INT32-C"], ["Dir 4.1"],
        "A size is computed with an overflow";
    ResourceLeak "resource-leak", on, 775, ["FIO42-C"], ["Rule 22.1"],
        "An open file, descriptor or directory is lost without being closed";
    DoubleClose "double-close", on, 1341, ["FIO46-C"], ["Rule 22.6"],
        "A file, descriptor or directory is closed twice";
    DoubleLock "double-lock", on, 764, ["CON35-C" "POS48-C"], ["Dir 4.13"],
        "A lock is taken that is held already";
    MissingUnlock "missing-unlock", on, 667, ["CON01-C"], ["Dir 4.13"],
        "A function returns without releasing a lock";
    UnlockWithoutLock "unlock-without-lock", on, 832, ["POS48-C"], ["Dir 4.13"],
        "A lock is released that is not held";
    StackAddressEscape "stack-address-escape", on, 562, ["DCL30-C"], ["Rule 18.6"],
        "The address of a local object outlives it";
    UnreachableCode "unreachable-code", on, 561, ["MSC07-C" "MSC12-C"], ["Rule 2.1" "Rule 14.3"],
        "Code that no run reaches";
    InfiniteLoop "infinite-loop", on, 835, ["MSC21-C"], ["Dir 4.1" "Rule 14.3"],
        "A loop that no run leaves";
    AssertionFailure "assertion-failure", off, 617, ["MSC11-C"], ["Dir 4.1"],
        "The condition of an assertion is false";
}

impl Rule {
    /// The rule with this identifier.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// The rules that are checked unless somebody chooses otherwise.
    pub fn defaults() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|rule| rule.is_default()).collect()
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
