//! What the quick forms of actions do.

use super::{
    Slots,
    edge::{Check, QuickAction, QuickEdge, Room},
    expression::{Registers, View},
    word::Word,
};
use crate::{
    code::Code,
    memory::Memory,
    object::{Blank, Life, Object},
    value::{ObjectId, Value},
};
use csieve_graph::{Cfg, Type, VarId};

/// The effect of an action, before it takes place.
pub(crate) enum Effect<'g> {
    None,
    /// Nothing but an access, which stays inside its object unless the general check finds otherwise.
    Access {
        is_inside: bool,
    },
    Declare(ObjectId, VarId),
    /// A variable that is not in memory yet gets its first value.
    Start(VarId, Word),
    /// A variable with a valid slot is written.
    Slot(VarId, Word),
    Assign(ObjectId, Type, Word),
    Write(ObjectId, i128, Type, Word),
    Jump(Jump<'g>),
}

/// An effect after which another function goes on.
#[derive(Clone, Copy)]
pub(crate) enum Jump<'g> {
    /// A function is called; the variable receives its result. The arguments are in `words`.
    Call(&'g Cfg, Option<VarId>),
    /// The function returns a value of a type.
    Return(Option<(Word, Type)>),
}

impl<'g> QuickEdge<'g> {
    /// Returns the effect of the edge; `None` if only the general form can find or carry it out. The pointer of
    /// [`QuickAction::Exists`] may be known, with its parts in the registers.
    #[inline(always)]
    pub(crate) fn effect<S: Copy + Default>(
        &self,
        known: Option<Word>,
        view: &mut View<'_, 'g, S>,
        registers: &mut Registers,
        words: &mut Vec<Word>,
    ) -> Option<Effect<'g>> {
        Some(match &self.action {
            QuickAction::General => return None,
            QuickAction::Nothing => Effect::None,
            QuickAction::Declare(var) => Effect::Declare(view.vars[var.index()]?, *var),
            QuickAction::Assign { var, value } => {
                let word = value.value(view, registers)?;
                if view.slots.get(var.id).is_some() {
                    Effect::Slot(var.id, word)
                } else if var.has_slot && view.vars[var.id.index()].is_none() {
                    Effect::Start(var.id, word)
                } else {
                    Effect::Assign(view.object_of(*var)?, var.ty, word)
                }
            }
            QuickAction::Exists(pointer, room) => {
                let place = match known {
                    Some(place) => place,
                    None => pointer.value(view, registers)?,
                };
                if view.memory.get(place.object?).life != Life::Live {
                    return None;
                }
                match room {
                    Some(room) => Effect::Access { is_inside: room.holds(place, view, registers) },
                    None => Effect::None,
                }
            }
            QuickAction::Store(store) => {
                let place = store.place.value(view, registers)?;
                if !view.is_within(&store.rows, registers) {
                    return None;
                }
                let (id, object) = view.accessed(place, store.width)?;
                if !object.is_writable() {
                    return None;
                }
                let value = store.value.value(view, registers)?;
                Effect::Write(id, place.number, store.ty, value)
            }
            QuickAction::Call(call) => {
                Effect::Jump(Jump::Call(call.passes(view, registers, words)?, call.result))
            }
            QuickAction::Return(None) => Effect::Jump(Jump::Return(None)),
            QuickAction::Return(Some((value, ty))) => {
                Effect::Jump(Jump::Return(Some((value.value(view, registers)?, *ty))))
            }
        })
    }
}

impl Effect<'_> {
    /// Returns the only object in which the effect may overwrite a pointer.
    pub(crate) fn overwrites(&self, vars: &[Option<ObjectId>]) -> Option<ObjectId> {
        match self {
            Self::Slot(var, _) => vars[var.index()],
            Self::Declare(id, _) | Self::Assign(id, ..) | Self::Write(id, ..) => Some(*id),
            Self::None | Self::Access { .. } | Self::Start(..) | Self::Jump(_) => None,
        }
    }

    /// Carries out the effect and returns whether something may be lost, since that overwrote a pointer.
    #[inline(always)]
    pub(crate) fn carry_out<S: Copy + Default>(
        self,
        code: &Code<'_>,
        slots: &mut Slots,
        vars: &mut [Option<ObjectId>],
        memory: &mut Memory<S>,
    ) -> bool {
        match self {
            Self::None | Self::Access { .. } | Self::Jump(_) => false,
            Self::Slot(var, word) => slots.write(var, word),
            Self::Start(var, word) => {
                vars[var.index()] =
                    Some(memory.add(Object::local(code.name(var), code.cfg.var(var), code.cfg.model)));
                slots.start(var, word);
                false
            }
            Self::Declare(id, var) => {
                slots.forget(var);
                let object = memory.get_mut(id);
                object.cells.clear();
                object.blank = Blank::Indeterminate;
                true
            }
            Self::Assign(id, ty, word) => memory.set(id, Value::plain(word.known()), ty),
            Self::Write(id, offset, ty, word) => {
                memory.write(id, Some(offset), Value::plain(word.known()), ty)
            }
        }
    }
}

/// Returns whether accesses stay inside their objects. Also false if the general check has to find that out.
pub(crate) fn is_inside<S: Copy + Default>(
    checks: &[Check],
    view: &mut View<'_, '_, S>,
    registers: &mut Registers,
) -> bool {
    checks.iter().all(|check| {
        let place = check.place.value(view, registers);
        place.is_some_and(|place| check.room.holds(place, view, registers))
    })
}

impl Room {
    /// Returns whether the access at a place stays inside. The parts of the pointer are in the registers.
    fn holds<S: Copy + Default>(
        &self,
        place: Word,
        view: &mut View<'_, '_, S>,
        registers: &Registers,
    ) -> bool {
        view.is_within(&self.rows, registers)
            && (place.object.is_none() || view.accessed(place, self.width).is_some())
    }
}
