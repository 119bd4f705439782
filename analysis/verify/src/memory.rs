//! Reads and writes objects.

use std::sync::Arc;

use csieve_domains::{
    bits::{BinaryOp as BitOp, Comparison, TermId},
    bitwise,
};
use csieve_graph::{Bits, Type, VarId};

use crate::{
    code::is_plain,
    executor::Executor,
    object::{Kind, Life},
    path,
    state::State,
    stop::{Followed, Stop, Wrong, unfollowed, wrong},
    value::{Content, ObjectId, Value, bytes_of, constant, joined},
};

impl<'g> Executor<'g> {
    /// Returns the object and the offset at which `bytes` bytes may be accessed. A pointer with an unknown offset
    /// splits the run.
    pub(crate) fn place(
        &mut self,
        state: &State<'g>,
        pointer: Value,
        bytes: i64,
    ) -> Followed<(ObjectId, i64)> {
        let (object, offset) = match pointer {
            Value::Pointer { object, offset } => (object, offset),
            Value::Bits(term) if self.terms.as_constant(term).is_some() => {
                return wrong(Wrong::Dereference);
            }
            Value::Bits(_) | Value::Any => return unfollowed("where a pointer leads is not known"),
        };
        accessible(state, object)?;
        let Some(size) = state.object(object).size else {
            return unfollowed("the size of an object is not known");
        };
        if size < bytes {
            return wrong(Wrong::Dereference);
        }
        let most = self.terms.constant(64, (size - bytes) as u128);
        let is_inside = self.terms.compare(Comparison::Ule, offset, most);
        if !self.decide(state, is_inside)? {
            return wrong(Wrong::Dereference);
        }
        Ok((object, self.exact(state, offset)?))
    }

    /// Returns the value of a term as a number. If several are possible, the run is split.
    pub(crate) fn exact(&mut self, state: &State<'g>, term: TermId) -> Followed<i64> {
        if let Some(known) = constant(&self.terms, term) {
            return Ok(known);
        }
        let Some(model) = &state.path.model else {
            return unfollowed("where a pointer leads is not known");
        };
        // A number that the path has chosen before is chosen again by every model of the path.
        let value = path::value(&self.terms, term, model);
        let number = self.terms.constant(self.terms.width(term), value);
        let is_it = self.terms.compare(Comparison::Eq, term, number);
        if self.decide(state, is_it)? { Ok(value as i64) } else { Err(Stop::Split(is_it)) }
    }

    /// Returns the value in memory at a pointer.
    pub(crate) fn load(&mut self, state: &mut State<'g>, pointer: Value, ty: Type) -> Followed<Value> {
        let Some(bytes) = bytes_of(ty, state.model()) else { return Ok(Value::Any) };
        let (object, offset) = self.place(state, pointer, bytes)?;
        Ok(self.read(state, object, offset, ty))
    }

    /// Returns the value of an object at an offset in a type.
    fn read(&mut self, state: &mut State<'g>, object: ObjectId, offset: i64, ty: Type) -> Value {
        let Some(bytes) = bytes_of(ty, state.model()) else { return Value::Any };
        if matches!(ty, Type::Float(_)) {
            return Value::Any;
        }
        match self.raw(state, object, offset, bytes, ty != Type::Pointer) {
            Value::Bits(term) => {
                let width = bitwise::width(ty).unwrap_or(8);
                Value::Bits(self.terms.resize(term, width, false))
            }
            Value::Pointer { .. } if bytes != i64::from(state.model().pointer_bytes()) => Value::Any,
            value @ (Value::Pointer { .. } | Value::Any) => value,
        }
    }

    /// Returns the bytes at an offset as one value. With `is_number`, unknown bytes become a number, which then stays
    /// the same.
    pub(crate) fn raw(
        &mut self,
        state: &mut State<'g>,
        object: ObjectId,
        offset: i64,
        bytes: i64,
        is_number: bool,
    ) -> Value {
        let pieces = state.object(object).pieces(&mut self.terms, offset, bytes);
        let found = match pieces.as_slice() {
            [one] => one.content.value(&mut self.terms, bytes),
            pieces => {
                let mut all = Vec::with_capacity(bytes as usize);
                for piece in pieces {
                    for at in 0..piece.bytes {
                        let byte = if piece.bytes == 1 {
                            piece.content
                        } else {
                            piece.content.part(&mut self.terms, at, 1)
                        };
                        match byte.value(&mut self.terms, 1) {
                            Value::Bits(byte) => all.push(byte),
                            Value::Pointer { .. } | Value::Any => break,
                        }
                    }
                }
                let whole = all.len() as i64 == bytes;
                whole.then(|| joined(&mut self.terms, &all)).flatten().map_or(Value::Any, Value::Bits)
            }
        };
        if found == Value::Any && is_number && bytes <= 16 {
            let symbol = self.invented(state, (8 * bytes) as u8);
            let value = Value::Bits(symbol);
            let object = state.object_mut(object);
            object.write(&mut self.terms, offset, bytes, Content::Value(value));
            return value;
        }
        found
    }

    /// Writes a value of a type at a pointer.
    pub(crate) fn store(
        &mut self,
        state: &mut State<'g>,
        pointer: Value,
        value: Value,
        ty: Type,
    ) -> Followed<()> {
        let Some(bytes) = bytes_of(ty, state.model()) else {
            return unfollowed("a value of an unknown size is stored");
        };
        let (object, offset) = self.place(state, pointer, bytes)?;
        writable(state, object)?;
        self.put(state, object, offset, value, bytes);
        Ok(())
    }

