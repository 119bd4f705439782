//! Library functions on blocks of bytes.

use super::{Computed, MOST_BYTES, pointer, size};
use crate::{
    access::BYTE,
    cells::{Byte, Cell, ZEROS},
    inputs::Host,
    object::Blank,
    outcome::{Followed, unknown},
    state::Machine,
    value::{Known, ObjectId, Value},
};
use csieve_graph::Type;

/// The most input bytes that one comparison lets the host choose. Each of them is an input of the witness, and nobody
/// reads a longer list.
const MOST_CHOSEN: u32 = 512;

impl<H: Host> Machine<'_, '_, H> {
    pub(super) fn on_memory(&mut self, function: &str, args: &[Known]) -> Followed<Computed> {
        let (Some(&first), Some(&second)) = (args.first(), args.get(1)) else { return Ok(Computed::Nothing) };
        let third = args.get(2).copied().and_then(size);
        let memory = |result: Followed<()>| result.map(|()| Computed::Memory);
        match (function, second, third) {
            ("memset", Known::Number(byte), Some(bytes)) => memory(self.filled(first, byte, bytes)),
            ("bzero", _, _) => match size(second) {
                Some(bytes) => memory(self.filled(first, 0, bytes)),
                None => Ok(Computed::Nothing),
            },
            ("memcpy" | "memmove", _, Some(bytes)) => memory(self.copied(first, second, bytes)),
            ("mempcpy", _, Some(bytes)) => {
                self.copied(first, second, bytes)?;
                Ok(first.as_place().map(|(id, at)| pointer((id, at + bytes))).into())
            }
            ("memcmp", _, Some(bytes)) => self.compared(first, second, bytes, false).map(Computed::from),
            ("memchr", Known::Number(byte), Some(bytes)) => {
                self.found(first, byte, bytes).map(Computed::from)
            }
            _ => Ok(Computed::Nothing),
        }
    }

