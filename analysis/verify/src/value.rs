//! Values of a symbolic run, and the bytes of objects that hold them.

use csieve_base::model::DataModel;
use csieve_domains::bits::{BinaryOp, TermId, Terms};
use csieve_graph::Type;

/// The index of an object in the memory of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub u32);

/// A value of a symbolic run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number, as a term over the symbols of the inputs.
    Bits(TermId),
    /// A pointer into an object, with its offset in bytes as a term of 64 bits.
    Pointer {
        /// The object.
        object: ObjectId,
        /// The offset in bytes.
        offset: TermId,
    },
    /// Any value of the type, another one at each use.
    Any,
}

/// What consecutive bytes of an object hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A value; a term has as many bits as the bytes.
    Value(Value),
    /// Bytes that are all 0.
    Zeros,
}

impl Content {
    /// Returns `bytes` of the bytes from `from` on, of a content of more bytes.
    pub(crate) fn part(self, terms: &mut Terms, from: i64, bytes: i64) -> Self {
        match self {
            Self::Zeros | Self::Value(Value::Any) => self,
            Self::Value(Value::Pointer { .. }) => Self::Value(Value::Any),
            Self::Value(Value::Bits(term)) => {
                Self::Value(Value::Bits(terms.extract(term, (8 * from) as u8, (8 * bytes) as u8)))
            }
        }
    }

    /// Returns the content as a value of `bytes` bytes.
    pub(crate) fn value(self, terms: &mut Terms, bytes: i64) -> Value {
        match self {
            Self::Value(value) => value,
            Self::Zeros => Value::Bits(terms.constant((8 * bytes) as u8, 0)),
        }
    }
}

/// Joins numbers of single bytes, the lowest first.
pub(crate) fn joined(terms: &mut Terms, bytes: &[TermId]) -> Option<TermId> {
    let width = u8::try_from(8 * bytes.len()).ok().filter(|width| (8..=128).contains(width))?;
    let mut all = terms.constant(width, 0);
    for (index, byte) in bytes.iter().enumerate() {
        let wide = terms.extend(*byte, width, false);
        let count = terms.constant(width, 8 * index as u128);
        let moved = terms.binary(BinaryOp::Shl, wide, count);
        all = terms.binary(BinaryOp::Or, all, moved);
    }
    Some(all)
}

/// Returns how many bytes a value of a type takes in memory, if that is known.
pub(crate) fn bytes_of(ty: Type, model: DataModel) -> Option<i64> {
    ty.bytes(model).map(i64::from)
}

/// Returns a constant offset as a number.
pub(crate) fn constant(terms: &Terms, term: TermId) -> Option<i64> {
    terms.as_constant(term).map(|bits| bits as i64)
}
