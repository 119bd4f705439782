//! Functions of the C library whose effect follows from memory alone, or comes from outside.

use super::{
    access::BYTE,
    call::Argument,
    cells::{Cell, TO_THE_END},
    inputs::Host,
    outcome::{Followed, Stop, Subject, unknown},
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_base::{
    library::{ActsLike, Decided},
    rule::Rule,
};
use csieve_graph::{Type, VarId};

/// The largest number of bytes that one library call reads, compares or writes one by one.
const MOST_BYTES: i128 = 1 << 16;

/// The effect of a call of a library function, as far as the machine computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Computed {
    /// No effect was computed: the machine does not know how, or something that the function needs is
    /// unknown.
    Nothing,
    /// Memory was changed. That the function returns its first argument is already in the graph.
    Memory,
    /// The result of the function is this number.
    Number(i128),
}

impl<H: Host> Machine<'_, '_, H> {
    /// Performs a call of a library function for which the lowering made no edges of its own.
    pub(crate) fn library_call(
        &mut self,
        callee: &str,
        args: &[csieve_graph::ExprId],
        result: Option<VarId>,
        range: Option<(i128, i128)>,
        writes_memory: bool,
    ) -> Followed<()> {
        let args = self.arguments(args)?;
        self.passed(&args)?;
        let edge = self.frame().edge;
        let entry = self.cfg().known.function(edge);
        if entry.is_some_and(|entry| entry.fails_assertion) {
            return Err(Stop::Misuse(Rule::AssertionFailure, Subject::Nothing));
        }
        if self.ends_behind() {
            return Err(Stop::NeverReturns);
        }
        if entry.is_some_and(|entry| matches!(entry.acts_like, Some(ActsLike::Memset | ActsLike::Memcpy)))
            && matches!(args.first(), Some((Value { known: Known::Number(0), .. }, _)))
            && !matches!(args.get(2), Some((Value { known: Known::Number(0), .. }, _)))
        {
            return Err(Stop::Undefined("a library function writes to NULL"));
        }
        let computed = match entry.and_then(|entry| entry.acts_like) {
            Some(function) => self.computed(function, &args)?,
            None => Computed::Nothing,
        };
        match (computed, result) {
            (Computed::Number(number), Some(var)) => {
                self.set(var, Value::number(number));
                return Ok(());
            }
            (Computed::Number(_) | Computed::Memory, _) => return Ok(()),
            (Computed::Nothing, _) => {}
        }
        if entry.is_some_and(|entry| entry.decided == Decided::Environment) {
            self.environment(callee, &args, result, false);
        } else {
            if writes_memory {
                self.overwritten(&args);
            }
            if let Some(var) = result {
                let value = match range {
                    Some((low, high)) if low == high => Value::number(low),
                    _ => Value::unknown(),
                };
                self.may_hide(value.known, self.cfg().var(var).ty);
                self.set(var, value);
            }
        }
        self.in_range(result, range)
    }

    /// Ends the run as undefined if the host chose a result that the library function cannot have.
    fn in_range(&mut self, result: Option<VarId>, range: Option<(i128, i128)>) -> Followed<()> {
        let (Some(var), Some((low, high))) = (result, range) else { return Ok(()) };
        let id = self.variable(var);
        match self.read(id, 0, self.cfg().var(var).ty)?.known {
            Known::Number(number) if !(low..=high).contains(&number) => {
                Err(Stop::Undefined("a library function returns a value outside its range"))
            }
            _ => Ok(()),
        }
    }

    /// Makes all memory unknown to which the arguments of a call lead, directly and through pointers in
    /// memory.
    fn overwritten(&mut self, args: &[Argument<H::Shadow>]) {
        self.memory.share_all();
        let pointers = args.iter().map(|(value, _)| value.known);
        let mut pending: Vec<Known> = pointers.collect();
        let mut seen: Vec<ObjectId> = Vec::new();
        while let Some(known) = pending.pop() {
            let Known::Pointer(pointer) = known else { continue };
            if seen.contains(&pointer.object) || self.writable(pointer.object).is_err() {
                continue;
            }
            seen.push(pointer.object);
            let cells = &mut self.memory.get_mut(pointer.object).cells;
            pending.extend(cells.all().iter().map(|cell| cell.value.known));
            cells.clear();
            cells.write(Cell { offset: 0, width: TO_THE_END, value: Value::unknown(), ty: Type::Unknown });
        }
    }

