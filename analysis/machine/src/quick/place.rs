//! Quick forms of accesses to memory.

use super::{
    expression::{Operand, Registers, View},
    word::Word,
};
use crate::{
    cells::{CellLookup, width},
    number::converted,
    object::{Life, Object},
    value::ObjectId,
};
use csieve_graph::Type;

/// An array or a member through which a pointer was computed. An access at the pointer must stay inside of
/// it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The size in bytes.
    pub extent: i128,
    /// The constant part of the distance from the start, in bytes.
    pub constant: i128,
    /// The number of bytes that are accessed.
    pub width: i128,
    /// The indices that contribute to the distance, each with the number of bytes by which it is multiplied.
    pub parts: Box<[(Operand, i128)]>,
}

/// Returns whether an access of `bytes` bytes at an offset lies inside an object. An object of unknown size
/// has room for every access.
#[inline]
pub(crate) fn fits(size: Option<i128>, offset: i128, bytes: i128) -> bool {
    match size {
        Some(size) => offset >= 0 && offset + bytes <= size,
        None => true,
    }
}

impl<S: Copy + Default> View<'_, '_, S> {
    /// Returns whether an access stays inside of all rows. Also false if the general check has to find that
    /// out. The parts of the pointer are in the registers.
    pub(crate) fn is_within(&mut self, rows: &[Row], registers: &Registers) -> bool {
        rows.iter().all(|row| {
            let mut start = row.constant;
            for (index, bytes) in &row.parts {
                let index = self.operand(*index, registers).and_then(Word::as_number);
                let Some(part) = index.and_then(|index| index.checked_mul(*bytes)) else { return false };
                let Some(sum) = start.checked_add(part) else { return false };
                start = sum;
            }
            start >= 0 && start + row.width <= row.extent
        })
    }

    /// Returns the object at a place if `bytes` bytes there can be accessed.
    #[inline]
    pub(crate) fn accessed(&self, place: Word, bytes: i128) -> Option<(ObjectId, &Object<S>)> {
        let id = place.object?;
        let object = self.memory.get(id);
        (object.life == Life::Live && fits(object.size, place.number, bytes)).then_some((id, object))
    }

    /// Returns the value in memory at a place.
    pub(crate) fn load(&self, place: Word, ty: Type) -> Option<Word> {
        let bytes = width(ty, self.memory.model())?;
        let (_, object) = self.accessed(place, bytes)?;
        match object.cells.find(place.number, bytes) {
            CellLookup::Value(cell) if cell.ty == ty => Word::of(cell.value.known),
            CellLookup::Value(cell) => converted(cell.value.known.as_number()?, ty).map(Word::number),
            CellLookup::Blank if object.is_zero() => Some(Word::ZERO),
            CellLookup::Blank if bytes == 1 => {
                let byte = *object.blank_bytes()?.get(usize::try_from(place.number).ok()?)?;
                converted(byte.into(), ty).map(Word::number)
            }
            CellLookup::Blank | CellLookup::Mixed => None,
        }
    }
}
