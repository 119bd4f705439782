//! The bytes of one object, kept as the values that were written.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use super::{
    real,
    value::{Known, ObjectId, Value},
};
use csieve_base::model::DataModel;
use csieve_graph::{IntType, Type};

/// A value in the memory of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell<S> {
    /// The offset of the cell's first byte from the start of the object.
    pub offset: i128,
    /// The width of the cell in bytes.
    pub width: i128,
    /// The value of the cell, in the range of its type.
    pub value: Value<S>,
    /// The type in which the value was written; [`ZEROS`] for a range of zero bytes.
    pub ty: Type,
}

impl<S: Copy + Default> Cell<S> {
    #[inline]
    fn end(&self) -> i128 {
        self.offset + self.width
    }

    /// Returns whether every part of the cell has the same value as the whole: all unknown, or all zero.
    fn is_uniform(&self) -> bool {
        self.value.known == Known::Nothing || self.ty == ZEROS
    }

    /// Returns the byte at an offset in the object, if it is known.
    fn byte(&self, at: i128, is_big_endian: bool) -> Option<u8> {
        let from_low = at - self.offset;
        let place = if is_big_endian { self.width - 1 - from_low } else { from_low };
        match self.value.known {
            Known::Number(_) if self.ty == ZEROS => Some(0),
            Known::Number(number) => Some((number >> (8 * place)) as u8),
            Known::Real(number) => {
                let bits = real::bits(f64::from_bits(number), self.ty)?;
                Some((bits >> (8 * place)) as u8)
            }
            Known::Pointer(_) | Known::NotZero { .. } | Known::Nothing => None,
        }
    }
}

/// The cells of one object, ascending by offset and without overlaps.
#[derive(Clone, Debug)]
pub(crate) struct Cells<S> {
    all: Vec<Cell<S>>,
    partial: Vec<Partial>,
    /// Whether the first byte of a number is its most significant one.
    pub is_big_endian: bool,
    /// Whether a cell may hold a pointer. Big arrays of numbers need not be searched for pointers.
    may_point: bool,
}

/// A byte of which only some bits are known, as in a structure with bit-fields of which not all were written.
/// The byte also has a cell with an unknown value.
#[derive(Clone, Copy, Debug, Hash)]
struct Partial {
    offset: i128,
    known: u8,
    byte: u8,
}

impl<S> Default for Cells<S> {
    fn default() -> Self {
        Self { all: Vec::new(), partial: Vec::new(), is_big_endian: false, may_point: false }
    }
}

/// The result of looking up a range of an object's bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CellLookup<S> {
    /// The value of one cell that covers the range.
    Value(Cell<S>),
    /// Nothing was written to any byte of the range.
    Blank,
    /// The range overlaps several cells, or is a part of one cell, or is only partly written.
    Mixed,
}

/// The state of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Byte {
    /// A known byte.
    Known(u8),
    /// A byte of an unknown value or of a pointer.
    Unknown,
    /// A byte that was never written.
    Blank,
}

/// The objects to which overwritten pointers led.
pub(crate) type Led = SmallVec<[ObjectId; 2]>;

/// A width in bytes that reaches past the end of any object.
pub(crate) const TO_THE_END: i128 = 1 << 80;

/// The type of a cell that stands for a range of zero bytes. No value of the program has this type.
pub(crate) const ZEROS: Type = Type::Void;

/// Returns how many bytes a value of a type takes in memory, if that is known.
#[inline]
pub(crate) fn width(ty: Type, model: DataModel) -> Option<i128> {
    let is_real = matches!(ty, Type::Float(bytes) if !matches!(bytes, 4 | 8));
    if is_real { None } else { ty.bytes(model).map(i128::from) }
}

impl<S: Copy + Default> Cells<S> {
    /// Returns all cells of the object, ascending by offset.
    pub(crate) fn all(&self) -> &[Cell<S>] {
        &self.all
    }

    /// Writes what is known of single bits of bytes that have no known value.
    pub(crate) fn describe_bits(&self, into: &mut impl Hasher) {
        self.partial.hash(into);
    }

    /// Returns the cells that may hold pointers.
    pub(crate) fn pointing(&self) -> &[Cell<S>] {
        if self.may_point { &self.all } else { &[] }
    }

    fn note(&mut self, cell: &Cell<S>) {
        self.may_point |= led_by(cell).is_some();
    }