    /// Writes a value of some bytes into an object.
    pub(crate) fn put(
        &mut self,
        state: &mut State<'g>,
        object: ObjectId,
        offset: i64,
        value: Value,
        bytes: i64,
    ) {
        let value = match value {
            Value::Bits(term) => Value::Bits(self.terms.resize(term, (8 * bytes) as u8, false)),
            Value::Pointer { .. } if bytes != i64::from(state.model().pointer_bytes()) => Value::Any,
            Value::Pointer { .. } | Value::Any => value,
        };
        state.object_mut(object).write(&mut self.terms, offset, bytes, Content::Value(value));
    }

    /// Returns the value of a variable.
    pub(crate) fn variable(&mut self, state: &mut State<'g>, var: VarId) -> Followed<Value> {
        let cfg = state.frame().code.cfg;
        let ty = cfg.var(var).ty;
        if is_plain(cfg, var) {
            if let Some(value) = state.frame().vars[var.index()] {
                return Ok(value);
            }
            let value = self.fixed(state, Value::Any, ty);
            state.frame_mut().vars[var.index()] = Some(value);
            return Ok(value);
        }
        let object = self.variable_object(state, var)?;
        Ok(self.read(state, object, 0, ty))
    }

    /// Gives a variable a value.
    pub(crate) fn set(&mut self, state: &mut State<'g>, var: VarId, value: Value) -> Followed<()> {
        let cfg = state.frame().code.cfg;
        let ty = cfg.var(var).ty;
        let value = self.fixed(state, value, ty);
        if is_plain(cfg, var) {
            state.frame_mut().vars[var.index()] = Some(value);
            return Ok(());
        }
        let object = self.variable_object(state, var)?;
        match bytes_of(ty, cfg.model) {
            Some(bytes) => self.put(state, object, 0, value, bytes),
            None => return unfollowed("a variable of an unknown type is shared"),
        }
        Ok(())
    }

    /// Copies bytes from one place to another.
    pub(crate) fn copy(&mut self, state: &mut State<'g>, to: Value, from: Value, bytes: i64) -> Followed<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (from, start) = self.place(state, from, bytes)?;
        let (to, offset) = self.place(state, to, bytes)?;
        writable(state, to)?;
        for piece in state.object(from).pieces(&mut self.terms, start, bytes) {
            let object = state.object_mut(to);
            object.write(&mut self.terms, offset + piece.start, piece.bytes, piece.content);
        }
        Ok(())
    }

    /// Returns the value of a bit-field of the record at a pointer.
    pub(crate) fn read_bits(&mut self, state: &mut State<'g>, record: Value, bits: Bits) -> Followed<Value> {
        let (object, offset, bytes) = self.field(state, record, bits)?;
        let Value::Bits(whole) = self.raw(state, object, offset, bytes, true) else { return Ok(Value::Any) };
        Ok(Value::Bits(self.terms.extract(whole, (bits.first % 8) as u8, bits.width)))
    }

    /// Returns the bytes that hold a bit-field.
    fn field(&mut self, state: &State<'g>, record: Value, bits: Bits) -> Followed<(ObjectId, i64, i64)> {
        let first = (bits.first / 8) as i64;
        let end = (bits.first + u64::from(bits.width)).div_ceil(8) as i64;
        let (object, offset) = self.place(state, record, end)?;
        Ok((object, offset + first, end - first))
    }

    /// Writes a bit-field of the record at a pointer.
    pub(crate) fn write_bits(
        &mut self,
        state: &mut State<'g>,
        record: Value,
        bits: Bits,
        value: Value,
    ) -> Followed<()> {
        let (object, offset, bytes) = self.field(state, record, bits)?;
        writable(state, object)?;
        let whole = self.raw(state, object, offset, bytes, true);
        let (Value::Bits(whole), Value::Bits(value)) = (whole, value) else {
            self.put(state, object, offset, Value::Any, bytes);
            return Ok(());
        };
        let (width, low) = (self.terms.width(whole), (bits.first % 8) as u8);
        let ones = (u128::MAX >> (128 - u32::from(bits.width))) << low;
        let terms = &mut self.terms;
        let mask = terms.constant(width, !ones);
        let kept = terms.binary(BitOp::And, whole, mask);
        let cut = terms.resize(value, bits.width, false);
        let wide = terms.resize(cut, width, false);
        let by = terms.constant(width, u128::from(low));
        let moved = terms.binary(BitOp::Shl, wide, by);
        let new = terms.binary(BitOp::Or, kept, moved);
        self.put(state, object, offset, Value::Bits(new), bytes);
        Ok(())
    }

    /// Returns the name of the function to which a pointer leads.
    pub(crate) fn called(&mut self, state: &State<'g>, pointer: Value) -> Followed<Arc<str>> {
        match pointer {
            Value::Pointer { object, .. } => match &state.object(object).kind {
                Kind::Function(name) => Ok(Arc::clone(name)),
                Kind::Static | Kind::Local | Kind::Heap | Kind::Literal => wrong(Wrong::Other),
            },
            Value::Bits(term) if self.terms.as_constant(term).is_some() => wrong(Wrong::Dereference),
            Value::Bits(_) | Value::Any => unfollowed("which function is called is not known"),
        }
    }
}

/// Checks that an object may be accessed.
fn accessible(state: &State, id: ObjectId) -> Followed<()> {
    let object = state.object(id);
    match (object.life, &object.kind) {
        (_, Kind::Function(_)) => unfollowed("a function is accessed as an object"),
        (Life::Live, _) => Ok(()),
        (Life::Freed | Life::Dead, _) => wrong(Wrong::Dereference),
    }
}

/// Checks that an object is neither a string literal nor a function.
pub(crate) fn writable(state: &State, id: ObjectId) -> Followed<()> {
    match state.object(id).kind {
        Kind::Literal | Kind::Function(_) => wrong(Wrong::Other),
        Kind::Static | Kind::Local | Kind::Heap => Ok(()),
    }
}
