//! Takes one step of a symbolic run.

use csieve_domains::bitwise;
use csieve_graph::{Action, Assigns, EdgeId, ExprId, Frees, Tests, Type, VarId};

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
        if cfg.concrete.lacks_order(open) {
            return unfollowed("an order of evaluation is open");
        }
        for &edge in open {
            let effects = cfg.edge(edge).effects();
            if let Assigns::Fresh { .. } = effects.assigns {
                return Ok(edge);
            }
            match effects.tests {
                Tests::Misuse { kind, operand } if !kind.is_condition() => {
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
                // Every access checks for itself that it stays inside its object.
                Tests::Misuse { .. } => {}
                Tests::Nothing | Tests::Condition { .. } | Tests::Pointer { .. } => ways.push(edge),
                Tests::Handle { .. } | Tests::Within { .. } | Tests::NoneOf { .. } => ways.push(edge),
            }
        }
        let tests = |edge: EdgeId| cfg.edge(edge).effects().tests;
        let checks_size =
            open.iter().any(|edge| matches!(tests(*edge), Tests::Misuse { kind, .. } if kind.is_condition()));
        let mut taken = Vec::with_capacity(1);
        for edge in ways {
            if checks_size && matches!(tests(edge), Tests::Condition { .. }) {
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
        let effects = cfg.edge(edge).effects();
        if let Assigns::Null { .. } = effects.assigns {
            return unfollowed("memory is allocated again");
        }
        match effects.tests {
            Tests::Condition { cond, holds } => {
                let value = self.value(state, cond)?;
                Ok(self.truth(state, value)?.is_none_or(|truth| truth == holds))
            }
            Tests::NoneOf { value, cases } => {
                let Value::Bits(term) = self.value(state, value)? else { return Ok(true) };
                let is_one = bitwise::is_one_of(&mut self.terms, term, cases);
                Ok(!self.decide(state, is_one)?)
            }
            Tests::Within { value, low, high } => {
                let ty = cfg.expr(value).ty;
                let Value::Bits(term) = self.value(state, value)? else { return Ok(true) };
                let is_it = bitwise::is_between(&mut self.terms, term, ty, low, high);
                self.decide(state, is_it)
            }
            // An access checks by itself what it leads to.
            Tests::Pointer { is_null: false, .. } if effects.frees == Frees::Nothing => Ok(true),
            Tests::Pointer { pointer, is_null } => {
                let value = self.value(state, pointer)?;
                let truth = self.truth(state, value)?;
                truth.map_or_else(|| unfollowed("what is freed is not known"), |truth| Ok(truth != is_null))
            }
            Tests::Nothing | Tests::Misuse { .. } | Tests::Handle { .. } => Ok(true),
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
            Action::Call { .. } if cfg.concrete.atomics.contains_key(&edge) => {
                return unfollowed("an atomic operation is called");
            }
            Action::Call { target, args, result } => return self.call(state, target, args, *result),
            Action::LibraryCall { callee, args, result, range, writes_memory } => {
                self.library(state, callee, args, (*result, *range), *writes_memory)?;
            }
            Action::Return(value) => {
                self.returns(state, *value)?;
                return Ok(false);
            }
            Action::Opaque { .. } => return unfollowed("something is not understood"),
            Action::Store { pointer, value } => self.store_edge(state, edge, *pointer, *value)?,
            Action::Alloc { var, .. } => self.allocate(state, edge, *var)?,
            Action::Free { pointer, .. } => self.free_edge(state, edge, *pointer)?,
            Action::Open { var, resource, .. } => self.open(state, *var, resource.is_pointer)?,
            Action::OpenFail { var, resource, .. } => self.open_fails(state, *var, resource.is_pointer)?,
            Action::Close { .. } | Action::CloseFail { .. } if self.property != Property::ValidMemsafety => {}
            Action::Close { .. }
            | Action::CloseFail { .. }
            | Action::Lock { .. }
            | Action::LockFail { .. }
            | Action::Unlock { .. }
            | Action::AllocFail { .. }
            | Action::Misuse { .. } => return unfollowed("a resource is used"),
        }
        Ok(true)
    }

    /// Frees the object at a pointer, as an edge of the innermost call says.
    fn free_edge(&mut self, state: &mut State<'g>, edge: EdgeId, pointer: ExprId) -> Followed<()> {
        let cfg = state.frame().code.cfg;
        if let [next] = cfg.successors[cfg.edge(edge).to.index()].as_slice()
            && matches!(cfg.edge(*next).effects().assigns, Assigns::Fresh { .. })
        {
            return unfollowed("memory is allocated again");
        }
        let pointer = self.value(state, pointer)?;
        self.free(state, pointer)
    }

    /// Gives a variable the handle of a new resource.
    fn open(&mut self, state: &mut State<'g>, var: VarId, is_pointer: bool) -> Followed<()> {
        if self.property == Property::ValidMemsafety {
            return unfollowed("a resource is used");
        }
        let handle = if is_pointer {
            let object = state.add(Object::new(Kind::Static, None, Blank::Any));
            self.start(object)
        } else {
            Value::Any
        };
        self.set(state, var, handle)
    }

    /// Gives a variable what it has if a resource cannot be opened.
    fn open_fails(&mut self, state: &mut State<'g>, var: VarId, is_pointer: bool) -> Followed<()> {
        let ty = state.frame().code.cfg.var(var).ty;
        let failed = self.number(if is_pointer { 0 } else { -1 }, ty);
        self.set(state, var, failed)
    }

    /// Performs a call of a function of the C library that keeps and frees nothing.
    fn library(
        &mut self,
        state: &mut State<'g>,
        callee: &str,
        args: &[ExprId],
        (result, range): (Option<VarId>, Option<(i128, i128)>),
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
