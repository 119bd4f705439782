//! The attribute `access`.

/// How a function uses the object that an argument points to: `access (read_only, 1, 2)`. Positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accessed {
    pub mode: AccessMode,
    /// The position of the pointer.
    pub pointer: usize,
    /// The position of the largest number of elements, or of bytes behind a `void *`, that the function uses.
    pub size: Option<usize>,
}

/// What a function does with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccessMode {
    Nothing,
    Reads,
    Writes,
    ReadsAndWrites,
}

impl AccessMode {
    /// Returns whether the object must have a value.
    pub(crate) fn reads(self) -> bool {
        matches!(self, Self::Reads | Self::ReadsAndWrites)
    }

    /// Returns whether the function may write the object.
    pub(crate) fn writes(self) -> bool {
        matches!(self, Self::Writes | Self::ReadsAndWrites)
    }
}

impl Accessed {
    /// Reads the arguments of the attribute. `None` if they are not what gcc documents.
    pub(super) fn read(arguments: &str) -> Option<Self> {
        let mut parts = arguments.split(',').map(str::trim);
        let mode = match parts.next()?.trim_matches('_') {
            "none" => AccessMode::Nothing,
            "read_only" => AccessMode::Reads,
            "write_only" => AccessMode::Writes,
            "read_write" => AccessMode::ReadsAndWrites,
            _ => return None,
        };
        let pointer = position(parts.next()?)?;
        let size = match parts.next() {
            Some(size) => Some(position(size)?),
            None => None,
        };
        parts.next().is_none().then_some(Self { mode, pointer, size })
    }
}

/// Reads the position of an argument, which attributes count from 1; from 0.
pub(super) fn position(text: &str) -> Option<usize> {
    text.trim().parse::<usize>().ok()?.checked_sub(1)
}
