//! Reads and writes bit-fields.

use super::{
    access::BYTE,
    cells::Cell,
    inputs::Host,
    outcome::{Followed, unknown},
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_graph::{Bits, Cfg, ExprId, IntType};

/// A part of a bit-field in one byte: the offset of the byte, the position of the part in the byte and in the
/// value of the bit-field, and the bits of the byte that belong to the bit-field.
#[derive(Clone, Copy, Debug)]
struct Part {
    offset: i128,
    in_byte: u32,
    in_value: u32,
    mask: u8,
}

fn parts(start: i128, bits: Bits) -> impl Iterator<Item = Part> {
    let (first, end) = (bits.first, bits.first + u64::from(bits.width));
    (first / 8..end.div_ceil(8)).map(move |byte| {
        let (from, to) = (first.max(8 * byte), end.min(8 * byte + 8));
        let mask = ((1_u16 << (to - from)) - 1) << (from - 8 * byte);
        Part {
            offset: start + i128::from(byte),
            in_byte: (from - 8 * byte) as u32,
            in_value: (from - first) as u32,
            mask: mask as u8,
        }
    })
}

/// Returns the bit-field at a pointer, with the pointer to its record; `None` for other pointers.
pub(crate) fn bit_field(cfg: &Cfg, pointer: ExprId) -> Option<(ExprId, Bits)> {
    let bits = cfg.concrete.bits.get(&pointer)?;
    Some((cfg.expr(pointer).kind.as_inside()?, *bits))
}

impl<H: Host> Machine<'_, '_, H> {
    fn bit_place(&mut self, record: Known, bits: Bits) -> Followed<Option<(ObjectId, i128)>> {
        let Some(Pointer { object, offset: Some(offset) }) = Self::place(record)? else { return Ok(None) };
        self.accessible(object)?;
        let (first, last) = (bits.first / 8, (bits.first + u64::from(bits.width)).div_ceil(8));
        self.inside(object, offset + i128::from(first), i128::from(last - first))?;
        Ok(Some((object, offset)))
    }

    /// Returns the value of a bit-field of the record at a pointer.
    pub(crate) fn read_bits(&mut self, record: Known, bits: Bits) -> Followed<Value<H::Shadow>> {
        let Some((object, start)) = self.bit_place(record, bits)? else { return Ok(Value::unknown()) };
        let mut value: i128 = 0;
        for part in parts(start, bits) {
            let byte = match self.memory.get(object).cells.partial(part.offset) {
                Some((known, byte)) if known & part.mask == part.mask => byte,
                Some(_) => return Ok(Value::unknown()),
                None => match self.byte(object, part.offset)? {
                    Some(byte) => byte,
                    None => return Ok(Value::unknown()),
                },
            };
            value |= i128::from((byte & part.mask) >> part.in_byte) << part.in_value;
        }
        let int = IntType { bits: bits.width, signed: bits.signed };
        Ok(Value::number(if int == IntType::BOOL { value } else { int.wrapped(value) }))
    }

    /// Writes a bit-field of the record at a pointer. Other bits of its bytes keep their values.
    pub(crate) fn write_bits(&mut self, record: Known, bits: Bits, value: Known) -> Followed<()> {
        let Some((object, start)) = self.bit_place(record, bits)? else {
            return unknown("memory is written at a place that is not known");
        };
        self.writable(object)?;
        for part in parts(start, bits) {
            let (known, byte) = match self.memory.get(object).cells.partial(part.offset) {
                Some(partial) => partial,
                None => self.byte(object, part.offset)?.map_or((0, 0), |byte| (0xFF, byte)),
            };
            let (known, byte) = match value.as_number() {
                Some(number) => {
                    let new = ((number >> part.in_value) as u8) << part.in_byte;
                    (known | part.mask, byte & !part.mask | new & part.mask)
                }
                None => (known & !part.mask, byte),
            };
            let is_known = known == 0xFF;
            let new = if is_known { Value::number(i128::from(byte)) } else { Value::unknown() };
            let cells = &mut self.memory.get_mut(object).cells;
            cells.write(Cell { offset: part.offset, width: 1, value: new, ty: BYTE });
            if !is_known {
                cells.write_partial(part.offset, known, byte);
            }
        }
        Ok(())
    }
}
