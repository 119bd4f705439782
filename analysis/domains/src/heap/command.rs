//! What programs do to heap graphs.

use super::{FieldId, Value, VarIndex};

/// A place: a variable, or what is reached from it along fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// Where it starts.
    pub var: VarIndex,
    /// The fields that are followed, the last one being the place.
    pub fields: Vec<FieldId>,
}

impl Path {
    /// A variable itself.
    pub fn var(var: VarIndex) -> Self {
        Self { var, fields: Vec::new() }
    }
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One of these; it leads to no node.
    Constant(Value),
    /// What is at a place.
    Place(Path),
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Relation {
    Equal,
    Different,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Relation {
    /// Whether two numbers stand in it.
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Different => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// The one that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Equal => Self::Different,
            Self::Different => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::Greater,
            Self::Greater => Self::AtMost,
            Self::AtLeast => Self::Less,
        }
    }

    /// The one with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
            other => other,
        }
    }
}

/// One step of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A variable gets a value.
    Set(VarIndex, Source),
    /// A variable leads to a new object whose fields are this.
    Make(VarIndex, Value),
    /// A place in memory gets a value.
    Write(Path, Source),
    /// The object that a place leads to is freed.
    Free(Path),
    /// The run goes on only if two values stand in a relation.
    Test(Source, Relation, Source),
    /// Others get to know what these variables lead to, and may change all that they know.
    Escape(Vec<VarIndex>),
    /// Others may have come to know everything.
    EscapeAll,
}

impl Command {
    /// The variables that it reads.
    pub fn reads(&self) -> Vec<VarIndex> {
        let of = |source: &Source| match source {
            Source::Place(path) => Some(path.var),
            Source::Constant(_) => None,
        };
        match self {
            Self::Set(_, source) => of(source).into_iter().collect(),
            Self::Make(..) | Self::EscapeAll => Vec::new(),
            Self::Write(path, source) => [path.var].into_iter().chain(of(source)).collect(),
            Self::Free(path) => vec![path.var],
            Self::Test(left, _, right) => of(left).into_iter().chain(of(right)).collect(),
            Self::Escape(vars) => vars.clone(),
        }
    }
}
