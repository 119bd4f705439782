//! Runs that come to the same state twice, and so go on for ever.
//!
//! A state is everything that the rest of the run can read: the calls on the stack with their locations, the values
//! of their variables, objects with static storage, and what pointers lead to. It is described by bytes, and objects
//! that come and go are numbered in the order in which they are met. Two states with equal descriptions have the same
//! continuation if the host chooses the same inputs behind both of them, and nothing keeps it from that.
//!
//! States are compared as Brent's algorithm does: one state is kept, and all later ones at its place are compared with
//! it; then another one is kept, for twice as many steps.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use super::{
    code::Codes,
    inputs::{Graphs, Host},
    object::Origin,
    outcome::{End, Followed},
    quick::Pause,
    state::{Frame, Machine},
    value::{Known, ObjectId},
};
use csieve_base::{budget::Steps, rule::Rule};
use csieve_graph::Loc;

/// The number of steps for which the first state is kept.
const FIRST_STEPS: u32 = 32;

/// The number of described bytes that take as long as a step.
const BYTES_IN_A_STEP: usize = 64;

/// How a run goes on or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The run has come to a state in which it was before, so that it can go on in the same way for ever.
    Again {
        /// The number of edges that the run had taken when it came to the state first.
        first: u32,
        /// The number of edges that it had taken when it came to the state again.
        again: u32,
    },
    /// The run ended, or was given up, for this reason.
    Ended(End),
}

/// Runs a function on the inputs that a host chooses until it ends or comes to the same state again. The host must be
/// free to choose the same inputs after equal states. With `wrapv`, signed overflow wraps around.
///
/// A run with a misuse other than a leak comes to no state again, and neither does one of which the machine forgets
/// something: one that opens resources, takes locks, or calls a function without a graph that may write memory.
pub fn until_again<H: Host>(
    graphs: &dyn Graphs,
    function: &str,
    host: &mut H,
    wrapv: bool,
    budget: &mut Steps,
) -> Ending {
    let prepared = Codes::default();
    let mut machine = Machine::new((graphs, &prepared), host, wrapv);
    match machine.start(function).and_then(|()| machine.repeat(budget)) {
        Ok(ending) => ending,
        Err(stop) => Ending::Ended(machine.end(stop)),
    }
}

/// A state that later ones are compared with.
struct Kept {
    /// The graph of the innermost call, by its address, its location, and the number of calls.
    place: (usize, Loc, usize),
    /// The description of the innermost call.
    frame: Vec<u8>,
    /// The description of everything else.
    rest: Vec<u8>,
    steps: u32,
}

impl<H: Host> Machine<'_, '_, H> {
    fn repeat(&mut self, budget: &mut Steps) -> Followed<Ending> {
        let mut long = FIRST_STEPS;
        loop {
            if !self.is_followed() {
                return Ok(Ending::Ended(End::Unknown("not all of the state is followed".to_owned())));
            }
            let kept = self.kept();
            budget.take_many((kept.rest.len() / BYTES_IN_A_STEP) as u32);
            for _ in 0..long {
                if self.host.is_stopped() || !budget.take() {
                    return Ok(Ending::Ended(End::Steps));
                }
                self.one_step()?;
                let is_later = self.steps > kept.steps && self.whereabouts() == kept.place;
                if is_later && self.is_followed() && self.is_same(&kept, budget) {
                    return Ok(Ending::Again { first: kept.steps, again: self.steps });
                }
            }
            long = long.saturating_mul(2);
        }
    }

    /// Takes one step, or only what is left of earlier ones.
    fn one_step(&mut self) -> Followed<()> {
        match self.hurry(&mut Steps::new(1))? {
            Pause::Stopped => Ok(()),
            Pause::Chosen(edge) => self.along(edge),
            Pause::General => self.advance(),
        }
    }

    fn whereabouts(&self) -> (usize, Loc, usize) {
        let frame = self.frame();
        (std::ptr::from_ref(frame.cfg).addr(), frame.at, self.frames.len())
    }

    fn kept(&mut self) -> Kept {
        self.settle();
        let mut writer = Writer::default();
        self.describe_frame(&mut writer, self.frame());
        let frame = std::mem::take(&mut writer.bytes);
        self.describe_rest(&mut writer);
        Kept { place: self.whereabouts(), frame, rest: writer.bytes, steps: self.steps }
    }

