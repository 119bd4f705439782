//! What a call makes and stores through its arguments: the two ends of a pipe, a line in memory of its own.

use std::sync::Arc;

use serde::Deserialize;

use super::entry::Resource;

/// The results with which a call says that it succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Success {
    /// Only 0 means success.
    #[serde(rename = "zero")]
    Zero,
    /// A negative number means failure.
    #[serde(rename = "not negative")]
    NotNegative,
}

impl Success {
    /// Returns those numbers from `min` to `max` (both inclusive) that mean success, and those that mean
    /// failure. The numbers for failure may include 0 if there are smaller and greater ones.
    pub fn split(self, (min, max): (i128, i128)) -> [(i128, i128); 2] {
        match self {
            Self::Zero if max <= 0 => [(0, 0), (min, -1)],
            Self::Zero => [(0, 0), (if min == 0 { 1 } else { min }, max)],
            Self::NotNegative => [(0, max), (min, -1)],
        }
    }
}

/// Handles or memory that a call makes and stores where its arguments point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The positions of the arguments, from 0.
    pub arguments: Vec<usize>,
    /// The number of elements that the call stores at each of these arguments.
    pub elements: u32,
    /// The kind of the resources that the call opens; `None` if it allocates memory.
    pub resource: Option<Arc<Resource>>,
    /// The results that mean that the call made and stored something.
    pub success: Success,
    /// Whether the argument points to memory that the call frees or uses again (`getline`). It may then have
    /// stored memory even if it fails.
    pub replaces: bool,
}

/// The value of the key `stores`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredTable {
    pub(super) arguments: Vec<usize>,
    #[serde(default = "one")]
    pub(super) elements: u32,
    pub(super) opens: Option<String>,
    pub(super) success: Success,
    #[serde(default)]
    pub(super) replaces: bool,
}

fn one() -> u32 {
    1
}
