//! Reads and writes the memory of a run.

use super::{
    cells::{Byte, CellLookup, width},
    inputs::{Host, InputObject, Source},
    number::converted,
    object::{Blank, Life, Origin},
    outcome::{Followed, Stop, unknown},
    real,
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_base::rule::Rule;
use csieve_graph::{IntType, Type};

/// The type of a single byte of memory.
pub(crate) const BYTE: Type = Type::Int(IntType { bits: 8, signed: false });

/// The number of values in memory that a run lets its host choose; what it reads later is unknown. Each is an input that
/// a reader would be told, and a function that searches unknown memory asks for each byte.
const MOST_READ: u32 = 4_096;

impl<H: Host> Machine<'_, '_, H> {
    /// Checks that an object may be accessed: it is not freed, and the call that it is local to has not
    /// returned.
    pub(crate) fn accessible(&self, id: ObjectId) -> Followed<()> {
        let object = self.memory.get(id);
        match object.life {
            Life::Live => Ok(()),
            Life::Freed => Err(Stop::Misuse(Rule::UseAfterFree, object.subject())),
            Life::Dead => Err(Stop::Undefined("an object of a function that has returned is accessed")),
        }
    }

    /// Checks that the `bytes` bytes from `offset` on lie inside an object. An object of unknown size passes.
    pub(crate) fn inside(&self, id: ObjectId, offset: i128, bytes: i128) -> Followed<()> {
        let object = self.memory.get(id);
        let Some(size) = object.size else { return Ok(()) };
        let outside = |offset: i128| offset < 0 || offset + bytes > size;
        if !outside(offset) {
            return Ok(());
        }
        // Hardware adds addresses modulo 2^64. An offset that wraps back into the object is undefined, but no
        // access outside.
        if outside(IntType::LONG.wrapped(offset)) {
            Err(Stop::Misuse(Rule::OutOfBounds, object.subject()))
        } else {
            Err(Stop::Undefined("a pointer leaves its object by more than there is memory"))
        }
    }

    /// Returns the object and offset to which a pointer value leads; `None` if the value is unknown. A number
    /// leads to no object, so an access there ends the run.
    pub(crate) fn place(known: Known) -> Followed<Option<Pointer>> {
        match known {
            Known::Pointer(pointer) => Ok(Some(pointer)),
            Known::Nothing | Known::NotZero { .. } | Known::Real(_) => Ok(None),
            Known::Number(0) => Err(Stop::Undefined("memory at NULL is accessed")),
            Known::Number(_) => Err(Stop::Undefined("memory at a number is accessed")),
        }
    }

    /// Returns the value in memory at a pointer. The value is unknown if the pointer or the width of the type
    /// is.
    pub(crate) fn load(&mut self, pointer: Known, ty: Type) -> Followed<Value<H::Shadow>> {
        let Some(Pointer { object, offset }) = Self::place(pointer)? else { return Ok(Value::unknown()) };
        self.accessible(object)?;
        let Some((offset, bytes)) = offset.zip(width(ty, self.memory.model())) else {
            return Ok(self.whole(object, offset, ty).unwrap_or_else(Value::unknown));
        };
        self.inside(object, offset, bytes)?;
        self.read(object, offset, ty)
    }

    /// Returns the value of a variable whose type has no known width, if the variable was written as a whole
    /// in that type.
    fn whole(&self, id: ObjectId, offset: Option<i128>, ty: Type) -> Option<Value<H::Shadow>> {
        match self.memory.get(id).cells.all() {
            [cell] if offset == Some(cell.offset) && cell.ty == ty => Some(cell.value),
            _ => None,
        }
    }

    /// Returns the value of an object at an offset in a type. The caller has checked that the bytes of that
    /// type lie inside the object.
    pub(crate) fn read(&mut self, id: ObjectId, offset: i128, ty: Type) -> Followed<Value<H::Shadow>> {
        let Some(bytes) = width(ty, self.memory.model()) else { return Ok(Value::unknown()) };
        match self.memory.get(id).cells.find(offset, bytes) {
            CellLookup::Value(cell) => Ok(self.seen(cell.value, cell.ty, ty)),
            CellLookup::Blank => self.blank(id, offset, ty),
            CellLookup::Mixed => self.assembled(id, offset, bytes, ty),
        }
    }

    /// Returns a value that was written in one type as it reads in another type of the same width.
    fn seen(&mut self, value: Value<H::Shadow>, from: Type, to: Type) -> Value<H::Shadow> {
        if from == to {
            return value;
        }
        match value.known {
            Known::Number(number) if matches!(to, Type::Float(_)) => {
                real::from_bits(number, to).map_or_else(Value::unknown, Value::plain)
            }
            Known::Real(bits) => {
                let bits = real::bits(f64::from_bits(bits), from);
                let known = bits.and_then(|bits| converted(bits, to));
                known.map_or_else(Value::unknown, Value::number)
            }
            Known::Number(number) => match converted(number, to) {
                Some(result) => {
                    let shadow = self.host.cast(from, to, &value, result);
                    Value { known: Known::Number(result), shadow }
                }
                None => Value::unknown(),
            },
            Known::Pointer(_) if to.can_point(self.memory.model()) || self.is_descriptor(value.known) => {
                value
            }
            Known::Pointer(_) | Known::NotZero { .. } | Known::Nothing => Value::unknown(),
        }
    }

    /// Returns whether a value is the number of a file descriptor that the run opened.
    pub(crate) fn is_descriptor(&self, known: Known) -> bool {
        matches!(known, Known::Pointer(pointer) if self.memory.descriptor(pointer.object).is_some())
    }

    /// Returns the value of an object at bytes that were never written. If the bytes are an input, the host
    /// chooses their value here, and it is then kept in the object.
    fn blank(&mut self, id: ObjectId, offset: i128, ty: Type) -> Followed<Value<H::Shadow>> {
        let object = self.memory.get(id);
        let Ok(at) = i64::try_from(offset) else { return Ok(Value::unknown()) };
        let source = match (&object.blank, &object.origin) {
            (Blank::Indeterminate | Blank::Unknown, _) => return Ok(Value::unknown()),
            (Blank::Zero, _) => {
                return Ok(Value::plain(real::from_bits(0, ty).unwrap_or(Known::Number(0))));
            }
            (Blank::Bytes(_), _) => {
                let bytes = width(ty, self.memory.model()).unwrap_or(0);
                return self.assembled(id, offset, bytes, ty);
            }
            (Blank::Written { function, call, argument }, _) => {
                Source::Written { function: function.clone(), call: *call, argument: *argument, offset: at }
            }
            (Blank::Input, Origin::Input(InputObject::Global(name)))
                if object.scalar == Some(ty) && at == 0 =>
            {
                Source::Global(name.clone())
            }
            (Blank::Input, Origin::Input(input)) => Source::Memory { object: input.clone(), offset: at },
            (Blank::Input, _) => return unknown("what memory holds is not known"),
        };
        self.counts.read += 1;
        let value = if self.counts.read > MOST_READ { Value::unknown() } else { self.chosen(&source, ty) };
        self.memory.write(id, Some(offset), value, ty);
        Ok(value)
    }

    /// Returns a value that is put together from the bytes of several cells, or from a part of one cell.
    fn assembled(&mut self, id: ObjectId, offset: i128, bytes: i128, ty: Type) -> Followed<Value<H::Shadow>> {
        let is_big_endian = self.memory.model().is_big_endian;
        let place = |index: i128| if is_big_endian { bytes - 1 - index } else { index };
        let mut number: i128 = 0;
        let mut is_known = true;
        for index in 0..bytes {
            match self.byte(id, offset + index)? {
                Some(byte) => number |= i128::from(byte) << (8 * place(index)),
                None => is_known = false,
            }
        }
        // A program that reads a pointer byte by byte may put it together again.
        let parts: Vec<Known> =
            self.memory.get(id).cells.within(offset, bytes).iter().map(|cell| cell.value.known).collect();
        for part in parts {
            self.memory.share(part);
        }
        let known = if is_known { real::from_bits(number, ty) } else { None };
        Ok(known.map_or_else(Value::unknown, Value::plain))
    }

    /// Returns one byte of an object; `None` if it is not known.
    pub(crate) fn byte(&mut self, id: ObjectId, at: i128) -> Followed<Option<u8>> {
        let object = self.memory.get(id);
        match object.cells.byte(at) {
            Byte::Known(byte) => return Ok(Some(byte)),
            Byte::Unknown => return Ok(None),
            Byte::Blank => {}
        }
        if let Blank::Bytes(bytes) = &object.blank {
            return Ok(usize::try_from(at).ok().and_then(|at| bytes.get(at)).copied());
        }
        let number = self.blank(id, at, BYTE)?.known.as_number();
        Ok(number.and_then(|number| u8::try_from(number).ok()))
    }

    /// Writes memory at a pointer.
    pub(crate) fn store(&mut self, pointer: Known, value: Value<H::Shadow>, ty: Type) -> Followed<()> {
        let Some(Pointer { object, offset }) = Self::place(pointer)? else {
            return unknown("memory is written at a place that is not known");
        };
        self.accessible(object)?;
        if let Some((offset, bytes)) = offset.zip(width(ty, self.memory.model())) {
            self.inside(object, offset, bytes)?;
        }
        self.writable(object)?;
        self.may_hide(value.known, ty);
        self.may_lose |= self.memory.write(object, offset, value, ty);
        Ok(())
    }

    /// Checks that an object is neither a string literal nor a function, which cannot be written.
    pub(crate) fn writable(&self, id: ObjectId) -> Followed<()> {
        if self.memory.get(id).is_writable() { Ok(()) } else { Err(Stop::Undefined("a constant is written")) }
    }

    /// Marks all objects that the run made as known to other code if a value is unknown and its type can hold
    /// a pointer, which may lead to any of them.
    pub(crate) fn may_hide(&mut self, known: Known, ty: Type) {
        if known == Known::Nothing && ty.can_point(self.memory.model()) {
            self.memory.share_all();
        }
    }
}
