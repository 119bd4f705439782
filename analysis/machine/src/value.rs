//! Values: numbers, pointers, and what nobody knows.

/// Index of an object of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// The object.
    pub object: ObjectId,
    /// Bytes from its start; none if nobody knows where inside.
    pub offset: Option<i128>,
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// A number in the range of its type; NULL is 0.
    Number(i128),
    /// A pointer, perhaps converted to an integer, or the number of an open descriptor.
    Pointer(Pointer),
    /// Nothing.
    Nothing,
}

/// A value, with what the host knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<S> {
    /// What it is in this run.
    pub known: Known,
    /// What the host says of it.
    pub shadow: S,
}

impl<S: Default> Value<S> {
    /// A value of which the host knows nothing.
    pub fn plain(known: Known) -> Self {
        Self { known, shadow: S::default() }
    }

    /// A number of which the host knows nothing.
    pub fn number(number: i128) -> Self {
        Self::plain(Known::Number(number))
    }

    /// A value that nobody knows.
    pub fn unknown() -> Self {
        Self::plain(Known::Nothing)
    }
}

impl Known {
    /// Whether it counts as true; none if nobody knows. A pointer into an object is not NULL.
    pub fn truth(self) -> Option<bool> {
        match self {
            Self::Number(number) => Some(number != 0),
            Self::Pointer(_) => Some(true),
            Self::Nothing => None,
        }
    }
}
