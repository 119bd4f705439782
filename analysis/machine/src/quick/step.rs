//! Takes steps in their quick forms.

use super::{
    edge::Checks,
    effect::{Effect, Jump, is_inside},
    expression::View,
};
use crate::{
    inputs::Host,
    outcome::Followed,
    state::{Frame, Machine},
    value::Value,
};
use csieve_base::budget::Steps;
use csieve_graph::{Cfg, EdgeId};

/// The number of steps after which the machine asks whether to go on.
const STEPS_BETWEEN: u32 = 1 << 16;

/// The number of cells of big objects that are copied or filled in the time of one step.
const CELLS_IN_A_STEP: u32 = 32;

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

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Takes steps in their quick forms as long as possible. Takes the step of a pause from the budget, too.
    /// The memory is up to date at a pause.
    pub(crate) fn hurry(&mut self, budget: &mut Steps) -> Followed<Pause> {
        // What a general form has done to pointers is not followed.
        self.marks.are_firm = false;
        loop {
            budget.take_many(self.handled / CELLS_IN_A_STEP);
            self.handled %= CELLS_IN_A_STEP;
            let work = std::mem::take(&mut self.work);
            if work > 0 && self.host.general_step() > 1 {
                budget.take_many(work);
            }
            if !budget.take() || self.steps % STEPS_BETWEEN == STEPS_BETWEEN - 1 && self.host.is_stopped() {
                return Ok(Pause::Stopped);
            }
            if let Some(pause) = self.quick_step(budget)? {
                self.settle();
                return Ok(pause);
            }
        }
    }

    /// Takes a step in its quick form, or returns why that is not possible.
    #[inline(always)]
    fn quick_step(&mut self, budget: &mut Steps) -> Followed<Option<Pause>> {
        // A host with shadows is told of every operator, so nothing can be tried first.
        if size_of::<H::Shadow>() > 0 {
            return Ok(Some(Pause::General));
        }
        let depth = self.frames.len() - 1;
        let Some(frame) = self.frames.last_mut() else { return Ok(Some(Pause::General)) };
        if !self.host.asks(frame.cfg, frame.at, depth).is_empty() {
            return Ok(Some(Pause::General));
        }
        let Frame { cfg, code, found, at, edge, slots, vars, named, .. } = frame;
        let mut view = View { code, found, slots, vars, named, memory: &self.memory, wrapv: self.wrapv };
        let (registers, words) = (&mut self.registers, &mut self.words);
        let way = code.ways(*at).choose(&mut view, registers, words, |told| {
            self.host.branch(cfg, told.edge, depth, &Value::plain(told.word.known()), told.holds);
        });
        let Some((quick, known)) = way else { return Ok(Some(Pause::General)) };
        let Some(effect) = quick.effect(known, &mut view, registers, words) else {
            return Ok(Some(Pause::Chosen(quick.id)));
        };
        if let Effect::Jump(jump) = effect {
            let (cfg, id) = (*cfg, quick.id);
            return Ok(if self.jumps(cfg, id, jump) { None } else { Some(Pause::Chosen(id)) });
        }
        self.steps += 1;
        *edge = quick.id;
        self.host.visit(cfg, quick.id, depth);
        let is_inside_object = !matches!(effect, Effect::Access { is_inside: false });
        // Where a pointer was overwritten, if it was only there.
        let overwritten = if self.may_lose { None } else { effect.overwrites(vars) };
        self.may_lose |= effect.carry_out(code, slots, vars, &mut self.memory);
        let mut view = View { code, found, slots, vars, named, memory: &self.memory, wrapv: self.wrapv };
        let is_checked = match &quick.checks {
            Checks::None => is_inside_object,
            Checks::General => false,
            Checks::Quick(checks) => is_inside(checks, &mut view, registers),
        };
        let (to, is_long) = (quick.to, quick.is_long);
        if is_checked {
            *at = to;
        } else {
            let id = quick.id;
            self.settle();
            self.marks.are_firm = false;
            self.within_objects(id)?;
            self.frame_mut().at = to;
        }
        if self.may_lose {
            if !self.memory.owes() || overwritten.is_some_and(|id| self.marks.need_not(id)) {
                self.may_lose = false;
            } else {
                self.settle();
                self.look_after(None, overwritten);
            }
        }
        if is_long {
            budget.take_many(self.host.general_step() - 1);
            self.marks.are_firm = false;
        }
        Ok(None)
    }

    /// Takes an edge that enters or leaves a function. Returns false if the general form has to take it;
    /// nothing has happened then.
    fn jumps(&mut self, cfg: &Cfg, edge: EdgeId, jump: Jump<'g>) -> bool {
        let depth = self.depth();
        match jump {
            Jump::Call(callee, result) => {
                if self.frames.len() >= self.graphs.most_calls() {
                    return false;
                }
                self.steps += 1;
                self.frame_mut().edge = edge;
                self.host.visit(cfg, edge, depth);
                self.enter_quickly(callee, result);
                if self.may_lose {
                    self.look_for_lost(None);
                }
            }
            Jump::Return(value) => {
                let Some(received) = self.received(value) else { return false };
                self.steps += 1;
                self.host.visit(cfg, edge, depth);
                self.return_quickly(received);
            }
        }
        true
    }

    /// Brings the values of variables into memory.
    pub(crate) fn settle(&mut self) {
        let Some(Frame { cfg, slots, vars, .. }) = self.frames.last_mut() else { return };
        while let Some((var, word)) = slots.changed() {
            if let Some(id) = vars[var.index()] {
                self.memory.get_mut(id).cells.set(Value::plain(word.known()), cfg.var(var).ty, cfg.model);
            }
        }
    }
}