    /// Returns a pointer to the first byte with a value in a block; NULL if there is none.
    fn found(&mut self, block: Known, byte: i128, bytes: i128) -> Followed<Option<Known>> {
        let Some((id, start)) = block.as_place() else { return Ok(None) };
        for at in start..start.saturating_add(bytes.min(MOST_BYTES)) {
            match self.byte_inside(id, at)? {
                Some(found) if i128::from(found) == byte & 0xFF => return Ok(Some(pointer((id, at)))),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok((bytes <= MOST_BYTES).then_some(Known::Number(0)))
    }

    /// Returns a byte of an object, `None` if it is not known. Checks that it may be accessed.
    pub(super) fn byte_inside(&mut self, id: ObjectId, at: i128) -> Followed<Option<u8>> {
        self.accessible(id)?;
        self.inside(id, at, 1)?;
        self.byte(id, at)
    }

    /// Compares two buffers or strings in their first `most` bytes. Returns 0 if they are equal there, and
    /// otherwise a number of which only the sign is known, since C does not fix more. `None` if that is not
    /// known.
    pub(super) fn compared(
        &mut self,
        a: Known,
        b: Known,
        most: i128,
        is_text: bool,
    ) -> Followed<Option<Known>> {
        let (Some(a), Some(b)) = (a.as_place(), b.as_place()) else { return Ok(None) };
        let mut chosen = 0;
        for at in 0..most.min(MOST_BYTES) {
            for (id, start) in [a, b] {
                self.accessible(id)?;
                self.inside(id, start + at, 1)?;
                chosen += u32::from(self.is_unchosen(id, start + at));
            }
            if chosen > MOST_CHOSEN {
                return Ok(None);
            }
            match (self.byte(a.0, a.1 + at)?, self.byte(b.0, b.1 + at)?) {
                (Some(0), Some(0)) if is_text => return Ok(Some(Known::Number(0))),
                (Some(a), Some(b)) if a == b => {}
                (Some(a), Some(b)) => return Ok(Some(Known::NotZero { negative: Some(a < b) })),
                _ => return Ok(None),
            }
        }
        Ok((most <= MOST_BYTES).then_some(Known::Number(0)))
    }

    /// Returns whether a byte of an object is an input whose value the host has not chosen yet.
    fn is_unchosen(&self, id: ObjectId, at: i128) -> bool {
        let object = self.memory.get(id);
        matches!(object.blank, Blank::Input | Blank::Written { .. }) && object.cells.byte(at) == Byte::Blank
    }

    /// Checks that the range of `bytes` bytes from a pointer on can be accessed. Returns the object and the
    /// offset at which the range starts.
    pub(crate) fn range(&mut self, at: Known, bytes: i128) -> Followed<(ObjectId, i128)> {
        let Some((id, start)) = at.as_place() else {
            return unknown("which memory a library function is given is not known");
        };
        self.accessible(id)?;
        self.inside(id, start, bytes)?;
        Ok((id, start))
    }

    /// Writes known bytes at a pointer.
    pub(super) fn put(&mut self, to: Known, bytes: &[u8]) -> Followed<()> {
        let (id, start) = self.range(to, bytes.len() as i128)?;
        self.writable(id)?;
        self.may_lose = true;
        let cells = &mut self.memory.get_mut(id).cells;
        for (at, byte) in (start..).zip(bytes) {
            cells.write(Cell { offset: at, width: 1, value: Value::number(i128::from(*byte)), ty: BYTE });
        }
        Ok(())
    }

    fn filled(&mut self, to: Known, byte: i128, bytes: i128) -> Followed<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (id, start) = self.range(to, bytes)?;
        self.writable(id)?;
        self.may_lose = true;
        let byte = byte & 0xFF;
        if byte != 0 {
            self.handles(usize::try_from(bytes.min(MOST_BYTES)).unwrap_or(usize::MAX));
        }
        let cells = &mut self.memory.get_mut(id).cells;
        if byte == 0 {
            cells.write(Cell { offset: start, width: bytes, value: Value::number(0), ty: ZEROS });
        } else if bytes <= MOST_BYTES {
            for at in start..start + bytes {
                cells.write(Cell { offset: at, width: 1, value: Value::number(byte), ty: BYTE });
            }
        } else {
            cells.write(Cell { offset: start, width: bytes, value: Value::unknown(), ty: Type::Unknown });
        }
        Ok(())
    }

    /// Copies bytes. Whole cells keep their values; of parts of cells, single bytes are copied as far as they
    /// are known.
    pub(crate) fn copied(&mut self, to: Known, from: Known, bytes: i128) -> Followed<()> {
        if bytes == 0 {
            return Ok(());
        }
        let ((to, to_start), (from, start)) = (self.range(to, bytes)?, self.range(from, bytes)?);
        self.writable(to)?;
        if bytes > MOST_BYTES {
            return unknown("too many bytes are copied");
        }
        self.handles(usize::try_from(bytes).unwrap_or(usize::MAX));
        self.may_lose = true;
        let partial: Vec<_> = (start..start + bytes)
            .filter_map(|at| self.memory.get(from).cells.partial(at).map(|partial| (at, partial)))
            .collect();
        let mut copies: Vec<Cell<H::Shadow>> = Vec::new();
        let mut at = start;
        while at < start + bytes {
            let cell = self.memory.get(from).cells.within(at, 1).first().copied();
            let copy = match cell {
                Some(cell) if cell.offset == at && at + cell.width <= start + bytes => cell,
                _ => {
                    if let Some(cell) = cell {
                        self.memory.share(cell.value.known);
                    }
                    let byte = self.byte(from, at)?;
                    let value = byte.map_or_else(Value::unknown, |byte| Value::number(i128::from(byte)));
                    Cell { offset: at, width: 1, value, ty: BYTE }
                }
            };
            at += copy.width;
            copies.push(copy);
        }
        for copy in copies {
            let offset = copy.offset - start + to_start;
            self.memory.get_mut(to).cells.write(Cell { offset, ..copy });
        }
        for (at, (known, byte)) in partial {
            self.memory.get_mut(to).cells.write_partial(at - start + to_start, known, byte);
        }
        Ok(())
    }
}
