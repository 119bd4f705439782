//! Variable arguments. A call keeps those that it gets in an object of its own. A list (`va_list`) holds a
//! pointer to the next argument in that object, and who has used it.

use super::{
    call::Argument,
    cells::Cell,
    inputs::Host,
    object::{Blank, Object, Origin},
    outcome::{Followed, Stop, unknown},
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_base::model::DataModel;
use csieve_graph::{ArgumentList, Cfg, EdgeId, IntType, Layout, ListStep, Type};

/// The number of bytes from one variable argument to the next.
pub(crate) const SLOT: i128 = 16;

/// The type of the second word of a list: 0, or the serial number of the call that got the list as an
/// argument and took arguments from it. Nobody else may use the list then.
const USER: Type = Type::Int(IntType::LONG);

/// The user of a list that nobody may use any more.
const NOBODY: i128 = -1;

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Keeps the variable arguments of the innermost call, which has just begun.
    pub(crate) fn pass_extra(
        &mut self,
        cfg: &'g Cfg,
        args: &[Argument<H::Shadow>],
        structures: &[Option<(Pointer, &Layout)>],
    ) -> Followed<()> {
        let first = cfg.params.as_ref().map_or(0, Vec::len);
        if args.len() <= first || cfg.concrete.lists.is_empty() {
            return Ok(());
        }
        let object = self.make_extra((args.len() - first) as i128);
        for (index, ((value, ty), structure)) in args.iter().zip(structures).skip(first).enumerate() {
            let (value, ty) = match structure {
                Some((from, layout)) => {
                    let origin = Origin::Automatic("a variable argument".to_owned());
                    let size = Some(i128::from(layout.bytes));
                    let copy = self.memory.add(Object::new(origin, size, Blank::Unknown));
                    self.frame_mut().older.push(copy);
                    let place = Known::Pointer(Pointer { object: copy, offset: Some(0) });
                    self.copy_structure(place, *from, layout)?;
                    (Value::plain(place), Type::Void)
                }
                None => (*value, promoted(*ty, cfg.model)),
            };
            let cell = Cell { offset: index as i128 * SLOT, width: SLOT, value, ty };
            self.memory.get_mut(object).cells.write(cell);
        }
        Ok(())
    }

    fn make_extra(&mut self, count: i128) -> ObjectId {
        let object = self.memory.add(Object::new(Origin::Arguments, Some(count * SLOT), Blank::Unknown));
        let frame = self.frame_mut();
        frame.older.push(object);
        frame.extra = Some(object);
        object
    }

    /// Does what an edge does with lists of variable arguments.
    pub(crate) fn list_step(&mut self, edge: EdgeId) -> Followed<()> {
        let Some(step) = self.cfg().concrete.lists.get(&edge).copied() else { return Ok(()) };
        match step {
            ListStep::Start(list) => {
                let object = match self.frame().extra {
                    Some(object) => object,
                    None if self.depth() == 0 => return unknown("the variable arguments are not known"),
                    None => self.make_extra(0),
                };
                self.write_list(list, Known::Pointer(Pointer { object, offset: Some(0) }), 0)
            }
            ListStep::Copy { to, from } => {
                let (next, _) = self.read_list(from)?;
                self.write_list(to, Known::Pointer(next), 0)
            }
            ListStep::End(list) => self.write_list(list, Known::Number(0), NOBODY),
            ListStep::Fetch { list, ty, record } => {
                let (next, at) = self.read_list(list)?;
                let value = self.extra_argument(next.object, at, ty, record)?;
                let user = if list.is_passed { i128::from(self.frame().serial) } else { 0 };
                self.write_list(list, Known::Pointer(Pointer { offset: Some(at + SLOT), ..next }), user)?;
                self.keep_fetched(edge, value);
                Ok(())
            }
        }
    }

    /// Returns the place of the next argument of a list, and its offset in the object of the arguments.
    fn read_list(&mut self, list: ArgumentList) -> Followed<(Pointer, i128)> {
        let place = self.value(list.pointer)?.known;
        let (next, user) = self.words_of_list(place)?;
        // A call may take arguments from a list and then pass the list on.
        let is_waiting = |serial: u32| user == Known::Number(i128::from(serial));
        let is_own = list.is_passed && self.frames.iter().any(|frame| is_waiting(frame.serial));
        if let Known::Pointer(next @ Pointer { object, offset: Some(at) }) = next
            && (user == Known::Number(0) || is_own)
            && self.memory.get(object).origin == Origin::Arguments
        {
            return Ok((next, at));
        }
        unknown("which variable arguments are left is not known")
    }

    /// Returns the pointer to the next argument of the list at a place, and the user of the list.
    fn words_of_list(&mut self, place: Known) -> Followed<(Known, Known)> {
        let next = self.load(place, Type::Pointer)?.known;
        Ok((next, self.load(behind(place), USER)?.known))
    }

    fn write_list(&mut self, list: ArgumentList, next: Known, user: i128) -> Followed<()> {
        let place = self.value(list.pointer)?.known;
        self.store(place, Value::plain(next), Type::Pointer)?;
        self.store(behind(place), Value::number(user), USER)
    }

    /// Returns the variable argument at an offset as a type, or a pointer to it for a structure with this
    /// size.
    fn extra_argument(
        &mut self,
        object: ObjectId,
        at: i128,
        ty: Type,
        record: Option<u64>,
    ) -> Followed<Value<H::Shadow>> {
        self.accessible(object)?;
        if self.memory.get(object).size.is_some_and(|size| at >= size) {
            return Err(Stop::Undefined("more variable arguments are taken than there are"));
        }
        let Some(cell) = self.memory.get(object).cells.within(at, SLOT).first().copied() else {
            return unknown("the variable arguments are not known");
        };
        if let (Some(bytes), Known::Pointer(copy)) = (record, cell.value.known)
            && cell.ty == Type::Void
        {
            let size = self.memory.get(copy.object).size;
            return if size == Some(i128::from(bytes)) { Ok(cell.value) } else { of_another_type() };
        }
        if cell.ty == ty && ty != Type::Unknown && record.is_none() {
            return Ok(cell.value);
        }
        // A number may be read with another sign if both types can hold it.
        if let (Type::Int(from), Type::Int(to), Known::Number(number)) = (cell.ty, ty, cell.value.known)
            && from.bits == to.bits
            && (to.min()..=to.max()).contains(&number)
        {
            return Ok(cell.value);
        }
        of_another_type()
    }

    /// Keeps the argument that was fetched on an edge.
    fn keep_fetched(&mut self, edge: EdgeId, value: Value<H::Shadow>) {
        let id = match self.frame().returned.get(&edge) {
            Some(id) => *id,
            None => {
                let origin = Origin::Automatic("a variable argument".to_owned());
                self.memory.add(Object::new(origin, Some(SLOT), Blank::Unknown))
            }
        };
        self.frame_mut().returned.insert(edge, id);
        let cells = &mut self.memory.get_mut(id).cells;
        cells.write(Cell { offset: 0, width: SLOT, value, ty: Type::Unknown });
    }

    /// Returns the variable argument that was fetched on an edge last.
    pub(crate) fn fetched(&self, edge: EdgeId) -> Value<H::Shadow> {
        let id = self.frame().returned.get(&edge);
        let cell = id.and_then(|id| self.memory.get(*id).cells.all().first());
        cell.map_or_else(Value::unknown, |cell| cell.value)
    }

    /// Returns the arguments that are left of the list at a place; `None` if they are not known.
    pub(crate) fn rest_of_list(&mut self, place: Known) -> Option<Vec<Known>> {
        let (next, user) = self.words_of_list(place).ok()?;
        let Known::Pointer(Pointer { object, offset: Some(at) }) = next else { return None };
        let serial = Known::Number(i128::from(self.frame().serial));
        let object = self.memory.get(object);
        if object.origin != Origin::Arguments || user != Known::Number(0) && user != serial {
            return None;
        }
        let slots = (at..object.size?).step_by(SLOT as usize);
        let values = slots.map(|at| {
            let cell = object.cells.within(at, SLOT).first()?;
            (cell.ty != Type::Void).then_some(cell.value.known)
        });
        values.collect()
    }

    /// Marks the lists of variable arguments that a function without a graph gets: nobody may use them after
    /// that.
    pub(crate) fn lists_are_used(&mut self, args: &[Argument<H::Shadow>]) {
        for (value, _) in args {
            let Known::Pointer(Pointer { object, offset: Some(at) }) = value.known else { continue };
            let is_list = |id: ObjectId| self.memory.get(id).origin == Origin::Arguments;
            let mut cells = self.memory.get(object).cells.within(at, 8).iter();
            if cells.any(|cell| cell.value.known.object().is_some_and(is_list)) {
                self.memory.write(object, Some(at + 8), Value::number(NOBODY), USER);
            }
        }
    }
}

/// Returns a pointer to the second word of a list.
fn behind(mut list: Known) -> Known {
    if let Known::Pointer(pointer) = &mut list {
        pointer.offset = pointer.offset.map(|offset| offset + 8);
    }
    list
}

/// Returns the type of an argument after the default argument promotions.
fn promoted(ty: Type, model: DataModel) -> Type {
    match ty {
        Type::Int(int) if int.bits < model.int => Type::Int(IntType::int_of(model)),
        Type::Float(4) => Type::Float(model.double),
        Type::Int(_) | Type::Float(_) | Type::Pointer | Type::Unknown | Type::Void => ty,
    }
}

fn of_another_type<T>() -> Followed<T> {
    unknown("a variable argument is read as another type")
}
