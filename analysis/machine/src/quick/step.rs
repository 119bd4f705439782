//! Takes steps in their quick forms.

use super::{
    edge::{Checks, QuickAction, QuickEdge},
    expression::{Registers, View},
    word::Word,
};
use crate::{
    inputs::Host,
    memory::Memory,
    object::{Blank, Life},
    outcome::Followed,
    state::{Frame, Machine},
    value::{ObjectId, Value},
};
use csieve_base::budget::Steps;
use csieve_graph::{EdgeId, Type, VarId};

/// The number of steps after which the machine asks whether to go on.
const STEPS_BETWEEN: u32 = 1 << 16;

/// The reason why no more steps are taken in their quick forms.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pause {
    /// The budget is used up, or nobody needs the run any more.
    Stopped,
    /// The run takes this edge, and the host knows what decided that. The general form has to take it.
    Chosen(EdgeId),
    /// The general form has to take the next step, of which nothing has happened yet.
    General,
}

/// The effect of an action, before it takes place.
enum Effect {
    None,
    Declare(ObjectId, VarId),
    /// A variable with a valid slot is written.
    Slot(VarId, Word),
    Assign(ObjectId, Type, Word),
    Write(ObjectId, i128, Type, Word),
}

impl<H: Host> Machine<'_, '_, H> {
    /// Takes steps in their quick forms as long as possible. Takes the step of a pause from the budget, too. The
    /// memory is up to date at a pause.
    pub(crate) fn hurry(&mut self, budget: &mut Steps) -> Followed<Pause> {
        loop {
            if !budget.take() || self.steps % STEPS_BETWEEN == STEPS_BETWEEN - 1 && self.host.is_stopped() {
                return Ok(Pause::Stopped);
            }
            if let Some(pause) = self.quick_step()? {
                self.settle();
                return Ok(pause);
            }
        }
    }

    /// Takes a step in its quick form, or returns why that is not possible.
    #[inline(always)]
    fn quick_step(&mut self) -> Followed<Option<Pause>> {
        // A host with shadows is told of every operator, so nothing can be tried first.
        if size_of::<H::Shadow>() > 0 {
            return Ok(Some(Pause::General));
        }
        let depth = self.frames.len() - 1;
        let Some(frame) = self.frames.last_mut() else { return Ok(Some(Pause::General)) };
        if !self.host.asks(frame.cfg, frame.at, depth).is_empty() {
            return Ok(Some(Pause::General));
        }
        let Frame { cfg, code, at, edge: current, slots, vars, named, .. } = frame;
        let mut view = View { slots, vars, named, memory: &self.memory, wrapv: self.wrapv };
        let way = code.ways(*at).choose(&mut view, &mut self.registers, &mut self.tested, |told| {
            self.host.branch(cfg, told.edge, depth, &Value::plain(told.word.known()), told.holds);
        });
        let Some(quick) = way else { return Ok(Some(Pause::General)) };
        let edge = quick.id;
        let Some(effect) = quick.effect(&mut view, &mut self.registers) else {
            return Ok(Some(Pause::Chosen(edge)));
        };
        self.steps += 1;
        *current = edge;
        self.host.visit(cfg, edge, depth);
        self.may_lose |= slots.carry_out(effect, &mut self.memory);
        let is_checked = match &quick.checks {
            Checks::None => true,
            Checks::General => false,
            Checks::Quick(_) => {
                let mut view = View { slots, vars, named, memory: &self.memory, wrapv: self.wrapv };
                quick.is_inside(&mut view, &mut self.registers)
            }
        };
        let to = quick.to;
        if is_checked {
            *at = to;
        } else {
            self.settle();
            self.within_objects(edge)?;
            self.frame_mut().at = to;
        }
        if self.may_lose {
            if self.memory.owes() {
                self.settle();
            }
            self.look_for_lost(None);
        }
        Ok(None)
    }

    /// Brings the values of variables into memory, and forgets them elsewhere.
    pub(crate) fn settle(&mut self) {
        let Some(Frame { cfg, slots, vars, .. }) = self.frames.last_mut() else { return };
        while let Some((var, word)) = slots.changed() {
            if let Some(id) = vars[var.index()] {
                self.memory.get_mut(id).cells.set(Value::plain(word.known()), cfg.var(var).ty);
            }
        }
        slots.forget_all();
    }
}

impl QuickEdge {
    /// Returns the effect of the edge; `None` if only the general form can find or carry it out.
    #[inline(always)]
    fn effect<S: Copy + Default>(&self, view: &mut View<'_, S>, registers: &mut Registers) -> Option<Effect> {
        Some(match &self.action {
            QuickAction::General => return None,
            QuickAction::Nothing => Effect::None,
            QuickAction::Declare(var) => Effect::Declare(view.vars[var.index()]?, *var),
            QuickAction::Assign { var, value } => {
                let word = value.value(view, registers)?;
                if view.slots.get(var.id).is_some() {
                    Effect::Slot(var.id, word)
                } else {
                    Effect::Assign(view.vars[var.id.index()]?, var.ty, word)
                }
            }
            QuickAction::Exists(pointer) => {
                let object = pointer.value(view, registers)?.object?;
                if view.memory.get(object).life != Life::Live {
                    return None;
                }
                Effect::None
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
        })
    }

    /// Returns whether the accesses of the edge stay inside their objects. Also false if the general check has
    /// to find that out.
    fn is_inside<S: Copy + Default>(&self, view: &mut View<'_, S>, registers: &mut Registers) -> bool {
        let Checks::Quick(checks) = &self.checks else { return false };
        checks.iter().all(|check| {
            let Some(place) = check.place.value(view, registers) else { return false };
            if !view.is_within(&check.rows, registers) {
                return false;
            }
            place.object.is_none() || view.accessed(place, check.width).is_some()
        })
    }
}

impl super::Slots {
    /// Carries out an effect and returns whether that overwrote a pointer.
    #[inline(always)]
    fn carry_out<S: Copy + Default>(&mut self, effect: Effect, memory: &mut Memory<S>) -> bool {
        match effect {
            Effect::None => false,
            Effect::Slot(var, word) => self.write(var, word),
            Effect::Declare(id, var) => {
                self.forget(var);
                let object = memory.get_mut(id);
                object.cells.clear();
                object.blank = Blank::Indeterminate;
                true
            }
            Effect::Assign(id, ty, word) => memory.get_mut(id).cells.set(Value::plain(word.known()), ty),
            Effect::Write(id, offset, ty, word) => {
                memory.write(id, Some(offset), Value::plain(word.known()), ty)
            }
        }
    }
}
