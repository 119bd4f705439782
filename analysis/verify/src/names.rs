//! Finds the objects for which variables and addresses stand.

use csieve_base::model::DataModel;
use csieve_graph::{Cfg, EdgeId, ExprId, ExprKind, Initial, VarId, VarKind, Writes};
use csieve_machine::{Callee, First, literal_bytes};

use crate::{
    executor::Executor,
    object::{Blank, Kind, Object},
    state::{Frame, Place, State},
    stop::{Followed, unfollowed},
    value::{Content, ObjectId, Value, bytes_of},
};

impl<'g> Executor<'g> {
    /// Returns the object of a variable that is in one.
    pub(crate) fn variable_object(&mut self, state: &mut State<'g>, var: VarId) -> Followed<ObjectId> {
        let place = Place::Variable(var);
        if let Some(known) = state.frame().object(place) {
            return Ok(known);
        }
        let cfg = state.frame().code.cfg;
        let info = cfg.var(var);
        let size = bytes_of(info.ty, cfg.model);
        let id = if info.kind == VarKind::Global {
            let is_it = |expr: &ExprKind| *expr == ExprKind::Var(var);
            self.global(state, &info.name, size, is_it)?
        } else {
            state.add(Object::new(Kind::Local, size, Blank::Any))
        };
        state.frame_mut().objects.push((place, id));
        Ok(id)
    }

    /// Returns the object for which the expression of an address stands.
    pub(crate) fn addressed(
        &mut self,
        state: &mut State<'g>,
        address: ExprId,
        name: &str,
    ) -> Followed<ObjectId> {
        let place = Place::Address(address);
        if let Some(known) = state.frame().object(place) {
            return Ok(known);
        }
        let cfg = state.frame().code.cfg;
        let extent = cfg.sizes.extent(address).filter(|_| !cfg.sizes.flexible.contains(&address));
        let size = extent.and_then(|size| i64::try_from(size).ok());
        let id = if cfg.automatic.contains(&address) {
            state.add(Object::new(Kind::Local, size, Blank::Any))
        } else if name.ends_with('"') {
            self.fixed_object(state, name, || literal(name, size, cfg.model))
        } else if name.starts_with("&&") {
            return unfollowed("the address of a label is taken");
        } else if matches!(self.graphs.graph(name), Callee::Graph(_) | Callee::Elsewhere) {
            let function = || Object::new(Kind::Function(name.into()), Some(0), Blank::Any);
            self.fixed_object(state, name, function)
        } else {
            let is_it = |expr: &ExprKind| matches!(expr, ExprKind::Address(own) if own == name);
            self.global(state, name, size, is_it)?
        };
        state.frame_mut().objects.push((place, id));
        Ok(id)
    }

    /// Returns the object of a literal or a function, which is made if it is new.
    fn fixed_object(&mut self, state: &mut State<'g>, name: &str, make: impl FnOnce() -> Object) -> ObjectId {
        let number = self.name(&format!("fixed {name}"));
        if let Some(known) = state.named.get(&number) {
            return *known;
        }
        let id = state.add(make());
        state.named.insert(number, id);
        id
    }

    /// Returns an object with static storage, which is made if it is new.
    fn global(
        &mut self,
        state: &mut State<'g>,
        name: &str,
        size: Option<i64>,
        is_it: impl Fn(&ExprKind) -> bool,
    ) -> Followed<ObjectId> {
        let cfg = state.frame().code.cfg;
        let among = |objects: &[ExprId]| objects.iter().any(|object| is_it(&cfg.expr(*object).kind));
        let full = if among(&cfg.statics.own) { format!("{}.{name}", cfg.function) } else { name.to_owned() };
        let number = self.name(&format!("object {full}"));
        if let Some(known) = state.named.get(&number).copied() {
            if state.object(known).size.is_none() && size.is_some() {
                state.object_mut(known).size = size;
            }
            return Ok(known);
        }
        let id = state.add(Object::new(Kind::Static, size, Blank::Any));
        state.named.insert(number, id);
        let graphs = self.graphs;
        match graphs.initialiser(&full) {
            Some(first) => self.initialised(state, first.graph, id)?,
            None => match graphs.first(&full) {
                First::Zeros if !among(&cfg.statics.kept) => state.object_mut(id).blank = Blank::Zero,
                First::Number(number) => match size {
                    Some(bytes) if bytes <= 16 => {
                        let value = Value::Bits(self.terms.constant((8 * bytes) as u8, number as u128));
                        self.put(state, id, 0, value, bytes);
                    }
                    _ => return unfollowed(format!("the size of `{name}` is not known")),
                },
                First::Zeros | First::Input | First::Unknown => {}
            },
        }
        Ok(id)
    }

