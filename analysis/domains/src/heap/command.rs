//! Commands: the steps of a program on heap graphs.

use super::{FieldId, Value, VarIndex};

/// A place, as a path: a variable, or a field that is reached from a variable along fields.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The variable where the path starts.
    pub var: VarIndex,
    /// The fields that are followed from the variable. The last one is the place itself.
    pub fields: Vec<FieldId>,
}

impl Path {
    /// Returns the path of a variable itself.
    pub fn var(var: VarIndex) -> Self {
        Self { var, fields: Vec::new() }
    }
}

/// Where a command takes a value from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One of some constant values, which lead to no node.
    Constant(Value),
    /// The value at a place.
    Place(Path),
}

/// A relation between two values.
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
    /// Returns whether two numbers stand in the relation.
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

    /// Returns the relation that holds exactly where this one does not.
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

    /// Returns the relation with its sides exchanged.
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

/// One step of a program on its heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A variable gets a value.
    Set(VarIndex, Source),
    /// A variable gets a pointer to a new object. All fields of the object have the given value.
    Make(VarIndex, Value),
    /// A place in memory gets a value.
    Write(Path, Source),
    /// The object that a place leads to is freed.
    Free(Path),
    /// A run goes on only if two values stand in a relation.
    Test(Source, Relation, Source),
    /// Other code gets to know the objects that these variables lead to, and may change all objects that it
    /// knows.
    Escape(Vec<VarIndex>),
    /// Other code may know all objects, and may change them.
    EscapeAll,
}

impl Command {
    /// Returns the variables that the command reads.
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
