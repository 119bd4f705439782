//! Takes one step of a symbolic run.

use csieve_domains::bitwise;
use csieve_graph::{Action, EdgeId, Type};

use crate::{
    code::is_plain,
    executor::Executor,
    object::{Blank, Kind, Life, Object},
    question::Property,
    state::{Place, State},
    stop::{End, Followed, Stop, Wrong, unfollowed, wrong},
    value::Value,
};

impl<'g> Executor<'g> {
    /// Takes the next edge of a run. A run that is stopped is as it was, apart from objects that were looked at.
    pub(crate) fn step(&mut self, state: &mut State<'g>) -> Followed<()> {
        let edge = match state.chosen {
            Some(edge) => edge,
            None => self.next(state)?,
        };
        state.frame_mut().edge = edge;
        if self.take(state, edge)? {
            self.comes_to_life(state, edge)?;
            let to = state.frame().code.cfg.edge(edge).to;
            state.frame_mut().at = to;
        }
        state.chosen = None;
        Ok(())
    }

    /// Returns the edge that a run takes.
    fn next(&mut self, state: &mut State<'g>) -> Followed<EdgeId> {
        let cfg = state.frame().code.cfg;
        let open = &cfg.successors[state.frame().at.index()];
        if open.is_empty() {
            return Err(Stop::End(End::Over));
        }
        let mut ways: Vec<EdgeId> = Vec::new();
        for &edge in open {
            match cfg.edge(edge).action {
                Action::Misuse { kind, operand } if !kind.is_condition() => {
                    state.frame_mut().edge = edge;
                    let value = self.value(state, operand)?;
                    match self.truth(state, value)? {
                        Some(true) => {}
                        Some(false) if kind == csieve_graph::MisuseKind::NullDereference => {
                            return wrong(Wrong::Dereference);
                        }
                        Some(false) => return wrong(Wrong::Other),
                        None => return unfollowed("whether something is 0 is not known"),
                    }
                }
                Action::Opaque { .. } if cfg.concrete.conditions.contains_key(&edge) => {
                    return unfollowed("an order of evaluation is open");
                }
                // Every access checks for itself that it stays inside its object.
                Action::Misuse { .. } => {}
                Action::Alloc { .. } => return Ok(edge),
                _ => ways.push(edge),
            }
        }
        let checks_size = open
            .iter()
            .any(|edge| matches!(cfg.edge(*edge).action, Action::Misuse { kind, .. } if kind.is_condition()));
        let mut taken = Vec::with_capacity(1);
        for edge in ways {
            if checks_size && matches!(cfg.edge(edge).action, Action::Assume { .. }) {
                taken.push(edge);
                continue;
            }
            state.frame_mut().edge = edge;
            if self.is_open(state, edge)? {
                taken.push(edge);
            }
        }
        match taken.as_slice() {
            [] => unfollowed("no way goes on"),
            [edge] => Ok(*edge),
            _ => Err(Stop::Ways(taken)),
        }
    }

    /// Returns whether a run may take an edge.
    fn is_open(&mut self, state: &mut State<'g>, edge: EdgeId) -> Followed<bool> {
        let cfg = state.frame().code.cfg;
        if let Some((condition, holds)) = cfg.concrete.conditions.get(&edge).copied() {
            let value = self.value(state, condition)?;
            return Ok(self.truth(state, value)?.is_none_or(|truth| truth == holds));
        }
        match &cfg.edge(edge).action {
            Action::Assume { cond, holds } => {
                let value = self.value(state, *cond)?;
                Ok(self.truth(state, value)?.is_none_or(|truth| truth == *holds))
            }
            Action::AssumeNone { value, cases } => {
                let Value::Bits(term) = self.value(state, *value)? else { return Ok(true) };
                let is_one = bitwise::is_one_of(&mut self.terms, term, cases);
                Ok(!self.decide(state, is_one)?)
            }
            Action::Learn { value, low, high } => {
                let ty = cfg.expr(*value).ty;
                let Value::Bits(term) = self.value(state, *value)? else { return Ok(true) };
                let is_it = bitwise::is_between(&mut self.terms, term, ty, *low, *high);
                self.decide(state, is_it)
            }
            Action::Free { pointer, .. } => {
                let value = self.value(state, *pointer)?;
                self.truth(state, value)?.map_or_else(|| unfollowed("what is freed is not known"), Ok)
            }
            Action::FreeNull { pointer } => {
                let value = self.value(state, *pointer)?;
                let truth = self.truth(state, value)?;
                truth.map_or_else(|| unfollowed("what is freed is not known"), |truth| Ok(!truth))
            }
            Action::AllocFail { .. } => unfollowed("memory is allocated again"),
            _ => Ok(true),
        }
    }