    /// Executes the initialiser of an object with static storage.
    fn initialised(&mut self, state: &mut State<'g>, graph: &'g Cfg, id: ObjectId) -> Followed<()> {
        let [object] = graph.statics.own.as_slice() else {
            return unfollowed("an initialiser is not understood");
        };
        let code = self.code(graph);
        let mut frame = Frame::new(code, None);
        frame.objects.push((Place::Address(*object), id));
        if let ExprKind::Var(var) = graph.expr(*object).kind {
            frame.objects.push((Place::Variable(var), id));
        }
        state.frames.push(std::rc::Rc::new(frame));
        if state.object(id).size.is_none() {
            let extent = graph.sizes.extent(*object).and_then(|size| i64::try_from(size).ok());
            state.object_mut(id).size = extent;
        }
        let mut done = Ok(());
        for edge in graph.edge_ids() {
            state.frame_mut().edge = edge;
            let effects = graph.edge(edge).effects();
            done = match effects.writes {
                Writes::Object { pointer, value } => self.store_edge(state, edge, pointer, value),
                Writes::Nothing if effects.is_nothing() => Ok(()),
                Writes::Nothing | Writes::Region { .. } | Writes::Memory { .. } | Writes::Anything { .. } => {
                    unfollowed("an initialiser is not understood")
                }
            };
            if done.is_err() {
                break;
            }
        }
        state.frames.pop();
        done
    }

    /// Stores a value, as an edge of the innermost call says.
    pub(crate) fn store_edge(
        &mut self,
        state: &mut State<'g>,
        edge: EdgeId,
        pointer: ExprId,
        value: ExprId,
    ) -> Followed<()> {
        let cfg = state.frame().code.cfg;
        if let Some(initial) = cfg.initials.get(&edge) {
            let place = self.value(state, pointer)?;
            return self.initial(state, place, initial);
        }
        if let (Some(bits), ExprKind::Inside { base, .. }) =
            (cfg.concrete.bits.get(&pointer), &cfg.expr(pointer).kind)
        {
            let (record, value) = (self.value(state, *base)?, self.value(state, value)?);
            return self.write_bits(state, record, *bits, value);
        }
        let place = self.value(state, pointer)?;
        if let Some((from, layout)) = self.structure(state, value)? {
            return self.copy(state, place, from, layout);
        }
        let ty = cfg.expr(value).ty;
        let value = self.value(state, value)?;
        self.store(state, place, value, ty)
    }

    /// Gives the object at a place the values of its initialiser.
    fn initial(&mut self, state: &mut State<'g>, place: Value, initial: &Initial) -> Followed<()> {
        let bytes = initial.bytes as i64;
        let (object, offset) = self.place(state, place, bytes)?;
        state.object_mut(object).write(&mut self.terms, offset, bytes, Content::Zeros);
        for (place, value) in &initial.constants {
            let cfg = state.frame().code.cfg;
            if let (Some(bits), ExprKind::Inside { base, .. }) =
                (cfg.concrete.bits.get(place), &cfg.expr(*place).kind)
            {
                let (record, value) = (self.value(state, *base)?, self.value(state, *value)?);
                self.write_bits(state, record, *bits, value)?;
                continue;
            }
            let ty = cfg.expr(*value).ty;
            let (place, value) = (self.value(state, *place)?, self.value(state, *value)?);
            self.store(state, place, value, ty)?;
        }
        for (array, literal) in &initial.strings {
            let size = state.frame().code.cfg.sizes.extent(*array).map_or(bytes, |size| size as i64);
            let (place, literal) = (self.value(state, *array)?, self.value(state, *literal)?);
            let (to, start) = self.place(state, place, 0)?;
            let (from, _) = self.place(state, literal, 0)?;
            let room = (offset + bytes - start).min(size);
            let length = state.object(from).size.unwrap_or(0).min(room);
            for piece in state.object(from).pieces(&mut self.terms, 0, length) {
                let object = state.object_mut(to);
                object.write(&mut self.terms, start + piece.start, piece.bytes, piece.content);
            }
        }
        Ok(())
    }
}

/// Makes the object of a string literal.
fn literal(text: &str, size: Option<i64>, model: DataModel) -> Object {
    match literal_bytes(text, model) {
        Some(bytes) => {
            let size = Some(bytes.len() as i64);
            Object::new(Kind::Literal, size, Blank::Bytes(bytes.into()))
        }
        None => Object::new(Kind::Literal, size, Blank::Any),
    }
}
