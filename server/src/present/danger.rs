//! How dangerous a misuse is if it can happen, whatever the evidence that it can.

use csieve_analysis::rule::Rule;

/// How dangerous a misuse is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Danger {
    /// The program does too much or too little, or loses something.
    #[default]
    Low,
    /// The program stops, or takes ever more.
    Medium,
    /// The program reads or computes what it must not.
    High,
    /// The program writes into memory that is not its own, or can be made to.
    Critical,
}

impl Danger {
    /// The names of all, for sentences.
    pub const NAMES: &str = "critical, high, medium and low";

    const ALL: [Self; 4] = [Self::Low, Self::Medium, Self::High, Self::Critical];

    /// Returns how dangerous the misuse of a rule is.
    pub fn of(rule: Rule) -> Self {
        match rule {
            Rule::UseAfterFree | Rule::DoubleFree | Rule::OutOfBounds => Self::Critical,
            Rule::InvalidFree
            | Rule::StackAddressEscape
            | Rule::UninitializedRead
            | Rule::IntegerOverflow => Self::High,
            Rule::NullDereference
            | Rule::DivisionByZero
            | Rule::AssertionFailure
            | Rule::InfiniteLoop
            | Rule::DoubleLock
            | Rule::MissingUnlock
            | Rule::UnlockWithoutLock
            | Rule::DoubleClose
            | Rule::MismatchedClose
            | Rule::MemoryLeak
            | Rule::ResourceLeak
            | Rule::Own(_) => Self::Medium,
            Rule::UnreachableCode => Self::Low,
        }
    }

    /// Returns the danger with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|danger| danger.as_str() == name)
    }

    /// Returns the name, which is that of GitHub for [`Self::score`].
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }

    /// Returns a score from 0 to 10 as text, in the range that GitHub calls by this name.
    pub fn score(self) -> &'static str {
        match self {
            Self::Low => "2.0",
            Self::Medium => "5.5",
            Self::High => "7.8",
            Self::Critical => "9.1",
        }
    }
}
