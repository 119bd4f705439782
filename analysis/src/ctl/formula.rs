//! Formulas of CTL.

use std::fmt;

/// A formula over the states of a Kripke structure. All other operators are made of these.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always true.
    True,
    /// The state has this label.
    Label(String),
    /// Not.
    Not(Box<Formula>),
    /// And.
    And(Box<Formula>, Box<Formula>),
    /// Some successor satisfies it.
    Ex(Box<Formula>),
    /// Some path satisfies the first until it satisfies the second.
    Eu(Box<Formula>, Box<Formula>),
    /// Some path satisfies it for ever.
    Eg(Box<Formula>),
}

impl Formula {
    /// A label.
    pub fn label(name: impl Into<String>) -> Self {
        Self::Label(name.into())
    }

    /// `!self`; two negations cancel.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// `self & other`
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    /// `self | other`
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.negated().and(other.negated()).negated()
    }

    /// `self -> other`
    #[must_use]
    pub fn implies(self, other: Self) -> Self {
        self.and(other.negated()).negated()
    }

    /// `EX self`
    #[must_use]
    pub fn ex(self) -> Self {
        Self::Ex(Box::new(self))
    }

    /// `AX self`
    #[must_use]
    pub fn ax(self) -> Self {
        self.negated().ex().negated()
    }

    /// `EF self`
    #[must_use]
    pub fn ef(self) -> Self {
        Self::Eu(Box::new(Self::True), Box::new(self))
    }

    /// `AG self`
    #[must_use]
    pub fn ag(self) -> Self {
        self.negated().ef().negated()
    }

    /// `EG self`
    #[must_use]
    pub fn eg(self) -> Self {
        Self::Eg(Box::new(self))
    }

    /// `AF self`
    #[must_use]
    pub fn af(self) -> Self {
        self.negated().eg().negated()
    }

    /// `E [self U goal]`
    #[must_use]
    pub fn eu(self, goal: Self) -> Self {
        Self::Eu(Box::new(self), Box::new(goal))
    }

    /// `A [self U goal]`
    #[must_use]
    pub fn au(self, goal: &Self) -> Self {
        let stuck = goal.clone().negated();
        let missed = self.negated().and(stuck.clone());
        stuck.clone().eu(missed).or(stuck.eg()).negated()
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.write_str("true"),
            Self::Label(name) => f.write_str(name),
            Self::Not(inner) => write!(f, "!{inner}"),
            Self::And(a, b) => write!(f, "({a} & {b})"),
            Self::Ex(inner) => write!(f, "EX {inner}"),
            Self::Eu(a, b) if **a == Self::True => write!(f, "EF {b}"),
            Self::Eu(a, b) => write!(f, "E[{a} U {b}]"),
            Self::Eg(inner) => write!(f, "EG {inner}"),
        }
    }
}
