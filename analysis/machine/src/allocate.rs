//! Allocates and frees memory.

use super::{
    access::BYTE,
    cells::{Cell, ZEROS},
    inputs::{Host, InputObject, Source},
    library::{simulated, size},
    object::{Blank, Life, Object, Origin},
    outcome::{Followed, Stop, unknown},
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_base::{library::Contents, rule::Rule};
use csieve_graph::{Action, EdgeId, IntType, VarId};

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the edge to take at an allocation or reallocation: the edge for its success or the one for its
    /// failure. `None` if `open`, the edges that leave the current location, are no such operation.
    pub(crate) fn allocation(&mut self, open: &[EdgeId]) -> Followed<Option<EdgeId>> {
        let cfg = self.cfg();
        let find =
            |test: &dyn Fn(&Action) -> bool| open.iter().copied().find(|edge| test(&cfg.edge(*edge).action));
        let fails = find(&|action| matches!(action, Action::AllocFail { .. }));
        if let Some(alloc) = find(&|action| matches!(action, Action::Alloc { .. })) {
            if std::mem::take(&mut self.frame_mut().granted) {
                return Ok(Some(alloc));
            }
            let other = open.iter().copied().find(|edge| *edge != alloc);
            let succeeds = self.can_succeed(alloc, other.is_some());
            return Ok(Some(if succeeds { alloc } else { other.unwrap_or(alloc) }));
        }
        let free = find(&|action| matches!(action, Action::Free { .. }));
        let null = find(&|action| matches!(action, Action::FreeNull { .. }));
        // Where a failure would lose the old memory, there is one path for it if there is old memory, and one
        // behind the edge for NULL.
        let loses = find(&|action| matches!(action, Action::Learn { .. }));
        let (Some(fails), Some(free), Some(null)) = (fails.or(loses), free, null) else { return Ok(None) };
        let Action::Free { pointer, .. } = cfg.edge(free).action else { return Ok(None) };
        self.frame_mut().edge = free;
        let old = self.value(pointer)?;
        let Some(is_something) = old.known.truth() else {
            return unknown("what is allocated again is not known");
        };
        self.decided(free, &old, is_something);
        if !is_something && loses.is_some() {
            return Ok(Some(null));
        }
        let is_freeable = if is_something { self.freeable(old.known).map(|_| ()) } else { Ok(()) };
        if let Err(stop @ Stop::Unknown(_)) = is_freeable {
            return Err(stop);
        }
        let taken = if is_something { free } else { null };
        let alloc = cfg.successors[cfg.edge(taken).to.index()].first().copied();
        let size = alloc.map(|alloc| self.allocated(alloc));
        let may_be_nothing = open.len() > 3;
        if is_something && may_be_nothing && size.flatten().is_none_or(|size| size == 0) {
            return unknown("the effect of a reallocation to no bytes is not known");
        }
        let succeeds = alloc.is_some_and(|alloc| self.can_succeed(alloc, true));
        if !succeeds && is_freeable.is_err() {
            return Err(Stop::Undefined("a reallocation fails, and its pointer cannot be freed"));
        }
        self.frame_mut().granted = succeeds;
        Ok(Some(if succeeds { taken } else { fails }))
    }

    /// Returns whether an allocation succeeds. The host decides, unless the allocation cannot fail or asks
    /// for more than `LONG_MAX` bytes.
    fn can_succeed(&mut self, alloc: EdgeId, may_fail: bool) -> bool {
        let call = self.counts.allocations;
        self.counts.allocations += 1;
        let is_too_large = self.allocated(alloc).is_some_and(|size| size > IntType::LONG.max());
        !may_fail || !is_too_large && self.succeeds(&Source::Allocation { call })
    }

    /// Returns how many bytes an edge allocates, if that is known.
    fn allocated(&mut self, edge: EdgeId) -> Option<i128> {
        let allocated = self.cfg().sizes.allocations.get(&edge).copied()?;
        self.quietly(allocated.bytes).as_number()
    }

    /// Makes a fresh object for an allocation and gives its address to `var`. A reallocation moves the cells
    /// of the old object into the fresh one.
    pub(crate) fn allocate(&mut self, edge: EdgeId, var: VarId) -> Followed<()> {
        let copied = self.copied_string(edge)?;
        let length = copied.as_ref().map(|bytes| bytes.len() as i128);
        let size = length.or_else(|| self.allocated(edge));
        let contents = self.cfg().known.function(edge).and_then(|entry| entry.contents);
        let is_zero = contents == Some(Contents::Zeros);
        let is_moved = self.frame().moved.is_some();
        let blank = match copied {
            Some(bytes) => Blank::Bytes(bytes),
            None if is_zero => Blank::Zero,
            None if contents == Some(Contents::Indeterminate) && !is_moved => Blank::Indeterminate,
            None => Blank::Unknown,
        };
        let mut object = Object::new(Origin::Heap, size, blank);
        object.made = self.places();
        if let Some(old) = self.frame_mut().moved.take() {
            let kept = size.unwrap_or(0).min(self.memory.get(old).size.unwrap_or(0));
            self.keep_blank(old, kept, &mut object);
            // Nothing can be read from the old object any more. To copy its cells would take memory that grows
            // with the square of an object that grows step by step.
            let cells = std::mem::take(&mut self.memory.get_mut(old).cells);
            object.cells.take_over(cells, size.unwrap_or(0));
        }
        let object = self.memory.add(object);
        self.set(var, Value::plain(Known::Pointer(Pointer { object, offset: Some(0) })));
        Ok(())
    }

    /// Gives a reallocated object the first `bytes` bytes of the old one where nothing was written.
    fn keep_blank(&self, old: ObjectId, bytes: i128, object: &mut Object<H::Shadow>) {
        match &self.memory.get(old).blank {
            Blank::Zero if bytes > 0 => {
                let zeros = Cell { offset: 0, width: bytes, value: Value::number(0), ty: ZEROS };
                object.cells.write(zeros);
            }
            Blank::Bytes(known) => {
                for (offset, byte) in (0..bytes).zip(known) {
                    let value = Value::number(i128::from(*byte));
                    object.cells.write(Cell { offset, width: 1, value, ty: BYTE });
                }
            }
            Blank::Zero | Blank::Indeterminate | Blank::Unknown | Blank::Input | Blank::Written { .. } => {}
        }
    }

    /// Returns the bytes of the string, with its final 0, that an allocation copies; `None` if there is no
    /// such string, or if it is not known.
    fn copied_string(&mut self, edge: EdgeId) -> Followed<Option<Vec<u8>>> {
        let Some(copied) = self.cfg().concrete.copies.get(&edge).copied() else { return Ok(None) };
        let cfg = self.cfg();
        let Action::Alloc { callee, .. } = &cfg.edge(edge).action else { return Ok(None) };
        let is_built_in = cfg.known.function(edge).is_some_and(|entry| simulated(callee, entry).is_some());
        if !is_built_in {
            return Ok(None);
        }
        let most = match copied.most {
            Some(most) => size(self.value(most)?.known),
            None => Some(i128::MAX),
        };
        let Some(most) = most else { return Ok(None) };
        let text = self.value(copied.text)?.known;
        let bytes = self.text(text, most)?;
        Ok(bytes.map(|mut bytes| {
            bytes.push(0);
            bytes
        }))
    }

    /// Checks that a pointer leads to the start of an object that can be freed, and returns that object.
    pub(crate) fn freeable(&self, pointer: Known) -> Followed<ObjectId> {
        let Some(Pointer { object: id, offset }) = Self::place(pointer)? else {
            return unknown("what is freed is not known");
        };
        let object = self.memory.get(id);
        let invalid = Err(Stop::Misuse(Rule::InvalidFree, object.subject()));
        match &object.origin {
            Origin::Heap | Origin::Input(InputObject::Fresh(_)) => match (offset, object.life) {
                (None, _) => unknown("what is freed is not known"),
                (Some(0), Life::Freed) => Err(Stop::Misuse(Rule::DoubleFree, object.subject())),
                (Some(0), Life::Live | Life::Dead) => Ok(id),
                (Some(_), _) => invalid,
            },
            Origin::Stream | Origin::Descriptor(_) => Err(Stop::Undefined("a resource is freed as memory")),
            Origin::Local(_)
            | Origin::Automatic(_)
            | Origin::Arguments
            | Origin::Input(InputObject::Global(_))
            | Origin::Literal(_)
            | Origin::Function(_) => match object.life {
                Life::Dead => Err(Stop::Undefined("an object of a function that has returned is freed")),
                Life::Live | Life::Freed => invalid,
            },
        }
    }

    /// Frees an object. If the next edge allocates, both are one reallocation, which needs the old contents.
    pub(crate) fn free(&mut self, edge: EdgeId, pointer: Known) -> Followed<()> {
        let id = self.freeable(pointer)?;
        self.memory.get_mut(id).life = Life::Freed;
        self.may_lose = true;
        let cfg = self.cfg();
        if let [next] = cfg.successors[cfg.edge(edge).to.index()].as_slice()
            && let Action::Alloc { .. } = cfg.edge(*next).action
        {
            self.frame_mut().moved = Some(id);
        } else {
            self.note_release(id);
        }
        Ok(())
    }
}
