//! Calls: of functions that have a graph, and of functions that nothing in the project defines.

use std::rc::Rc;

use super::{
    code::Found,
    inputs::{Callee, Host, InputObject, Source},
    object::{Blank, Life, Origin},
    outcome::{Followed, Stop, unknown},
    state::{Frame, Machine},
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_base::{
    library::{Effects, Entry, Library},
    rule::Rule,
};
use csieve_graph::{CallTarget, Cfg, ExprId, Layout, Type, VarId, expr_text};

/// The value of an argument, with its type.
pub(crate) type Argument<S> = (Value<S>, Type);

/// Returns whether a call by an edge with unlimited effects may have them, also those of keeping what it is given.
fn may_do_anything(entry: &Entry) -> bool {
    entry.effects == Effects::Anything || entry.keeps.is_some()
}

impl<'g, H: Host> Machine<'g, '_, H> {
    /// Evaluates the arguments of a call.
    pub(crate) fn arguments(&mut self, args: &[ExprId]) -> Followed<Vec<Argument<H::Shadow>>> {
        let cfg = self.cfg();
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push((self.value(*arg)?, cfg.expr(*arg).ty));
        }
        Ok(values)
    }

    /// Performs a call. Returns whether the caller's graph goes on at once: `false` if the run has entered
    /// the graph of the callee.
    pub(crate) fn call(
        &mut self,
        target: &CallTarget,
        args: &[ExprId],
        result: Option<VarId>,
    ) -> Followed<bool> {
        let graphs = self.graphs;
        let name = match target {
            CallTarget::MaybeMacro(name) => return unknown(format!("`{name}` may be a macro")),
            CallTarget::Named(name) => name.clone(),
            CallTarget::Pointer(callee) => self.called(*callee)?,
        };
        let exprs = args;
        let args = self.arguments(args)?;
        let edge = self.frame().edge;
        if let Some(ty) = self.cfg().concrete.atomics.get(&edge).copied() {
            return self.atomic(&name, ty, &args, result).map(|()| true);
        }
        let callee = graphs.graph(&name);
        if !matches!(callee, Callee::Graph(_)) {
            self.forget_errno();
            if graphs.library().is_opaque(&name) && self.sorts(&name, &args, result) {
                return Ok(true);
            }
        }
        match callee {
            Callee::Graph(cfg) => {
                let mut structures = Vec::with_capacity(exprs.len());
                for arg in exprs {
                    structures.push(self.structure(*arg)?);
                }
                self.enter(cfg, &args, result)?;
                self.pass_in_memory(cfg, &args, &structures)?;
                self.pass_extra(cfg, &args, &structures).map(|()| false)
            }
            Callee::Elsewhere => unknown(format!("what `{name}` does is not known")),
            Callee::Unknown if graphs.is_foreign(&name) => self.foreign(&name, &args, result).map(|()| true),
            Callee::Unknown => self.unknown_function(&name, &args, result).map(|()| true),
        }
    }

    /// Returns the name of the function to which a pointer leads. For a pointer that is an input, returns how
    /// the source spells the pointer.
    fn called(&mut self, callee: ExprId) -> Followed<String> {
        let pointer = self.value(callee)?.known;
        let Some(pointer) = Self::place(pointer)? else {
            return unknown("which function is called is not known");
        };
        match &self.memory.get(pointer.object).origin {
            Origin::Function(name) => Ok(name.clone()),
            Origin::Input(InputObject::Global(name)) => Ok(name.to_string()),
            Origin::Input(InputObject::Fresh(_)) => Ok(expr_text(self.cfg(), callee)),
            Origin::Local(_)
            | Origin::Automatic(_)
            | Origin::Arguments
            | Origin::Literal(_)
            | Origin::Heap
            | Origin::Stream
            | Origin::Descriptor(_) => Err(Stop::Undefined("something that is not a function is called")),
        }
    }

    /// Performs a call of a function without a graph. Inputs decide what the function returns and what it
    /// writes to the memory that its arguments point to.
    fn unknown_function(
        &mut self,
        name: &str,
        args: &[Argument<H::Shadow>],
        result: Option<VarId>,
    ) -> Followed<()> {
        self.passed(args)?;
        self.lists_are_used(args);
        if self.graphs.library().fails_assertion(name) {
            return Err(Stop::Misuse(Rule::AssertionFailure, super::Subject::Nothing));
        }
        if self.ends_behind() {
            return Err(Stop::NeverReturns);
        }
        // Inputs cannot decide what a function of the C library does. A function to which a user's table of
        // library functions gives unlimited effects is treated as one without an entry.
        if Library::built_in().function(name).is_some_and(may_do_anything) {
            return unknown(format!("what `{name}` does is not known"));
        }
        self.environment(name, args, result, true);
        self.locks.forget();
        Ok(())
    }

    /// Returns whether the current edge is a call that never returns: nothing follows it.
    pub(crate) fn ends_behind(&self) -> bool {
        let cfg = self.cfg();
        let to = cfg.edge(self.frame().edge).to;
        to != cfg.exit && cfg.successors[to.index()].is_empty()
    }

    /// Checks that no argument points to freed memory. A closed file descriptor is only a number and may be
    /// passed.
    pub(crate) fn passed(&self, args: &[Argument<H::Shadow>]) -> Followed<()> {
        for (value, _) in args {
            if let Known::Pointer(pointer) = value.known {
                let object = self.memory.get(pointer.object);
                if object.life == Life::Freed && !matches!(object.origin, Origin::Descriptor(_)) {
                    return Err(Stop::Misuse(Rule::UseAfterFree, object.subject()));
                }
            }
        }
        Ok(())
    }

    /// Asks the host what a function from outside returns and what it writes to the memory that its arguments
    /// point to. With `is_kept`, the function may also keep these pointers.
    pub(crate) fn environment(
        &mut self,
        name: &str,
        args: &[Argument<H::Shadow>],
        result: Option<VarId>,
        is_kept: bool,
    ) {
        let count = self.counts.calls.entry(name.to_owned()).or_default();
        let call = *count;
        *count += 1;
        for (argument, (value, ty)) in args.iter().enumerate() {
            if is_kept {
                self.memory.share(value.known);
                self.may_hide(value.known, *ty);
            }
            if let Known::Pointer(pointer) = value.known {
                self.left_behind(pointer, name, call, argument as u32);
            }
        }
        if let Some(var) = result {
            let ty = self.cfg().var(var).ty;
            let value = self.chosen(&Source::Result { function: name.into(), call }, ty);
            self.may_hide(value.known, ty);
            self.set(var, value);
        }
    }

    /// Lets a function from outside write the object that an argument points to. A scalar gets a chosen value
    /// at once. An object that the run made and never wrote is marked: its bytes are chosen when they are
    /// read, or unknown if the argument does not point to the start of the object.
    fn left_behind(&mut self, pointer: Pointer, function: &str, call: u32, argument: u32) {
        let object = self.memory.get(pointer.object);
        self.counts.written += u32::from(object.is_writable());
        let is_own = object.is_of_call() || object.origin == Origin::Heap;
        let is_start = pointer.offset == Some(0);
        if let (Some(ty), true) = (object.scalar, is_start) {
            let source = Source::Written { function: function.into(), call, argument, offset: 0 };
            let value = self.chosen(&source, ty);
            self.memory.get_mut(pointer.object).may_be_written();
            if value.known != Known::Nothing {
                self.may_lose |= self.memory.write(pointer.object, Some(0), value, ty);
            }
        } else if is_own && !object.cells.all().is_empty() {
            self.memory.get_mut(pointer.object).may_be_written();
        } else if is_own {
            let blank = if is_start {
                Blank::Written { function: function.into(), call, argument }
            } else {
                Blank::Unknown
            };
            self.memory.get_mut(pointer.object).blank = blank;
        }
    }

    /// Enters a function that has a graph.
    pub(crate) fn enter(
        &mut self,
        cfg: &'g Cfg,
        args: &[Argument<H::Shadow>],
        result: Option<VarId>,
    ) -> Followed<()> {
        let Some(params) = &cfg.params else { return unknown("the parameters of a function cannot be told") };
        if args.len() < params.len() || args.len() > params.len() && !cfg.variadic {
            return Err(Stop::Undefined("a function is called with other arguments than it takes"));
        }
        if self.frames.len() >= self.graphs.most_calls() {
            return unknown("calls are nested too deeply");
        }
        self.push(cfg, result);
        let params = params.iter().map(Some).chain(std::iter::repeat(None));
        for (position, ((value, from), param)) in args.iter().zip(params).enumerate() {
            match param {
                Some(Some(var)) => {
                    let value = self.fitting(*value, *from, cfg.var(*var).ty);
                    self.may_hide(value.known, cfg.var(*var).ty);
                    self.set(*var, value);
                }
                _ if cfg.concrete.params.get(position).is_some_and(Option::is_some) => {}
                // The callee has no variable for this argument, so what the callee does with a pointer in it
                // is not followed.
                _ => {
                    self.memory.share(value.known);
                    self.may_hide(value.known, *from);
                }
            }
        }
        Ok(())
    }

    /// Gives the objects of those parameters that live in memory their values.
    fn pass_in_memory(
        &mut self,
        cfg: &'g Cfg,
        args: &[Argument<H::Shadow>],
        structures: &[Option<(Pointer, &Layout)>],
    ) -> Followed<()> {
        for (param, ((value, from), structure)) in cfg.concrete.params.iter().zip(args.iter().zip(structures))
        {
            let Some((address, scalar)) = param else { continue };
            let place = self.value(*address)?.known;
            match (scalar, structure) {
                (Some(ty), _) => {
                    let value = self.fitting(*value, *from, *ty);
                    self.store(place, value, *ty)?;
                }
                (None, Some((from, layout))) => self.copy_structure(place, *from, layout)?,
                (None, None) => {
                    self.memory.share(value.known);
                    self.may_hide(value.known, *from);
                }
            }
        }
        Ok(())
    }

    /// Puts a new innermost call on the stack.
    pub(crate) fn push(&mut self, cfg: &'g Cfg, result: Option<VarId>) {
        let known = self.codes.entry(std::ptr::from_ref(cfg).addr());
        let known = known.or_insert_with(|| (self.prepared.of(cfg, self.graphs), Rc::new(Found::new(cfg))));
        let (code, found) = (Rc::clone(&known.0), Rc::clone(&known.1));
        let mut frame = match self.spare.pop() {
            Some(spare) => spare.renewed(code, found, result),
            None => Frame::new(code, found, result),
        };
        self.counts.frames += 1;
        frame.serial = self.counts.frames;
        self.frames.push(frame);
    }

    /// Returns from the innermost call, and moves its caller to the location after the call. Always gives
    /// `Ok(false)`, because [`Self::take`] need not move the caller any further.
    pub(crate) fn returns(&mut self, value: Option<ExprId>) -> Followed<bool> {
        let cfg = self.cfg();
        if let Some(value) = value
            && self.frames.len() > 1
            && let Some((from, layout)) = self.structure(value)?
        {
            self.keep_returned(from, layout)?;
            return self.leaves(None);
        }
        let value = match value {
            Some(value) => Some((self.value(value)?, cfg.expr(value).ty)),
            None => None,
        };
        if let Some((value, ty)) = value {
            self.may_hide(value.known, ty);
        }
        self.leaves(value)
    }

    /// Leaves the innermost call with a scalar as its result.
    fn leaves(&mut self, value: Option<Argument<H::Shadow>>) -> Followed<bool> {
        let cfg = self.cfg();
        let returned = value.map(|(value, _)| value);
        self.returned = returned.map_or(Known::Nothing, |value| value.known);
        let own = self.own_objects();
        let are_free = self.escapes(&own, returned);
        for id in &own {
            self.memory.end(*id);
        }
        let before = self.misuses.len();
        self.look_for_lost(returned);
        if self.frames.len() == 1 && cfg.is_program {
            self.held = self.misuses.split_off(before);
        }
        if self.frames.len() == 1 {
            self.missing_unlock();
        }
        if self.frames.len() == 1 {
            return Err(Stop::Returned);
        }
        let Some(frame) = self.frames.pop() else { return Ok(false) };
        for (id, var) in frame.vars.iter().zip(&cfg.vars) {
            if let Some(id) = id.filter(|id| !var.exposed || are_free && self.memory.get(*id).is_of_call()) {
                self.memory.remove(id);
            }
        }
        if are_free {
            for id in self.named_objects(&frame) {
                self.memory.remove(id);
            }
        }
        let result = frame.result;
        self.spare.push(frame);
        let (caller, edge) = (self.cfg(), self.frame().edge);
        // The search above kept what the result leads to.
        let mut is_dropped = matches!(self.returned, Known::Pointer(_));
        if let Some(var) = result {
            let ty = caller.var(var).ty;
            let value = match value {
                Some((value, from)) => self.fitting(value, from, ty),
                None => Value::unknown(),
            };
            self.may_hide(value.known, ty);
            is_dropped &= value.known != self.returned;
            self.set(var, value);
        }
        self.may_lose |= is_dropped;
        self.frame_mut().at = caller.edge(edge).to;
        Ok(false)
    }

    /// Returns the ids of the objects that are gone when the innermost call returns, ascending.
    pub(crate) fn own_objects(&self) -> Vec<ObjectId> {
        let frame = self.frame();
        let vars = frame.vars.iter().flatten().copied();
        let mut own: Vec<ObjectId> = vars.filter(|id| self.memory.get(*id).is_of_call()).collect();
        own.extend(self.named_objects(frame));
        own.sort_unstable();
        debug_assert!(own.windows(2).all(|pair| pair[0] < pair[1]), "an object has one name in a call");
        own
    }

    /// Returns the ids of the objects of a call that are no variables, ascending.
    fn named_objects(&self, frame: &Frame) -> Vec<ObjectId> {
        let all = frame.named.values().chain(frame.returned.values()).chain(&frame.older).copied();
        let mut named: Vec<ObjectId> = all.filter(|id| self.memory.get(*id).is_of_call()).collect();
        named.sort_unstable();
        named.dedup();
        named
    }
}
