//! Carries out the action of an edge.

use super::{
    access::BYTE,
    bits::bit_field,
    cells::{Cell, ZEROS, width},
    inputs::Host,
    number::converted,
    object::Blank,
    outcome::{Followed, Stop, unknown},
    state::Machine,
    value::{Known, Pointer, Value},
};
use csieve_graph::{Action, EdgeId, ExprId, Initial, Type, VarId};

impl<H: Host> Machine<'_, '_, H> {
    /// Takes an edge. Returns whether the innermost call goes on after the edge now: `false` if a callee was
    /// entered or the call has returned.
    pub(crate) fn take(&mut self, edge: EdgeId) -> Followed<bool> {
        let cfg = self.cfg();
        self.frame_mut().edge = edge;
        let depth = self.depth();
        self.host.visit(cfg, edge, depth);
        if is_of_library(&cfg.edge(edge).action) {
            self.forget_errno();
        }
        match &cfg.edge(edge).action {
            Action::Skip => self.list_step(edge)?,
            Action::Assume { .. }
            | Action::AssumeNone { .. }
            | Action::Learn { .. }
            | Action::FreeNull { .. }
            | Action::Misuse { .. }
            | Action::CloseFail { .. }
            | Action::LockFail { .. } => {}
            Action::Declare(var) => self.declare(*var),
            Action::Assign { var, value } => {
                let (ty, value) = (cfg.expr(*value).ty, self.moved(*value)?);
                self.may_hide(value.known, ty);
                self.set(*var, value);
            }
            Action::Deref { pointer, .. } => self.dereference(*pointer)?,
            Action::Store { pointer, value } => self.store_edge(edge, *pointer, *value)?,
            Action::Alloc { var, .. } => self.allocate(edge, *var)?,
            Action::AllocFail { var, .. } => self.set(*var, Value::number(0)),
            Action::Free { pointer, .. } => {
                let pointer = self.value(*pointer)?;
                self.free(edge, pointer.known)?;
            }
            Action::Open { var, resource, .. } => self.open(*var, resource),
            Action::OpenFail { var, resource, .. } => {
                self.set(*var, Value::number(if resource.is_pointer { 0 } else { -1 }));
            }
            Action::Close { handle, resource, .. } => self.close(*handle, resource)?,
            Action::Lock { lock, shared, waits, .. } => self.lock(*lock, *shared, *waits)?,
            Action::Unlock { lock, counted, .. } => self.unlock(*lock, *counted)?,
            Action::Call { target, args, result } => return self.call(target, args, *result),
            Action::LibraryCall { callee, args, result, range, writes_memory } => {
                self.library_call(callee, args, *result, *range, *writes_memory)?;
            }
            Action::Opaque { .. } => return unknown("something that is not understood"),
            Action::Return(value) => return self.returns(*value),
        }
        Ok(true)
    }

    /// Makes `errno` unknown, as a call of a function from outside does.
    pub(crate) fn forget_errno(&mut self) {
        if let Some(errno) = self.errno {
            let object = self.memory.get_mut(errno);
            object.cells.clear();
            object.blank = Blank::Unknown;
        }
    }

    /// Gives a variable a value of its type.
    pub(crate) fn set(&mut self, var: VarId, value: Value<H::Shadow>) {
        let (id, ty) = (self.variable(var), self.cfg().var(var).ty);
        self.may_lose |= self.memory.set(id, value, ty);
        self.frame_mut().slots.forget(var);
    }

    fn declare(&mut self, var: VarId) {
        let id = self.variable(var);
        let object = self.memory.get_mut(id);
        object.cells.clear();
        object.blank = Blank::Indeterminate;
        self.frame_mut().slots.forget(var);
        self.may_lose = true;
    }

    fn dereference(&mut self, pointer: ExprId) -> Followed<()> {
        match self.value(pointer)?.known {
            Known::Pointer(pointer) => self.accessible(pointer.object),
            Known::Number(_) => Err(Stop::Undefined("memory at a number is accessed")),
            Known::Real(_) | Known::NotZero { .. } | Known::Nothing => {
                unknown("where a pointer leads is not known")
            }
        }
    }