    /// Returns whether the state is a kept one, whose place it has.
    fn is_same(&mut self, kept: &Kept, budget: &mut Steps) -> bool {
        self.settle();
        let mut writer = Writer::default();
        self.describe_frame(&mut writer, self.frame());
        budget.take_many((writer.bytes.len() / BYTES_IN_A_STEP) as u32);
        if writer.bytes != kept.frame {
            return false;
        }
        writer.bytes.clear();
        self.describe_rest(&mut writer);
        budget.take_many((writer.bytes.len() / BYTES_IN_A_STEP) as u32);
        writer.bytes == kept.rest
    }

    /// Returns whether the description of the state has everything that the rest of the run depends on.
    fn is_followed(&self) -> bool {
        let is_defined = self.misuses.iter().all(|misuse| misuse.rule == Rule::MemoryLeak);
        let counts = &self.counts;
        is_defined
            && !self.sets_jump
            && [counts.openings, counts.opened, counts.closings, counts.lockings, counts.written] == [0; 5]
    }

    fn describe_rest(&self, writer: &mut Writer) {
        for frame in self.frames.iter().rev().skip(1) {
            frame.edge.hash(writer);
            self.describe_frame(writer, frame);
        }
        writer.known(self.rest_of_tokens, self.is_lasting());
        writer.known(self.returned, self.is_lasting());
        for id in self.memory.ids() {
            if matches!(self.memory.get(id).origin, Origin::Input(_)) {
                (id, self.initialised.contains(&id)).hash(writer);
                self.describe_object(writer, id);
            }
        }
        let mut next = 0;
        while let Some(id) = writer.open.get(next).copied() {
            self.describe_object(writer, id);
            next += 1;
        }
    }

    /// Returns whether the object with an id is there during the whole run, so that its id stays.
    fn is_lasting(&self) -> impl Fn(ObjectId) -> bool {
        |id| {
            let origin = &self.memory.get(id).origin;
            matches!(origin, Origin::Input(_) | Origin::Literal(_) | Origin::Function(_))
        }
    }

    fn describe_frame(&self, writer: &mut Writer, frame: &Frame) {
        (std::ptr::from_ref(frame.cfg).addr(), frame.at, frame.result, frame.granted).hash(writer);
        for id in frame.vars.iter().copied().chain([frame.extra, frame.moved]) {
            id.is_some().hash(writer);
            if let Some(id) = id {
                writer.reference(id, self.is_lasting());
                self.describe_scalar(writer, id);
            }
        }
        let mut named: Vec<_> = frame.named.iter().map(|(expr, id)| (expr.0, *id)).collect();
        let mut returned: Vec<_> = frame.returned.iter().map(|(edge, id)| (edge.0, *id)).collect();
        named.sort_unstable();
        returned.sort_unstable();
        (named.len(), returned.len(), frame.older.len()).hash(writer);
        let older = frame.older.iter().map(|id| (0, *id));
        for (number, id) in named.into_iter().chain(returned).chain(older) {
            number.hash(writer);
            writer.reference(id, self.is_lasting());
        }
    }

    /// Writes the value of a scalar variable with the call that it belongs to, so that most states differ early.
    fn describe_scalar(&self, writer: &mut Writer, id: ObjectId) {
        let cells = self.memory.get(id).cells.all();
        cells.len().hash(writer);
        if let [cell] = cells {
            writer.known(cell.value.known, self.is_lasting());
        }
    }

    fn describe_object(&self, writer: &mut Writer, id: ObjectId) {
        let object = self.memory.get(id);
        std::mem::discriminant(&object.origin).hash(writer);
        (object.life, object.size, object.scalar, object.is_temporary).hash(writer);
        (object.shared, &object.blank).hash(writer);
        object.cells.all().len().hash(writer);
        for cell in object.cells.all() {
            (cell.offset, cell.width, cell.ty).hash(writer);
            writer.known(cell.value.known, self.is_lasting());
        }
        object.cells.describe_bits(writer);
    }
}

/// Writes a state as bytes.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    numbers: FxHashMap<ObjectId, u32>,
    /// The objects that were met and come and go, in order.
    open: Vec<ObjectId>,
}

impl Writer {
    /// Writes which object an id stands for. One that may come and go is described later.
    fn reference(&mut self, id: ObjectId, is_lasting: impl Fn(ObjectId) -> bool) {
        if is_lasting(id) {
            return (0_u8, id).hash(self);
        }
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.open.push(id);
        }
        (1_u8, number).hash(self);
    }

    fn known(&mut self, known: Known, is_lasting: impl Fn(ObjectId) -> bool) {
        let Known::Pointer(pointer) = known else { return (0_u8, known).hash(self) };
        (1_u8, pointer.offset).hash(self);
        self.reference(pointer.object, is_lasting);
    }
}

/// Whatever is hashed is written, byte for byte, so that different values have different bytes.
impl Hasher for Writer {
    fn finish(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}
