//! The identifiers of the rules. Everything else about a rule is declared in its check's file, in
//! `csieve_modelcheck::checks`.

use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Serialize, Serializer};

macro_rules! rules {
    ($($variant:ident $id:literal $use:ident;)*) => {
        /// A rule: the identifier of a check. Its text, such as `use-after-free`, stays the same in all
        /// releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`")] $variant,)*
            /// A rule of a user, by its position in [`OwnRules`](crate::own::OwnRules). Findings carry its name.
            Own(u16),
        }

        impl Rule {
            /// All rules of csieve itself, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the identifier that options, outputs and suppressions use; for all rules of users the same.
            pub fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)* Self::Own(_) => "own-rule" }
            }

            /// Returns whether the rule is checked by default.
            pub fn is_default(self) -> bool {
                match self { $(Self::$variant => is_on!($use),)* Self::Own(_) => true }
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

// Each line has the variant of [`Rule`], the identifier, and whether the rule is checked by default.
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
    /// Returns the rule with the identifier `id`, or `None` if there is none.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// Returns the rules that are checked by default, in ascending order.
    pub fn defaults() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|rule| rule.is_default()).collect()
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
