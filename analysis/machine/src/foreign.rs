//! Calls of functions about which nothing but their declaration is known.

use super::{
    call::Argument,
    inputs::Host,
    marks::Marks,
    object::{Blank, Origin},
    outcome::{Followed, Stop},
    state::Machine,
    value::{Known, ObjectId, Value},
};
use csieve_graph::VarId;

impl<H: Host> Machine<'_, '_, H> {
    /// Performs a call of a function that may do anything with what it can reach: all objects that existed
    /// before the run, all objects that other code knows, and all objects to which an argument leads. The
    /// contents of these objects are unknown afterwards, and other code may free them. The function neither
    /// writes nor keeps the object to which an argument leads if its declaration says that it only reads it.
    pub(crate) fn foreign(
        &mut self,
        name: &str,
        args: &[Argument<H::Shadow>],
        result: Option<VarId>,
    ) -> Followed<()> {
        self.passed(args)?;
        self.lists_are_used(args);
        if self.ends_behind() {
            return Err(Stop::NeverReturns);
        }
        let (mut given, mut read) = (Vec::new(), Vec::new());
        for (position, (value, ty)) in args.iter().enumerate() {
            let is_read = self.graphs.only_reads(name, position);
            match value.known.object() {
                Some(object) if is_read => read.push(object),
                Some(object) => given.push(object),
                None if is_read => {}
                None => self.may_hide(value.known, *ty),
            }
        }
        if !self.host.keeps() {
            self.changed_by_others(&given, &read);
        }
        if let Some(var) = result {
            self.may_hide(Known::Nothing, self.cfg().var(var).ty);
            self.set(var, Value::unknown());
        }
        self.locks.forget();
        Ok(())
    }

    /// Forgets the contents of all objects that other code can reach, and marks what the run made among them
    /// as known to other code. Besides the objects that other code knows already, it reaches the objects
    /// `given` and what the objects `read` lead to.
    fn changed_by_others(&mut self, given: &[ObjectId], read: &[ObjectId]) {
        let is_known = |id: &ObjectId| {
            let object = self.memory.get(*id);
            object.shared || matches!(object.origin, Origin::Input(_))
        };
        let mut marks = Marks::default();
        marks.pending.extend(self.memory.ids().filter(is_known));
        marks.pending.extend(given);
        marks.pending.extend(read.iter().flat_map(|id| self.leads_to(*id)));
        marks.spread(&self.memory);
        for index in marks.reached.ones() {
            let object = self.memory.get_mut(ObjectId(index as u32));
            object.shared = true;
            let is_constant = matches!(object.origin, Origin::Literal(_) | Origin::Function(_));
            if !is_constant {
                object.cells.clear();
                object.blank = Blank::Unknown;
            }
        }
    }

    /// Returns the objects to which pointers in an object lead.
    fn leads_to(&self, id: ObjectId) -> impl Iterator<Item = ObjectId> {
        self.memory.get(id).cells.pointing().iter().filter_map(|cell| cell.value.known.object())
    }
}