    /// Computes a call of a function that acts like `function`. The tables of library functions say which
    /// functions do.
    fn computed(&mut self, function: ActsLike, args: &[Argument<H::Shadow>]) -> Followed<Computed> {
        let known: Vec<Known> = args.iter().map(|(value, _)| value.known).collect();
        let number = match (function, known.as_slice()) {
            (ActsLike::Strlen, [text]) => self.length(*text)?,
            (ActsLike::Strcmp, [a, b]) => self.compared(*a, *b, MOST_BYTES, true)?,
            (ActsLike::Strncmp, [a, b, Known::Number(most)]) => self.compared(*a, *b, *most, true)?,
            (ActsLike::Memcmp, [a, b, Known::Number(bytes)]) => self.compared(*a, *b, *bytes, false)?,
            (ActsLike::Abs, [Known::Number(number)]) if *number > i128::from(i32::MIN) => Some(number.abs()),
            (ActsLike::Labs, [Known::Number(number)]) if *number > i128::from(i64::MIN) => Some(number.abs()),
            (ActsLike::Isdigit, [Known::Number(letter)]) => match letter {
                // C does not say which number other than 0 these functions return for a digit.
                48..=57 => None,
                _ => Some(0),
            },
            (ActsLike::Memset, [to, Known::Number(byte), Known::Number(bytes)]) => {
                return self.filled(*to, *byte, *bytes).map(|()| Computed::Memory);
            }
            (ActsLike::Memcpy, [to, from, Known::Number(bytes)]) => {
                return self.copied(*to, *from, *bytes).map(|()| Computed::Memory);
            }
            (ActsLike::Strcpy, [to, from]) => {
                let Some(length) = self.length(*from)? else { return Ok(Computed::Nothing) };
                return self.copied(*to, *from, length + 1).map(|()| Computed::Memory);
            }
            _ => None,
        };
        Ok(number.map_or(Computed::Nothing, Computed::Number))
    }

    /// Returns the length of a string in bytes, without its final 0; `None` if it is not known.
    fn length(&mut self, text: Known) -> Followed<Option<i128>> {
        let Some((id, start)) = known_place(text) else { return Ok(None) };
        for at in 0..MOST_BYTES {
            self.accessible(id)?;
            self.inside(id, start + at, 1)?;
            match self.byte(id, start + at)? {
                Some(0) => return Ok(Some(at)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns 0 if two buffers or strings are equal in their first `most` bytes. `None` if that is not
    /// known, or if they differ, since C does not fix the number then.
    fn compared(&mut self, a: Known, b: Known, most: i128, is_text: bool) -> Followed<Option<i128>> {
        let (Some(a), Some(b)) = (known_place(a), known_place(b)) else { return Ok(None) };
        for at in 0..most.min(MOST_BYTES) {
            for (id, start) in [a, b] {
                self.accessible(id)?;
                self.inside(id, start + at, 1)?;
            }
            match (self.byte(a.0, a.1 + at)?, self.byte(b.0, b.1 + at)?) {
                (Some(0), Some(0)) if is_text => return Ok(Some(0)),
                (Some(a), Some(b)) if a == b => {}
                _ => return Ok(None),
            }
        }
        Ok((most <= MOST_BYTES).then_some(0))
    }

    /// Checks that the range of `bytes` bytes from a pointer on can be accessed. Returns the object and the
    /// offset at which the range starts.
    fn range(&mut self, at: Known, bytes: i128) -> Followed<(ObjectId, i128)> {
        let Some((id, start)) = known_place(at) else {
            return unknown("which memory a library function is given is not known");
        };
        self.accessible(id)?;
        self.inside(id, start, bytes)?;
        Ok((id, start))
    }

    fn filled(&mut self, to: Known, byte: i128, bytes: i128) -> Followed<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (id, start) = self.range(to, bytes)?;
        self.writable(id)?;
        self.may_lose = true;
        let byte = byte & 0xFF;
        let cells = &mut self.memory.get_mut(id).cells;
        if byte == 0 {
            cells.write(Cell {
                offset: start,
                width: bytes,
                value: Value::number(0),
                ty: super::cells::ZEROS,
            });
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
    fn copied(&mut self, to: Known, from: Known, bytes: i128) -> Followed<()> {
        if bytes == 0 {
            return Ok(());
        }
        let ((to, to_start), (from, start)) = (self.range(to, bytes)?, self.range(from, bytes)?);
        self.writable(to)?;
        if bytes > MOST_BYTES {
            return unknown("too many bytes are copied");
        }
        self.may_lose = true;
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
        Ok(())
    }
}

fn known_place(known: Known) -> Option<(ObjectId, i128)> {
    match known {
        Known::Pointer(Pointer { object, offset: Some(offset) }) => Some((object, offset)),
        _ => None,
    }
}