    /// Takes an edge. Returns whether the innermost call goes on behind it now.
    fn take(&mut self, state: &mut State<'g>, edge: EdgeId) -> Followed<bool> {
        let cfg = state.frame().code.cfg;
        match &cfg.edge(edge).action {
            Action::Skip if cfg.concrete.lists.contains_key(&edge) => {
                return unfollowed("a list of arguments is used");
            }
            Action::Skip
            | Action::Assume { .. }
            | Action::AssumeNone { .. }
            | Action::Learn { .. }
            | Action::FreeNull { .. } => {}
            Action::Declare(var) if is_plain(cfg, *var) => state.frame_mut().vars[var.index()] = None,
            Action::Declare(var) => {
                if let Some(id) = state.frame().object(Place::Variable(*var)) {
                    let object = state.object_mut(id);
                    object.cells.clear();
                    object.blank = Blank::Any;
                }
            }
            Action::Assign { var, value } => {
                let value = self.value(state, *value)?;
                self.set(state, *var, value)?;
            }
            Action::Deref { pointer, .. } => {
                if let Value::Pointer { object, .. } = self.value(state, *pointer)?
                    && state.object(object).life != Life::Live
                {
                    return wrong(Wrong::Dereference);
                }
            }
            Action::Call { target, args, result } => {
                if cfg.concrete.atomics.contains_key(&edge) {
                    return unfollowed("an atomic operation is called");
                }
                return self.call(state, target, args, *result);
            }
            Action::LibraryCall { callee, args, result, range, writes_memory } => {
                self.library(state, callee, args, (*result, *range), *writes_memory)?;
            }
            Action::Return(value) => {
                self.returns(state, *value)?;
                return Ok(false);
            }
            Action::Opaque { .. } => return unfollowed("something is not understood"),
            _ => self.act(state, edge)?,
        }
        Ok(true)
    }

    /// Carries out an action on memory or a resource.
    fn act(&mut self, state: &mut State<'g>, edge: EdgeId) -> Followed<()> {
        let cfg = state.frame().code.cfg;
        match &cfg.edge(edge).action {
            Action::Store { pointer, value } => self.store_edge(state, edge, *pointer, *value)?,
            Action::Alloc { var, .. } => self.allocate(state, edge, *var)?,
            Action::Free { pointer, .. } => {
                let to = cfg.edge(edge).to;
                if let [next] = cfg.successors[to.index()].as_slice()
                    && matches!(cfg.edge(*next).action, Action::Alloc { .. })
                {
                    return unfollowed("memory is allocated again");
                }
                let pointer = self.value(state, *pointer)?;
                self.free(state, pointer)?;
            }
            Action::Open { var, resource, .. } if self.property != Property::ValidMemsafety => {
                let handle = if resource.is_pointer {
                    let object = state.add(Object::new(Kind::Static, None, Blank::Any));
                    self.start(object)
                } else {
                    Value::Any
                };
                self.set(state, *var, handle)?;
            }
            Action::OpenFail { var, resource, .. } => {
                let ty = cfg.var(*var).ty;
                let failed = self.number(if resource.is_pointer { 0 } else { -1 }, ty);
                self.set(state, *var, failed)?;
            }
            Action::Close { .. } | Action::CloseFail { .. } if self.property != Property::ValidMemsafety => {}
            _ => return unfollowed("a resource is used"),
        }
        Ok(())
    }

    /// Performs a call of a function of the C library that keeps and frees nothing.
    fn library(
        &mut self,
        state: &mut State<'g>,
        callee: &str,
        args: &[csieve_graph::ExprId],
        (result, range): (Option<csieve_graph::VarId>, Option<(i128, i128)>),
        writes_memory: bool,
    ) -> Followed<()> {
        let target = csieve_graph::CallTarget::Named(callee.to_owned());
        if writes_memory
            || callee.starts_with("__VERIFIER_")
            || self.errors.iter().any(|error| error == callee)
        {
            return self.call(state, &target, args, result).map(drop);
        }
        let caller = state.frame().code.cfg;
        let to = caller.edge(state.frame().edge).to;
        if to != caller.exit && caller.successors[to.index()].is_empty() {
            return Err(Stop::End(End::Over));
        }
        for arg in args {
            self.value(state, *arg)?;
        }
        let Some(var) = result else { return Ok(()) };
        let ty: Type = caller.var(var).ty;
        let value = self.input(state, callee, ty);
        if let (Value::Bits(term), Some((low, high))) = (value, range) {
            let is_possible = bitwise::is_between(&mut self.terms, term, ty, low, high);
            match self.solver.with(&self.terms, &state.path, is_possible) {
                Some(path) => state.path = path,
                None => return Err(Stop::End(End::Over)),
            }
        }
        self.set(state, var, value)
    }
}