    /// Replaces all cells by one for the whole object. Returns the objects to which pointers in the old cells led.
    pub(crate) fn set(&mut self, value: Value<S>, ty: Type, model: DataModel) -> Led {
        self.partial.clear();
        self.may_point |= matches!(value.known, Known::Pointer(_));
        if let [cell] = self.all.as_mut_slice()
            && cell.offset == 0
            && cell.ty == ty
        {
            let led = led_by(cell);
            cell.value = value;
            return led.into_iter().collect();
        }
        let led = self.all.iter().filter_map(led_by).collect();
        self.all.clear();
        self.all.push(Cell { offset: 0, width: width(ty, model).unwrap_or(TO_THE_END), value, ty });
        led
    }

    /// Takes over the room for cells from an object that is gone.
    pub(crate) fn take_room(&mut self, gone: &mut Self) {
        if self.all.is_empty() && self.partial.is_empty() {
            let is_big_endian = self.is_big_endian;
            std::mem::swap(self, gone);
            self.clear();
            self.is_big_endian = is_big_endian;
        }
    }

    /// Returns the same cells, without shadows and with pointers to other objects; `None` if `object` has no other one
    /// for one of them.
    pub(crate) fn mapped<T: Copy + Default>(
        &self,
        object: impl Fn(ObjectId) -> Option<ObjectId>,
    ) -> Option<Cells<T>> {
        let mut all = Vec::with_capacity(self.all.len());
        for cell in &self.all {
            let mut known = cell.value.known;
            if let Known::Pointer(pointer) = &mut known {
                pointer.object = object(pointer.object)?;
            }
            let Cell { offset, width, ty, .. } = *cell;
            all.push(Cell { offset, width, value: Value::plain(known), ty });
        }
        let (partial, is_big_endian) = (self.partial.clone(), self.is_big_endian);
        Some(Cells { all, partial, is_big_endian, may_point: self.may_point })
    }

    /// Adds the cells of another object. What does not fit into the first `bytes` bytes has no known value.
    pub(crate) fn take_over(&mut self, mut cells: Self, bytes: i128) {
        for cell in cells.all.iter_mut().rev().take_while(|cell| cell.end() > bytes) {
            cell.value = Value::unknown();
        }
        cells.partial.retain(|partial| partial.offset < bytes);
        if self.all.is_empty() && self.partial.is_empty() {
            *self = cells;
            return;
        }
        for cell in cells.all {
            self.write(cell);
        }
    }

    /// Forgets all cells of the object.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.partial.clear();
        self.may_point = false;
    }

    /// Returns which bits of a byte are known, and the byte; `None` if all or none are.
    pub(crate) fn partial(&self, at: i128) -> Option<(u8, u8)> {
        self.partial.iter().find(|partial| partial.offset == at).map(|partial| (partial.known, partial.byte))
    }

    /// Records which bits of a byte are known. An unknown cell must have been written there.
    pub(crate) fn write_partial(&mut self, offset: i128, known: u8, byte: u8) {
        self.partial.push(Partial { offset, known, byte });
    }

    fn overlapping(&self, offset: i128, width: i128) -> std::ops::Range<usize> {
        let first = self.all.partition_point(|cell| cell.end() <= offset);
        let last = self.all.partition_point(|cell| cell.offset < offset.saturating_add(width));
        first..last.max(first)
    }

    /// Returns the cells that overlap a range of bytes.
    pub(crate) fn within(&self, offset: i128, width: i128) -> &[Cell<S>] {
        &self.all[self.overlapping(offset, width)]
    }

    /// Returns the index of the cell that covers exactly a range of bytes, if it is where it would be if all
    /// cells before it had its width, or among the first two.
    #[inline]
    fn guessed(&self, offset: i128, width: i128) -> Option<usize> {
        let is_it = |index: &usize| {
            self.all.get(*index).is_some_and(|cell| cell.offset == offset && cell.width == width)
        };
        let (offset, width) = (u64::try_from(offset).ok()?, u64::try_from(width).ok()?);
        let guess = if width.is_power_of_two() { offset >> width.trailing_zeros() } else { return None };
        [guess as usize, 0, 1].into_iter().find(is_it)
    }

    /// Looks up the range of `width` bytes that starts at `offset`.
    pub(crate) fn find(&self, offset: i128, width: i128) -> CellLookup<S> {
        if let Some(index) = self.guessed(offset, width) {
            return CellLookup::Value(self.all[index]);
        }
        match &self.all[self.overlapping(offset, width)] {
            [] => CellLookup::Blank,
            [cell] if cell.offset == offset && cell.width == width => CellLookup::Value(*cell),
            // A part of an unknown value is unknown, and a part of zeros is zero.
            [cell] if cell.is_uniform() && cell.offset <= offset && cell.end() >= offset + width => {
                CellLookup::Value(*cell)
            }
            _ => CellLookup::Mixed,
        }
    }

    /// Returns the state of one byte.
    pub(crate) fn byte(&self, at: i128) -> Byte {
        match self.all[self.overlapping(at, 1)].first().map(|cell| cell.byte(at, self.is_big_endian)) {
            Some(Some(byte)) => Byte::Known(byte),
            Some(None) => Byte::Unknown,
            None => Byte::Blank,
        }
    }

    /// Writes a cell, as [`Self::write`] does, and returns the objects to which pointers that it overwrites led.
    pub(crate) fn replace(&mut self, cell: Cell<S>) -> Led {
        self.note(&cell);
        if self.partial.is_empty()
            && let Some(index) = self.guessed(cell.offset, cell.width)
        {
            return led_by(&std::mem::replace(&mut self.all[index], cell)).into_iter().collect();
        }
        let led = self.within(cell.offset, cell.width).iter().filter_map(led_by).collect();
        self.write(cell);
        led
    }

    /// Writes a cell. Where the new cell covers only a part of an older cell, the rest of the older one
    /// stays, as single bytes.
    pub(crate) fn write(&mut self, cell: Cell<S>) {
        self.note(&cell);
        if self.partial.is_empty() {
            if let Some(index) = self.guessed(cell.offset, cell.width) {
                self.all[index] = cell;
                return;
            }
            if self.all.last().is_none_or(|last| last.end() <= cell.offset) {
                self.all.push(cell);
                return;
            }
        }
        self.partial.retain(|partial| !(cell.offset..cell.end()).contains(&partial.offset));
        let range = self.overlapping(cell.offset, cell.width);
        let mut new = Vec::new();
        for old in &self.all[range.clone()] {
            rest(old, (old.offset, old.end().min(cell.offset)), self.is_big_endian, &mut new);
        }
        new.push(cell);
        for old in &self.all[range.clone()] {
            rest(old, (old.offset.max(cell.end()), old.end()), self.is_big_endian, &mut new);
        }
        self.all.splice(range, new);
    }
}

