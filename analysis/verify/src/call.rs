//! Calls of functions, of those that the competition defines, and of some of the C library.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use csieve_base::library::Library;
use csieve_base::model::DataModel;
use csieve_domains::bitwise;
use csieve_graph::{CallTarget, Cfg, EdgeId, ExprId, IntType, Meant, Type, VarId};
use csieve_machine::Callee;

use crate::{
    executor::Executor,
    memory::writable,
    object::{Blank, Kind, Life, Object},
    program::{MOST_CALLS, NONDET, is_ending},
    question::Property,
    state::{Frame, Place, State},
    stop::{End, Followed, Stop, Wrong, unfollowed, wrong},
    value::{Content, ObjectId, Value},
};

/// The largest number of bytes that one call of a library function copies or fills.
const MOST_BYTES: i64 = 1 << 20;

impl<'g> Executor<'g> {
    /// Performs a call. Returns whether the caller goes on at once.
    pub(crate) fn call(
        &mut self,
        state: &mut State<'g>,
        target: &CallTarget,
        args: &[ExprId],
        result: Option<VarId>,
    ) -> Followed<bool> {
        let name = match target {
            CallTarget::Named(name) | CallTarget::MaybeMacro(name) => name.as_str().into(),
            CallTarget::Pointer(callee) => {
                let pointer = self.value(state, *callee)?;
                self.called(state, pointer)?
            }
        };
        if self.errors.iter().any(|error| **error == *name) {
            return Err(Stop::End(End::Error));
        }
        if matches!(target, CallTarget::MaybeMacro(_)) && !name.starts_with(NONDET) {
            return unfollowed(format!("`{name}` is not declared"));
        }
        let graphs = self.graphs;
        match graphs.graph(&name) {
            Callee::Graph(cfg) => self.enter(state, cfg, args, result).map(|()| false),
            Callee::Elsewhere => unfollowed(format!("what `{name}` does is not known")),
            Callee::Unknown => self.outside(state, &name, args, result).map(|()| true),
        }
    }

