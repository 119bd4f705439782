//! Values of a run: numbers, pointers, and unknown values.

/// The index of an object in the memory of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// Returns the dense index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// The object into which the pointer points.
    pub object: ObjectId,
    /// The offset in bytes from the start of the object; `None` if it is not known.
    pub offset: Option<i128>,
}

/// The knowledge about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Known {
    /// A number in the range of its type; NULL is 0.
    Number(i128),
    /// A number of a floating type, by the bits of the `double` of the same value.
    Real(u64),
    /// A pointer, perhaps converted to an integer, or the number of an open file descriptor.
    Pointer(Pointer),
    /// A number other than 0 of which at most the sign is known, as `strcmp` and `isdigit` return.
    NotZero {
        /// Whether the number is negative, if that is known.
        negative: Option<bool>,
    },
    /// An unknown value.
    Nothing,
}

/// A value, with what the host knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<S> {
    /// The value in this run.
    pub known: Known,
    /// The knowledge that the host attaches to the value.
    pub shadow: S,
}

impl<S: Default> Value<S> {
    /// Creates a value of which the host knows nothing.
    #[inline]
    pub fn plain(known: Known) -> Self {
        Self { known, shadow: S::default() }
    }

    /// Creates a number of which the host knows nothing.
    #[inline]
    pub fn number(number: i128) -> Self {
        Self::plain(Known::Number(number))
    }

    /// Creates an unknown value.
    #[inline]
    pub fn unknown() -> Self {
        Self::plain(Known::Nothing)
    }
}

impl Known {
    /// Returns the number; `None` for all other values.
    #[inline]
    pub fn as_number(self) -> Option<i128> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }

    /// Returns the pointer; `None` for all other values.
    #[inline]
    pub fn as_pointer(self) -> Option<Pointer> {
        if let Self::Pointer(pointer) = self { Some(pointer) } else { None }
    }

    /// Returns the object to which a pointer leads and the offset in it in bytes; `None` if the offset is not
    /// known, and for all other values.
    #[inline]
    pub fn as_place(self) -> Option<(ObjectId, i128)> {
        let Pointer { object, offset } = self.as_pointer()?;
        Some((object, offset?))
    }

    /// Returns the object to which a pointer leads; `None` for all other values.
    #[inline]
    pub fn object(self) -> Option<ObjectId> {
        Some(self.as_pointer()?.object)
    }

    /// Returns whether equal values of this kind are the same value in the program.
    pub fn is_exact(self) -> bool {
        !matches!(self, Self::Nothing | Self::NotZero { .. })
    }

    /// Returns whether the value counts as true; `None` if it is unknown. A pointer into an object is not
    /// NULL.
    #[inline]
    pub fn truth(self) -> Option<bool> {
        match self {
            Self::Number(number) => Some(number != 0),
            Self::Real(bits) => Some(f64::from_bits(bits) != 0.0),
            Self::Pointer(_) | Self::NotZero { .. } => Some(true),
            Self::Nothing => None,
        }
    }
}
