//! The bytes of one object, kept as the values that were written.

use super::value::{Known, Value};
use csieve_graph::{IntType, Type};

/// A value in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<S> {
    /// Where it starts.
    pub offset: i128,
    /// Its bytes.
    pub width: i128,
    /// The value, in its type.
    pub value: Value<S>,
    /// The type it was written in.
    pub ty: Type,
}

impl<S: Copy + Default> Cell<S> {
    fn end(&self) -> i128 {
        self.offset + self.width
    }

    /// Whether it is the same everywhere.
    fn is_uniform(&self) -> bool {
        self.value.known == Known::Nothing || self.ty == ZEROS
    }

    /// One of its bytes, if it is known.
    fn byte(&self, at: i128) -> Option<u8> {
        match self.value.known {
            Known::Number(_) if self.ty == ZEROS => Some(0),
            Known::Number(number) => Some((number >> (8 * (at - self.offset))) as u8),
            _ => None,
        }
    }
}

/// The values in one object, ascending, none over another.
#[derive(Clone, Debug)]
pub(crate) struct Cells<S>(Vec<Cell<S>>);

impl<S> Default for Cells<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// What is found at some bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found<S> {
    /// The value that was written there.
    Value(Cell<S>),
    /// Nothing was written to any of them.
    Blank,
    /// Several values, or a part of one.
    Mixed,
}

/// What one byte is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Byte {
    /// This.
    Known(u8),
    /// A part of something that is not known, or of a pointer.
    Unknown,
    /// Nothing was written there.
    Blank,
}

/// So many bytes reach behind the end of any object.
pub(crate) const TO_THE_END: i128 = 1 << 80;

/// The type that says that a value is so many zeros, and no value of the program.
pub(crate) const ZEROS: Type = Type::Void;

/// Bytes that a value of a type takes in memory, if that is known.
pub(crate) fn width(ty: Type) -> Option<i128> {
    match ty {
        Type::Int(int) if int != IntType::WIDE => Some(i128::from(int.bits.div_ceil(8))),
        Type::Pointer => Some(8),
        _ => None,
    }
}

impl<S: Copy + Default> Cells<S> {
    /// All of them.
    pub(crate) fn all(&self) -> &[Cell<S>] {
        &self.0
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    fn overlapping(&self, offset: i128, width: i128) -> std::ops::Range<usize> {
        let first = self.0.partition_point(|cell| cell.end() <= offset);
        let last = self.0.partition_point(|cell| cell.offset < offset.saturating_add(width));
        first..last.max(first)
    }

    /// The values that lie in a range, at least in part.
    pub(crate) fn within(&self, offset: i128, width: i128) -> &[Cell<S>] {
        &self.0[self.overlapping(offset, width)]
    }

    /// What lies at some bytes.
    pub(crate) fn find(&self, offset: i128, width: i128) -> Found<S> {
        match &self.0[self.overlapping(offset, width)] {
            [] => Found::Blank,
            [cell] if cell.offset == offset && cell.width == width => Found::Value(*cell),
            // A part of what nobody knows is as little known, and zeros are zeros.
            [cell] if cell.is_uniform() && cell.offset <= offset && cell.end() >= offset + width => {
                Found::Value(*cell)
            }
            _ => Found::Mixed,
        }
    }

    /// One byte.
    pub(crate) fn byte(&self, at: i128) -> Byte {
        match self.0[self.overlapping(at, 1)].first().map(|cell| cell.byte(at)) {
            Some(Some(byte)) => Byte::Known(byte),
            Some(None) => Byte::Unknown,
            None => Byte::Blank,
        }
    }

    /// Writes a value; what is left of others at its ends stays as bytes.
    pub(crate) fn write(&mut self, cell: Cell<S>) {
        let range = self.overlapping(cell.offset, cell.width);
        let mut new = Vec::new();
        for old in &self.0[range.clone()] {
            rest(old, old.offset, old.end().min(cell.offset), &mut new);
        }
        new.push(cell);
        for old in &self.0[range.clone()] {
            rest(old, old.offset.max(cell.end()), old.end(), &mut new);
        }
        self.0.splice(range, new);
    }
}

/// What is left of a value between two places.
fn rest<S: Copy + Default>(old: &Cell<S>, from: i128, to: i128, left: &mut Vec<Cell<S>>) {
    if from >= to {
        return;
    }
    if old.is_uniform() {
        left.push(Cell { offset: from, width: to - from, ..*old });
        return;
    }
    if !matches!(old.value.known, Known::Number(_)) {
        left.push(Cell { offset: from, width: to - from, value: Value::unknown(), ty: Type::Unknown });
        return;
    }
    let ty = Type::Int(IntType { bits: 8, signed: false });
    for at in from..to {
        let value = old.byte(at).map_or_else(Value::unknown, |byte| Value::number(i128::from(byte)));
        left.push(Cell { offset: at, width: 1, value, ty });
    }
}
