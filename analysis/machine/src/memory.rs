//! The objects in the memory of a run, and the names under which they are found.

use rustc_hash::FxHashMap;

use super::{
    cells::{Cell, TO_THE_END, width},
    inputs::InputObject,
    object::{Blank, Life, Object, Origin},
    value::{Known, ObjectId, Value},
};
use csieve_base::model::DataModel;
use csieve_graph::Type;

/// All objects in the memory of a run.
#[derive(Debug)]
pub(crate) struct Memory<S> {
    /// How the target of the run represents types.
    model: DataModel,
    objects: Vec<Object<S>>,
    inputs: FxHashMap<InputObject, ObjectId>,
    /// String literals and functions, by their text or name.
    fixed: FxHashMap<String, ObjectId>,
    /// Ids of removed objects, to which nothing can refer any more.
    free: Vec<ObjectId>,
    /// Ids of the objects that the run may still have to free or close, ascending.
    owed: Vec<ObjectId>,
    /// The number of times that all objects became known to other code.
    pub shared: u32,
}

impl<S> Default for Memory<S> {
    fn default() -> Self {
        Self {
            model: DataModel::default(),
            objects: Vec::new(),
            inputs: FxHashMap::default(),
            fixed: FxHashMap::default(),
            free: Vec::new(),
            owed: Vec::new(),
            shared: 0,
        }
    }
}

impl<S: Copy + Default> Memory<S> {
    /// Returns how the target of the run represents types.
    pub(crate) fn model(&self) -> DataModel {
        self.model
    }

    /// Sets the target of a run that has not begun.
    pub(crate) fn run_on(&mut self, model: DataModel) {
        self.model = model;
    }

    /// Adds an object and returns its id.
    pub(crate) fn add(&mut self, mut object: Object<S>) -> ObjectId {
        object.cells.is_big_endian = self.model.is_big_endian;
        let is_owned = object.is_owned();
        let id = match self.free.pop() {
            Some(id) => {
                let place = &mut self.objects[id.index()];
                object.cells.take_room(&mut place.cells);
                *place = object;
                id
            }
            None => {
                self.objects.push(object);
                ObjectId(self.objects.len() as u32 - 1)
            }
        };
        if is_owned && let Err(at) = self.owed.binary_search(&id) {
            self.owed.insert(at, id);
        }
        id
    }

    /// Removes an object to which no pointer leads, so that its id can be used again.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        let object = &mut self.objects[id.index()];
        object.life = Life::Dead;
        object.cells.clear();
        self.free.push(id);
    }

    /// Ends the life of an object that is local to a call.
    pub(crate) fn end(&mut self, id: ObjectId) {
        self.get_mut(id).life = Life::Dead;
    }

    /// Returns the object with an id.
    #[inline]
    pub(crate) fn get(&self, id: ObjectId) -> &Object<S> {
        &self.objects[id.index()]
    }

    /// Returns the object with an id, to change it.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> &mut Object<S> {
        &mut self.objects[id.index()]
    }

    /// Returns the ids of all objects.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ObjectId> + use<S> {
        (0..self.objects.len() as u32).map(ObjectId)
    }

    /// Returns the id of an object that existed before the run, if the run has accessed it or taken its
    /// address.
    pub(crate) fn input(&self, object: &InputObject) -> Option<ObjectId> {
        self.inputs.get(object).copied()
    }

    /// Adds an object that existed before the run.
    pub(crate) fn add_input(&mut self, name: InputObject, size: Option<i128>) -> ObjectId {
        let id = self.add(Object::new(Origin::Input(name.clone()), size, Blank::Input));
        self.inputs.insert(name, id);
        id
    }

    /// Returns the id of the object of a string literal or a function. The object is made with `make` if it
    /// is new.
    pub(crate) fn fixed(&mut self, name: &str, make: impl FnOnce() -> Object<S>) -> ObjectId {
        if let Some(&id) = self.fixed.get(name) {
            return id;
        }
        let id = self.add(make());
        self.fixed.insert(name.to_owned(), id);
        id
    }

    /// Gives an object a value of a type and nothing else. Returns whether something may be lost, as
    /// [`Self::write`] does.
    pub(crate) fn set(&mut self, id: ObjectId, value: Value<S>, ty: Type) -> bool {
        let model = self.model;
        let led = self.get_mut(id).cells.set(value, ty, model);
        self.may_lose(&led)
    }

    /// Returns whether something may be lost without the pointers that led to some objects: one that the run has
    /// to free, or whatever an object led to that is known by nothing but pointers.
    fn may_lose(&self, led: &[ObjectId]) -> bool {
        led.iter()
            .map(|id| self.get(*id))
            .any(|object| object.is_owned() || !object.is_root() && !object.cells.pointing().is_empty())
    }

    /// Writes a value into an object and returns whether something may be lost, since that overwrote a pointer. If
    /// the offset is unknown, all bytes of the object are unknown afterwards: what the pointers among them led to, and
    /// what the value leads to, counts as known to other code.
    pub(crate) fn write(&mut self, id: ObjectId, offset: Option<i128>, value: Value<S>, ty: Type) -> bool {
        let model = self.model;
        let object = self.get_mut(id);
        let all = matches!(object.scalar, Some(scalar) if scalar == ty && offset == Some(0));
        let (from, bytes) = match (offset, width(ty, model)) {
            (Some(offset), Some(bytes)) => (offset, bytes),
            (Some(offset), None) if !all && matches!(ty, Type::Float(_)) => (offset, 16),
            (Some(offset), None) => (offset, TO_THE_END),
            (None, _) => (0, TO_THE_END),
        };
        // Nobody can tell whether a pointer is still there.
        let forgets = bytes == TO_THE_END && !all;
        let known = value.known;
        let value = if offset.is_none() { Value::unknown() } else { value };
        let led = object.cells.replace(Cell { offset: from, width: bytes, value, ty });
        if offset.is_none() {
            self.share(known);
        }
        if forgets {
            led.iter().for_each(|id| self.get_mut(*id).shared = true);
        }
        self.may_lose(&led)
    }

    /// Marks all objects that the run has to free or close as known to other code, so that they never count
    /// as leaks.
    pub(crate) fn share_all(&mut self) {
        self.shared += 1;
        for object in self.objects.iter_mut().filter(|object| object.is_owned()) {
            object.shared = true;
        }
    }

    /// Marks the object to which a pointer leads as known to other code, so that it never counts as a leak.
    pub(crate) fn share(&mut self, known: Known) {
        if let Known::Pointer(pointer) = known {
            self.get_mut(pointer.object).shared = true;
        }
    }

    /// Returns whether there may be objects that the run has made and still has to free or close.
    #[inline]
    pub(crate) fn owes(&self) -> bool {
        !self.owed.is_empty()
    }

    /// Returns the ids of the objects that the run has made and still has to free or close, ascending.
    pub(crate) fn owned(&mut self) -> Vec<ObjectId> {
        let mut owed = std::mem::take(&mut self.owed);
        owed.retain(|id| self.get(*id).is_owned());
        self.owed.clone_from(&owed);
        owed
    }

    /// Returns whether an object is neither freed nor local to a call that has returned.
    pub(crate) fn is_live(&self, id: ObjectId) -> bool {
        self.get(id).life == Life::Live
    }

    /// Returns the number of a file descriptor; `None` for all other objects.
    pub(crate) fn descriptor(&self, id: ObjectId) -> Option<i128> {
        if let Origin::Descriptor(number) = self.get(id).origin { Some(number) } else { None }
    }
}
