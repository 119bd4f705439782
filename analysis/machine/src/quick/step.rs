//! Takes whole steps in their quick forms.

use super::{
    edge::{Checks, QuickAction},
    expression::View,
    word::Word,
};
use crate::{
    inputs::Host,
    object::{Blank, Life},
    outcome::Followed,
    state::{Frame, Machine},
    value::{ObjectId, Value},
};
use csieve_graph::{EdgeId, Type};

/// The result of trying to take a step in its quick form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quickly {
    /// The step was taken.
    Taken,
    /// The run takes this edge, and the host knows what decided that. The general form has to take it.
    Chosen(EdgeId),
    /// Nothing has happened.
    Not,
}

/// The effect of an action, before it takes place.
enum Effect {
    None,
    Declare(ObjectId),
    Assign(ObjectId, Type, Word),
    Write(ObjectId, i128, Type, Word),
}

impl<H: Host> Machine<'_, '_, H> {
    /// Tries to take the next step in its quick form.
    pub(crate) fn quickly(&mut self) -> Followed<Quickly> {
        // A host with shadows is told of every operator, so nothing can be tried first.
        if size_of::<H::Shadow>() > 0 {
            return Ok(Quickly::Not);
        }
        let (cfg, at, depth) = (self.cfg(), self.frame().at, self.depth());
        if !self.host.asks(cfg, at, depth).is_empty() {
            return Ok(Quickly::Not);
        }
        let Some(edge) = self.quick_way() else { return Ok(Quickly::Not) };
        let Some(effect) = self.effect(edge) else { return Ok(Quickly::Chosen(edge)) };
        self.steps += 1;
        self.frame_mut().edge = edge;
        self.host.visit(cfg, edge, depth);
        self.carry_out(effect);
        if !self.is_inside(edge) {
            self.within_objects(edge)?;
        }
        let frame = self.frame_mut();
        frame.at = frame.code.edge(edge).to;
        if self.may_lose {
            self.look_for_lost(None);
        }
        Ok(Quickly::Taken)
    }

    /// Returns the effect of an edge; `None` if only the general form can find or carry it out.
    fn effect(&mut self, edge: EdgeId) -> Option<Effect> {
        let Frame { code, vars, named, .. } = self.frames.last()?;
        let view = View { vars, named, memory: &self.memory, wrapv: self.wrapv };
        Some(match &code.edge(edge).action {
            QuickAction::General => return None,
            QuickAction::Nothing => Effect::None,
            QuickAction::Declare(var) => Effect::Declare(vars[var.index()]?),
            QuickAction::Assign { var, value } => {
                let id = vars[var.id.index()]?;
                Effect::Assign(id, var.ty, value.value(&view, &mut self.registers)?)
            }
            QuickAction::Exists(pointer) => {
                let object = pointer.value(&view, &mut self.registers)?.object?;
                if self.memory.get(object).life != Life::Live {
                    return None;
                }
                Effect::None
            }
            QuickAction::Store(store) => {
                let place = store.place.value(&view, &mut self.registers)?;
                if !view.is_within(&store.rows, &self.registers) {
                    return None;
                }
                let (id, object) = view.accessed(place, store.width)?;
                if !object.is_writable() {
                    return None;
                }
                let value = store.value.value(&view, &mut self.registers)?;
                Effect::Write(id, place.number, store.ty, value)
            }
        })
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::None => {}
            Effect::Declare(id) => {
                let object = self.memory.get_mut(id);
                object.cells.clear();
                object.blank = Blank::Indeterminate;
                self.may_lose = true;
            }
            Effect::Assign(id, ty, word) => {
                self.may_lose |= self.memory.get_mut(id).cells.set(Value::plain(word.known()), ty);
            }
            Effect::Write(id, offset, ty, word) => {
                self.may_lose |= self.memory.write(id, Some(offset), Value::plain(word.known()), ty);
            }
        }
    }

    /// Returns whether the accesses of an edge stay inside their objects. Also false if the general check has to
    /// find that out.
    fn is_inside(&mut self, edge: EdgeId) -> bool {
        let Some(Frame { code, vars, named, .. }) = self.frames.last() else { return false };
        let view = View { vars, named, memory: &self.memory, wrapv: self.wrapv };
        let Checks::Quick(checks) = &code.edge(edge).checks else { return false };
        let registers = &mut self.registers;
        checks.iter().all(|check| {
            let Some(place) = check.place.value(&view, registers) else { return false };
            if !view.is_within(&check.rows, registers) {
                return false;
            }
            place.object.is_none() || view.accessed(place, check.width).is_some()
        })
    }
}
