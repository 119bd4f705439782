//! What nothing leads to any more, and addresses that are left where they must not be.

use fixedbitset::FixedBitSet;

use super::{
    inputs::Host,
    object::{Life, Origin},
    outcome::Subject,
    state::Machine,
    value::{Known, ObjectId, Value},
};
use crate::{cfg::Type, checks::Rule};

impl<H: Host> Machine<'_, '_, H> {
    /// Notes what was made in the run and what nothing leads to any more; each object once.
    pub fn look_for_lost(&mut self, returned: Option<Value<H::Shadow>>) {
        self.may_lose = false;
        let owned = self.memory.owned();
        if owned.is_empty() {
            return;
        }
        let mut reached = FixedBitSet::with_capacity(self.memory.ids().count());
        let is_root = |id: &ObjectId| {
            let object = self.memory.get(*id);
            object.life == Life::Live && !object.is_owned() && !matches!(object.origin, Origin::Literal(_))
        };
        let mut pending: Vec<ObjectId> = self.memory.ids().filter(is_root).collect();
        pending.extend(self.frames.iter().filter_map(|frame| frame.moved));
        if let Some(Known::Pointer(pointer)) = returned.map(|value| value.known) {
            pending.push(pointer.object);
        }
        while let Some(id) = pending.pop() {
            if reached.put(id.index()) {
                continue;
            }
            for cell in self.memory.get(id).cells.all() {
                if let Known::Pointer(pointer) = cell.value.known {
                    pending.push(pointer.object);
                }
            }
        }
        for id in owned.into_iter().filter(|id| !reached.contains(id.index())) {
            let object = self.memory.get_mut(id);
            object.shared = true;
            let rule = if object.origin == Origin::Heap { Rule::MemoryLeak } else { Rule::ResourceLeak };
            let subject: Subject = object.subject();
            self.note(rule, subject);
        }
    }

    /// Notes the address of an object of the innermost call in what it returns, or in memory that stays.
    pub fn escapes(&mut self, returned: Option<Value<H::Shadow>>) {
        let own = self.own_objects();
        let owner = |known: Known| match known {
            Known::Pointer(pointer) if own.binary_search(&pointer.object).is_ok() => Some(pointer.object),
            _ => None,
        };
        let is_pointer = self.cfg().returns == Type::Pointer;
        let mut found = returned.filter(|_| is_pointer).and_then(|value| owner(value.known));
        if found.is_none() {
            found = self.memory.ids().find_map(|id| {
                let object = self.memory.get(id);
                let stays = matches!(object.origin, Origin::Input(_))
                    || object.is_of_call() && own.binary_search(&id).is_err();
                let is_there = stays && object.life == Life::Live;
                let cells = object.cells.all().iter().filter(|_| is_there);
                cells.map(|cell| cell.value.known).find_map(owner)
            });
        }
        if let Some(id) = found {
            let subject = self.memory.get(id).subject();
            self.note(Rule::StackAddressEscape, subject);
        }
    }
}