    /// Enters a function of the program.
    fn enter(
        &mut self,
        state: &mut State<'g>,
        cfg: &'g Cfg,
        args: &[ExprId],
        result: Option<VarId>,
    ) -> Followed<()> {
        let Some(params) = &cfg.params else {
            return unfollowed(format!("the parameters of `{}` cannot be told", cfg.function));
        };
        if args.len() != params.len() || cfg.variadic {
            return unfollowed(format!("`{}` is called with other arguments than it takes", cfg.function));
        }
        if state.frames.len() >= MOST_CALLS {
            return unfollowed("calls are nested too deeply");
        }
        let caller = state.frame().code.cfg;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let structure = self.structure(state, *arg)?;
            values.push((self.value(state, *arg)?, caller.expr(*arg).ty, structure));
        }
        let code = self.code(cfg);
        state.frames.push(Rc::new(Frame::new(code, result)));
        for (position, (value, from, structure)) in values.into_iter().enumerate() {
            if let Some(var) = params[position] {
                let value = self.fitting(value, from, cfg.var(var).ty, cfg.model);
                self.set(state, var, value)?;
                continue;
            }
            let Some(Some((address, scalar))) = cfg.concrete.params.get(position) else {
                continue;
            };
            let place = self.value(state, *address)?;
            match (scalar, structure) {
                (Some(ty), _) => {
                    let value = self.fitting(value, from, *ty, state.model());
                    self.store(state, place, value, *ty)?;
                }
                (None, Some((from, bytes))) => self.copy(state, place, from, bytes)?,
                (None, None) => return unfollowed("what is passed to a function is not known"),
            }
        }
        Ok(())
    }

    /// Returns a value in the type of the variable that receives it.
    fn fitting(&mut self, value: Value, from: Type, to: Type, model: DataModel) -> Value {
        if from == to { value } else { self.cast(value, from, to, model) }
    }

    /// Returns the pointer to the structure that is the value of an expression, with its size in bytes; `None` if the
    /// value is no structure.
    pub(crate) fn structure(
        &mut self,
        state: &mut State<'g>,
        expr: ExprId,
    ) -> Followed<Option<(Value, i64)>> {
        let cfg = state.frame().code.cfg;
        let Some(Meant::Object { pointer, layout }) = cfg.concrete.values.get(&expr) else {
            return Ok(None);
        };
        let place = self.value(state, *pointer)?;
        Ok(Some((place, layout.bytes as i64)))
    }

    /// Returns from the innermost call.
    pub(crate) fn returns(&mut self, state: &mut State<'g>, value: Option<ExprId>) -> Followed<()> {
        let cfg = state.frame().code.cfg;
        if state.frames.len() == 1 {
            if let Some(value) = value {
                self.value(state, value)?;
            }
            return self.ends(state);
        }
        let structure = match value {
            Some(value) => self.structure(state, value)?,
            None => None,
        };
        let returned = match (value, structure) {
            (Some(value), None) => Some((self.value(state, value)?, cfg.expr(value).ty)),
            _ => None,
        };
        if let Some((from, bytes)) = structure {
            self.keep_returned(state, from, bytes)?;
        }
        let Some(frame) = state.frames.pop() else { return Ok(()) };
        state.end_objects(&frame);
        let caller = state.frame().code.cfg;
        if let Some(var) = frame.result {
            let ty = caller.var(var).ty;
            let value =
                returned.map_or(Value::Any, |(value, from)| self.fitting(value, from, ty, state.model()));
            self.set(state, var, value)?;
        }
        let to = caller.edge(state.frame().edge).to;
        state.frame_mut().at = to;
        Ok(())
    }

    /// Keeps a structure that is returned in an object of the caller.
    fn keep_returned(&mut self, state: &mut State<'g>, from: Value, bytes: i64) -> Followed<()> {
        let (object, start) = self.place(state, from, bytes)?;
        let pieces = state.object(object).pieces(&mut self.terms, start, bytes);
        let caller = state.frames.len() - 2;
        let place = Place::Returned(state.frames[caller].edge);
        let id = match state.frames[caller].object(place) {
            Some(id) => id,
            None => {
                let id = state.add(Object::new(Kind::Local, Some(bytes), Blank::Any));
                Rc::make_mut(&mut state.frames[caller]).objects.push((place, id));
                id
            }
        };
        for piece in pieces {
            let object = state.object_mut(id);
            object.write(&mut self.terms, piece.start, piece.bytes, piece.content);
        }
        Ok(())
    }

    /// Ends the program. What it allocated must be freed if that is what is checked.
    pub(crate) fn ends(&mut self, state: &State<'g>) -> Followed<()> {
        let is_held = |object: &Rc<Object>| object.kind == Kind::Heap && object.life == Life::Live;
        if self.property == Property::ValidMemsafety && state.objects.iter().any(is_held) {
            return wrong(Wrong::Lost);
        }
        Err(Stop::End(End::Over))
    }

    /// Performs a call of a function that the program does not define.
    fn outside(
        &mut self,
        state: &mut State<'g>,
        name: &str,
        args: &[ExprId],
        result: Option<VarId>,
    ) -> Followed<()> {
        let caller = state.frame().code.cfg;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push((self.value(state, *arg)?, caller.expr(*arg).ty));
        }
        let ends_behind = {
            let to = caller.edge(state.frame().edge).to;
            to != caller.exit && caller.successors[to.index()].is_empty()
        };
        if is_ending(name) || ends_behind {
            return Err(Stop::End(End::Over));
        }
        let entry = Library::built_in().function(name);
        match name {
            "memset" | "memcpy" | "memmove" => {
                let first = self.block(state, name, &values)?;
                return self.give(state, result, first);
            }
            _ if name.starts_with(NONDET) => {
                let Some(var) = result else { return Ok(()) };
                let ty = caller.var(var).ty;
                let value = self.nondet(state, name, ty)?;
                return self.set(state, var, value);
            }
            _ => {}
        }
        let is_pure = self.only_prints(state, name, &values)
            || entry.is_some_and(|_| Library::built_in().writes_nothing(name));
        let library = Library::built_in();
        let handles = library.signal_handlers().iter().any(|installs| installs == name);
        if handles || !is_pure && entry.is_some() {
            return unfollowed(format!("what `{name}` does is not known"));
        }
        if !is_pure {
            self.reached_by(state, name, &values)?;
        }
        let Some(var) = result else { return Ok(()) };
        let ty = caller.var(var).ty;
        let value = self.input(state, name, ty);
        self.set(state, var, value)
    }

    /// Lets a function that nothing defines write what its arguments lead to.
    fn reached_by(&mut self, state: &mut State<'g>, name: &str, args: &[(Value, Type)]) -> Followed<()> {
        let mut open = Vec::new();
        for (value, ty) in args {
            match value {
                Value::Pointer { object, .. } => open.push(*object),
                Value::Any if ty.can_point(state.model()) => {
                    return unfollowed(format!("what `{name}` gets is not known"));
                }
                Value::Bits(_) | Value::Any => {}
            }
        }
        if !open.is_empty() && self.property == Property::ValidMemsafety {
            return unfollowed(format!("what `{name}` does is not known"));
        }
        let mut met: FxHashSet<ObjectId> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let object = state.object(id);
            match &object.kind {
                Kind::Literal => continue,
                // So do functions that start threads.
                Kind::Function(own) => return unfollowed(format!("`{name}` may call `{own}`")),
                Kind::Static | Kind::Local | Kind::Heap => {}
            }
            for cell in &object.cells {
                if let Content::Value(Value::Pointer { object, .. }) = cell.content
                    && met.insert(object)
                {
                    open.push(object);
                }
            }
            let object = state.object_mut(id);
            object.cells.clear();
            object.blank = Blank::Any;
        }
        Ok(())
    }

    /// Returns what a function of the competition for any value returns.
    fn nondet(&mut self, state: &mut State<'g>, name: &str, ty: Type) -> Followed<Value> {
        let of = &name[NONDET.len()..];
        let (low, high) = match of {
            "bool" => (0, 1),
            "char" => (i8::MIN.into(), i8::MAX.into()),
            "uchar" => (0, u8::MAX.into()),
            "short" => (i16::MIN.into(), i16::MAX.into()),
            "ushort" => (0, u16::MAX.into()),
            "int" | "uint" | "long" | "ulong" | "longlong" | "ulonglong" | "unsigned" | "size_t"
            | "loff_t" | "u8" | "u16" | "u32" | "charp" | "pointer" | "float" | "double" | "sector_t"
            | "pthread_t" | "unsigned_int" | "const_char_pointer" | "S8" | "S16" | "S32" | "U8" | "U16"
            | "U32" => (i128::MIN, i128::MAX),
            _ => return unfollowed(format!("`{name}` is not known")),
        };
        let value = self.input(state, name, ty);
        let (Value::Bits(term), true) = (value, low > i128::MIN) else { return Ok(value) };
        let is_possible = bitwise::is_between(&mut self.terms, term, ty, low, high);
        match self.solver.with(&self.terms, &state.path, is_possible) {
            Some(path) => state.path = path,
            None => return Err(Stop::End(End::Over)),
        }
        Ok(value)
    }

    fn give(&mut self, state: &mut State<'g>, result: Option<VarId>, value: Value) -> Followed<()> {
        result.map_or(Ok(()), |var| self.set(state, var, value))
    }

    /// Performs a call that copies or fills a block of bytes. Returns its first argument.
    fn block(&mut self, state: &mut State<'g>, name: &str, args: &[(Value, Type)]) -> Followed<Value> {
        let [(to, _), (from, from_ty), (count, _)] = args else {
            return unfollowed(format!("`{name}` is called with other arguments than it takes"));
        };
        let Value::Bits(count) = *count else { return unfollowed("how much is copied is not known") };
        let bytes = self.exact(state, count)?;
        if bytes == 0 {
            return Ok(*to);
        }
        if !(0..=MOST_BYTES).contains(&bytes) {
            return unfollowed("much is copied");
        }
        if name != "memset" {
            self.copy(state, *to, *from, bytes)?;
            return Ok(*to);
        }
        let (object, offset) = self.place(state, *to, bytes)?;
        writable(state, object)?;
        let byte = self.cast(*from, *from_ty, Type::Int(IntType { bits: 8, signed: false }), state.model());
        let is_zero = matches!(byte, Value::Bits(term) if self.terms.as_constant(term) == Some(0));
        if is_zero {
            state.object_mut(object).write(&mut self.terms, offset, bytes, Content::Zeros);
        } else {
            for at in 0..bytes {
                self.put(state, object, offset + at, byte, 1);
            }
        }
        Ok(*to)
    }

    /// Allocates memory, which always succeeds.
    pub(crate) fn allocate(&mut self, state: &mut State<'g>, edge: EdgeId, var: VarId) -> Followed<()> {
        let cfg = state.frame().code.cfg;
        let Some(allocated) = cfg.sizes.allocations.get(&edge) else {
            return unfollowed("how much is allocated is not known");
        };
        if cfg.concrete.copies.contains_key(&edge) {
            return unfollowed("an allocation copies a string");
        }
        let Value::Bits(size) = self.value(state, allocated.bytes)? else {
            return unfollowed("how much is allocated is not known");
        };
        let size = self.exact(state, size)?;
        if size < 0 {
            return unfollowed("much is allocated");
        }
        let contents = cfg.known.function(edge).and_then(|entry| entry.contents);
        let is_zero = contents == Some(csieve_base::library::Contents::Zeros);
        let blank = if is_zero { Blank::Zero } else { Blank::Any };
        let object = state.add(Object::new(Kind::Heap, Some(size), blank));
        let start = self.start(object);
        self.set(state, var, start)
    }

    /// Frees memory.
    pub(crate) fn free(&mut self, state: &mut State<'g>, pointer: Value) -> Followed<()> {
        let (object, offset) = match pointer {
            Value::Pointer { object, offset } => (object, self.exact(state, offset)?),
            Value::Bits(_) => return wrong(Wrong::Free),
            Value::Any => return unfollowed("what is freed is not known"),
        };
        let freed = state.object(object);
        if offset != 0 || freed.kind != Kind::Heap || freed.life != Life::Live {
            return wrong(Wrong::Free);
        }
        let freed = state.object_mut(object);
        freed.life = Life::Freed;
        freed.cells = Vec::new();
        Ok(())
    }

    /// Makes the object on the stack whose size an edge has computed.
    pub(crate) fn comes_to_life(&mut self, state: &mut State<'g>, edge: EdgeId) -> Followed<()> {
        let cfg = state.frame().code.cfg;
        let Some((address, allocated)) = cfg.sizes.computed.get(&edge) else { return Ok(()) };
        let Value::Bits(size) = self.value(state, allocated.bytes)? else {
            return unfollowed("the size of an array is not known");
        };
        let size = self.exact(state, size)?;
        let object: ObjectId = state.add(Object::new(Kind::Local, Some(size), Blank::Any));
        let place = Place::Address(*address);
        let frame = state.frame_mut();
        frame.objects.retain(|(of, _)| *of != place);
        frame.objects.push((place, object));
        Ok(())
    }
}