/// Returns the object to which the pointer in a cell leads; `None` if it holds none.
fn led_by<S>(cell: &Cell<S>) -> Option<ObjectId> {
    cell.value.known.object()
}

/// Adds the part of an old cell from offset `from` to `to` (exclusive) to `left`.
fn rest<S: Copy + Default>(
    old: &Cell<S>,
    (from, to): (i128, i128),
    is_big_endian: bool,
    left: &mut Vec<Cell<S>>,
) {
    if from >= to {
        return;
    }
    if old.is_uniform() {
        left.push(Cell { offset: from, width: to - from, ..*old });
        return;
    }
    // The bytes of a value are those of its type, and of a type without a known width there are none.
    let has_bytes = matches!(old.value.known, Known::Number(_) | Known::Real(_))
        && width(old.ty, DataModel::default()).is_some();
    if !has_bytes {
        left.push(Cell { offset: from, width: to - from, value: Value::unknown(), ty: Type::Unknown });
        return;
    }
    let ty = Type::Int(IntType { bits: 8, signed: false });
    for at in from..to {
        let value =
            old.byte(at, is_big_endian).map_or_else(Value::unknown, |byte| Value::number(i128::from(byte)));
        left.push(Cell { offset: at, width: 1, value, ty });
    }
}

#[cfg(test)]
mod tests {
    use super::{Byte, Cell, Cells};
    use crate::value::Value;
    use csieve_base::model::DataModel;
    use csieve_graph::{IntType, Type};

    const BYTE: Type = Type::Int(IntType { bits: 8, signed: false });

    const MODEL: DataModel = DataModel::LP64;

    fn byte(offset: i128, value: i128) -> Cell<()> {
        Cell { offset, width: 1, value: Value::number(value), ty: BYTE }
    }

    #[test]
    fn what_is_left_of_a_number_are_its_bytes() {
        let mut cells = Cells::<()>::default();
        cells.set(Value::number(0x0403_0201), Type::Int(IntType { bits: 32, signed: false }), MODEL);
        cells.write(byte(1, 9));
        let bytes = (0..4).map(|at| cells.byte(at));
        assert_eq!(bytes.collect::<Vec<_>>(), [1, 9, 3, 4].map(Byte::Known));
    }

    #[test]
    fn a_number_of_a_type_without_a_width_has_no_bytes() {
        for ty in [Type::Unknown, Type::Int(IntType::WIDE)] {
            let mut cells = Cells::<()>::default();
            cells.set(Value::number(5), ty, MODEL);
            cells.write(byte(3, 9));
            assert_eq!(cells.all().len(), 3, "{ty:?}");
            assert_eq!([cells.byte(3), cells.byte(1000)], [Byte::Known(9), Byte::Unknown]);
        }
    }
}
