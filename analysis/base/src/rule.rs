//! The ids of the rules. Everything else about a rule is declared in its check's file, in `csieve_modelcheck::checks`.

use serde::{Serialize, Serializer};

macro_rules! rules {
    ($($variant:ident $id:literal $use:ident;)*) => {
        /// A rule. Its identifier is part of the product's contract.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`")] $variant,)*
        }

        impl Rule {
            /// All rules, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The identifier used in options, outputs and suppressions.
            pub fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// Whether it is checked by default.
            pub fn is_default(self) -> bool {
                match self { $(Self::$variant => is_on!($use)),* }
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

// Identifier, on or off by default.
rules! {
    UseAfterFree "use-after-free" on;
    DoubleFree "double-free" on;
    InvalidFree "invalid-free" on;
    NullDereference "null-dereference" on;
    UninitializedRead "uninitialized-read" on;
    MemoryLeak "memory-leak" on;
    OutOfBounds "out-of-bounds" on;
    DivisionByZero "division-by-zero" on;
    IntegerOverflow "integer-overflow" on;
    ResourceLeak "resource-leak" on;
    DoubleClose "double-close" on;
    MismatchedClose "mismatched-close" on;
    DoubleLock "double-lock" on;
    MissingUnlock "missing-unlock" on;
    UnlockWithoutLock "unlock-without-lock" on;
    StackAddressEscape "stack-address-escape" on;
    UnreachableCode "unreachable-code" on;
    InfiniteLoop "infinite-loop" on;
    AssertionFailure "assertion-failure" off;
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
