//! Finds leaks, and addresses of local objects that outlive their function.

use fixedbitset::FixedBitSet;

use super::{
    inputs::Host,
    marks::Marks,
    object::{Life, Origin},
    outcome::Subject,
    state::Machine,
    value::{Known, ObjectId, Value},
};
use csieve_base::rule::Rule;
use csieve_graph::{Assigns, Cfg, Edge, Loc, Type, VarId, VarKind};

/// The number of objects that a search for leaks looks at in the time of one step.
const OBJECTS_IN_A_STEP: u32 = 2;

impl<H: Host> Machine<'_, '_, H> {
    /// Notes a leak for each object that the run made and to which no pointer leads any more. An object is
    /// noted only once.
    pub(crate) fn look_for_lost(&mut self, returned: Option<Value<H::Shadow>>) {
        self.look_after(returned, None);
    }

    /// Does the same after a pointer in the object `overwritten` was overwritten. Looks into that object
    /// last, so that [`Marks::need_not`] is true of it if other pointers lead everywhere.
    pub(crate) fn look_after(&mut self, returned: Option<Value<H::Shadow>>, overwritten: Option<ObjectId>) {
        self.may_lose = false;
        if !self.memory.owes() {
            return;
        }
        let owned = self.memory.owned();
        if owned.is_empty() {
            return;
        }
        let objects = self.memory.ids().count() as u32;
        self.work = self.work.saturating_add(objects / OBJECTS_IN_A_STEP);
        let mut marks = std::mem::take(&mut self.marks);
        marks.clear();
        let is_root = |id: &ObjectId| self.memory.get(*id).is_root();
        marks.pending.extend(overwritten.filter(is_root));
        marks.pending.extend(self.memory.ids().filter(|id| Some(*id) != overwritten && is_root(id)));
        marks.pending.extend(self.frames.iter().filter_map(|frame| frame.moved));
        for known in returned.map(|value| value.known).into_iter().chain([self.rest_of_tokens]) {
            if let Known::Pointer(pointer) = known {
                marks.pending.push(pointer.object);
            }
        }
        marks.spread(&self.memory);
        let is_left = |marks: &Marks| owned.iter().any(|id| !marks.reached.contains(id.index()));
        marks.are_firm = !is_left(&marks);
        if !marks.are_firm {
            let temporaries = self.temporaries();
            let still = temporaries.iter().filter(|(_, cfg, at, var)| is_read_from(cfg, *at, *var));
            marks.pending.extend(still.map(|(id, ..)| *id));
            marks.spread(&self.memory);
        }
        for id in owned.into_iter().filter(|id| !marks.reached.contains(id.index())) {
            let object = self.memory.get_mut(id);
            object.shared = true;
            let rule = if object.origin == Origin::Heap { Rule::MemoryLeak } else { Rule::ResourceLeak };
            let subject: Subject = object.subject();
            self.note(rule, subject);
        }
        self.marks = marks;
    }

    /// Returns the live temporary variables by their objects, each with the graph of its function, the
    /// location where the function goes on, and the variable's id. A temporary that is not read any more
    /// keeps no object from being lost.
    fn temporaries(&self) -> Vec<(ObjectId, &Cfg, Loc, VarId)> {
        let mut all = Vec::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            let is_innermost = depth + 1 == self.frames.len();
            let at = if is_innermost { frame.at } else { frame.cfg.edge(frame.edge).to };
            let vars = frame.cfg.var_ids().zip(&frame.vars);
            all.extend(vars.filter_map(|(var, id)| {
                let is_temporary = frame.cfg.var(var).kind == VarKind::Temp && !frame.cfg.var(var).exposed;
                id.filter(|id| is_temporary && self.memory.is_live(*id)).map(|id| (id, frame.cfg, at, var))
            }));
        }
        all
    }

    /// Notes an escape if the innermost call, whose objects are `own` (ascending), returns the address of one of
    /// them, or leaves it in memory that outlives the call. Returns whether no other object has a pointer to
    /// one of them, and neither has the result, so that nobody can tell when their ids are used again.
    pub(crate) fn escapes(&mut self, own: &[ObjectId], returned: Option<Value<H::Shadow>>) -> bool {
        if own.is_empty() {
            return true;
        }
        self.work = self.work.saturating_add(self.memory.ids().count() as u32 / OBJECTS_IN_A_STEP);
        if self.frame().has_only_variables() && self.frame().code.lends_nothing() {
            return true;
        }
        let owner = |known: Known| known.object().filter(|object| own.binary_search(object).is_ok());
        let returned = returned.and_then(|value| owner(value.known));
        let mut found = returned.filter(|_| self.cfg().returns == Type::Pointer);
        let mut are_free = returned.is_none();
        for id in self.memory.ids() {
            let object = self.memory.get(id);
            let mut owners = object.cells.pointing().iter().filter_map(|cell| owner(cell.value.known));
            let Some(led) = owners.next().filter(|_| own.binary_search(&id).is_err()) else { continue };
            are_free = false;
            let stays = matches!(object.origin, Origin::Input(_)) || object.is_of_call();
            // A list of variable arguments may stay behind. Nobody can use it then, and it holds no pointer.
            let is_list = self.memory.get(led).origin == Origin::Arguments;
            if found.is_none() && stays && !is_list && object.life == Life::Live {
                found = Some(led);
            }
        }
        if let Some(id) = found {
            let subject = self.memory.get(id).subject();
            self.note(Rule::StackAddressEscape, subject);
        }
        are_free
    }
}

/// Returns whether a path from a location reads a variable before writing it. Also true for a variable that
/// receives an allocation or a resource, or is never read at all: what such a variable holds is lost only
/// when the function returns.
fn is_read_from(cfg: &Cfg, start: Loc, var: VarId) -> bool {
    let mut seen = FixedBitSet::with_capacity(cfg.location_count());
    let mut pending = vec![start];
    while let Some(at) = pending.pop() {
        if seen.put(at.index()) {
            continue;
        }
        for edge in cfg.successors[at.index()].iter().map(|edge| cfg.edge(*edge)) {
            if reads(cfg, edge, var) {
                return true;
            }
            if edge.assigned() != Some(var) {
                pending.push(edge.to);
            }
        }
    }
    let is_made = |edge: &Edge| {
        matches!(
            edge.effects().assigns,
            Assigns::Fresh { var: made } | Assigns::Handle { var: made, .. } if made == var
        )
    };
    cfg.edges.iter().any(is_made) || !cfg.edges.iter().any(|edge| reads(cfg, edge, var))
}

fn reads(cfg: &Cfg, edge: &Edge, var: VarId) -> bool {
    edge.reads().any(|read| cfg.exprs.mentions(read, var))
}
