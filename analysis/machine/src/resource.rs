//! Opens and closes resources.

use super::{
    inputs::{Host, InputObject, Source},
    object::{Blank, Life, Object, Origin},
    outcome::{Followed, Stop, unknown},
    state::Machine,
    value::{Known, Pointer, Value},
};
use csieve_base::{library::Resource, rule::Rule};
use csieve_graph::{Action, EdgeId, ExprId, VarId};

/// File descriptors that a run opens are numbered from here on; 0 to 2 are the standard streams.
const FIRST_DESCRIPTOR: i128 = 3;

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the edge to take where a resource is opened or closed: the edge for success or the one for
    /// failure. `None` if the edges `open` that leave the current location do neither.
    pub(crate) fn resource(&mut self, open: &[EdgeId]) -> Followed<Option<EdgeId>> {
        let cfg = self.cfg();
        let find =
            |test: &dyn Fn(&Action) -> bool| open.iter().copied().find(|edge| test(&cfg.edge(*edge).action));
        if let Some(fails) = find(&|action| matches!(action, Action::OpenFail { .. })) {
            let call = self.counts.openings;
            self.counts.openings += 1;
            let succeeds = self.succeeds(&Source::Opening { call });
            let other = open.iter().copied().find(|edge| *edge != fails);
            return Ok(Some(other.filter(|_| succeeds).unwrap_or(fails)));
        }
        let (Some(close), Some(fails)) = (
            find(&|action| matches!(action, Action::Close { .. })),
            find(&|action| matches!(action, Action::CloseFail { .. })),
        ) else {
            return Ok(None);
        };
        let Action::Close { handle, .. } = cfg.edge(close).action else { return Ok(None) };
        self.frame_mut().edge = close;
        let handle = self.value(handle)?;
        if let Known::Pointer(pointer) = handle.known
            && self.memory.get(pointer.object).life == Life::Freed
        {
            return Ok(Some(close));
        }
        let is_number = match handle.known {
            Known::Number(number) => number >= 0,
            Known::Pointer(_) => self.is_descriptor(handle.known),
            Known::Real(_) | Known::NotZero { .. } | Known::Nothing => {
                return unknown("which descriptor is closed is not known");
            }
        };
        let call = self.counts.closings;
        self.counts.closings += 1;
        let succeeds = is_number && self.succeeds(&Source::Closing { call });
        if !succeeds {
            // Systems differ in whether a descriptor is open after a close that fails. So nobody has to close
            // it any more, and nothing is wrong with closing it again.
            self.memory.share(handle.known);
        }
        Ok(Some(if succeeds { close } else { fails }))
    }

    /// Opens a resource and gives its handle to a variable.
    pub(crate) fn open(&mut self, var: VarId, resource: &Resource) {
        self.counts.opened += 1;
        let number = FIRST_DESCRIPTOR + i128::from(self.counts.opened);
        let origin = if resource.is_pointer { Origin::Stream } else { Origin::Descriptor(number) };
        let mut object = Object::new(origin, None, Blank::Unknown);
        object.made = self.places();
        let object = self.memory.add(object);
        self.set(var, Value::plain(Known::Pointer(Pointer { object, offset: Some(0) })));
    }

    /// Closes a resource. File descriptors that this run has not opened are let through: other code may have
    /// opened them again.
    pub(crate) fn close(&mut self, handle: ExprId, resource: &Resource) -> Followed<()> {
        let pointer = match self.value(handle)?.known {
            Known::Pointer(pointer) => pointer,
            Known::Number(0) if resource.is_pointer => return Err(Stop::Undefined("NULL is closed")),
            Known::Number(_) if !resource.is_pointer => return Ok(()),
            Known::Number(_) => return Err(Stop::Undefined("something that is not a resource is closed")),
            Known::Real(_) | Known::NotZero { .. } | Known::Nothing => {
                return unknown("what is closed is not known");
            }
        };
        let object = self.memory.get_mut(pointer.object);
        let fits = match object.origin {
            Origin::Stream | Origin::Input(InputObject::Fresh(_)) => resource.is_pointer,
            Origin::Descriptor(_) => !resource.is_pointer,
            Origin::Local(_)
            | Origin::Automatic(_)
            | Origin::Arguments
            | Origin::Input(InputObject::Global(_))
            | Origin::Literal(_)
            | Origin::Function(_)
            | Origin::Heap => false,
        };
        if !fits || pointer.offset != Some(0) {
            return Err(Stop::Undefined("something that is not a resource is closed"));
        }
        if object.life == Life::Freed {
            return Err(Stop::Misuse(Rule::DoubleClose, object.subject()));
        }
        object.life = Life::Freed;
        Ok(())
    }
}