    pub(crate) fn store_edge(&mut self, edge: EdgeId, pointer: ExprId, value: ExprId) -> Followed<()> {
        let cfg = self.cfg();
        let places = self.values(pointer)?;
        let ty = cfg.expr(value).ty;
        self.within_rows(pointer, width(ty, cfg.model), &places)?;
        let place = places.last().map_or(Known::Nothing, |(_, value)| value.known);
        if let Some(initial) = cfg.initials.get(&edge) {
            return self.initialise(place, initial);
        }
        if let Some((record, bits)) = bit_field(self.cfg(), pointer) {
            let (record, value) = (self.value(record)?, self.value(value)?);
            return self.write_bits(record.known, bits, value.known);
        }
        if let Some((from, layout)) = self.structure(value)? {
            return self.copy_structure(place, from, layout);
        }
        let value = self.moved(value)?;
        self.store(place, value, ty)
    }

    /// Gives the object at `place` the values of its initialiser.
    fn initialise(&mut self, place: Known, initial: &Initial) -> Followed<()> {
        let Some(Pointer { object, offset: Some(offset) }) = Self::place(place)? else {
            return unknown("which object is initialised is not known");
        };
        let bytes = i128::from(initial.bytes);
        self.inside(object, offset, bytes)?;
        self.may_lose = true;
        let cells = &mut self.memory.get_mut(object).cells;
        cells.write(Cell { offset, width: bytes, value: Value::number(0), ty: ZEROS });
        for (place, value) in &initial.constants {
            let ty = self.cfg().expr(*value).ty;
            if let Some((record, bits)) = bit_field(self.cfg(), *place) {
                let (record, value) = (self.value(record)?, self.value(*value)?);
                self.write_bits(record.known, bits, value.known)?;
                continue;
            }
            let (place, value) = (self.value(*place)?, self.value(*value)?);
            self.store(place.known, value, ty)?;
        }
        for (array, literal) in &initial.strings {
            let size = self.cfg().sizes.extent(*array).map_or(bytes, i128::from);
            let (place, literal) = (self.value(*array)?, self.value(*literal)?);
            self.copy_literal((place.known, size), literal.known, offset + bytes)?;
        }
        Ok(())
    }

    /// Copies a string literal into an array with at most a number of bytes, up to the offset `end`. The literal's final 0
    /// is left out if there is no room for it.
    fn copy_literal(&mut self, (place, size): (Known, i128), literal: Known, end: i128) -> Followed<()> {
        let (Some(to), Some(from)) = (Self::place(place)?, Self::place(literal)?) else {
            return unknown("which array is initialised is not known");
        };
        let (Some(start), Blank::Bytes(bytes)) = (to.offset, self.memory.get(from.object).blank.clone())
        else {
            return unknown("what an array is initialised with is not known");
        };
        for (at, byte) in (start..end.min(start + size)).zip(bytes) {
            self.memory.write(to.object, Some(at), Value::number(i128::from(byte)), BYTE);
        }
        Ok(())
    }

    /// Returns a value converted to the type of the variable that receives it.
    pub(crate) fn fitting(&mut self, value: Value<H::Shadow>, from: Type, to: Type) -> Value<H::Shadow> {
        if from == to || converted(0, from).is_none() && value.known == Known::Nothing {
            return value;
        }
        // The effect of a conversion to an unknown type is not known, so the value is kept.
        if to == Type::Unknown { value } else { self.cast(value, from, to) }
    }
}

/// Returns whether an action is a call of a function for which the lowering makes edges of its own, and that
/// may change `errno`.
fn is_of_library(action: &Action) -> bool {
    matches!(
        action,
        Action::Alloc { .. }
            | Action::AllocFail { .. }
            | Action::Free { .. }
            | Action::Open { .. }
            | Action::OpenFail { .. }
            | Action::Close { .. }
            | Action::CloseFail { .. }
            | Action::Lock { .. }
            | Action::LockFail { .. }
            | Action::Unlock { .. }
    )
}
