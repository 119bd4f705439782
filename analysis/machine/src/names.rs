//! Finds the object for which a name, a variable or an input stands.

use super::{
    cells::{Cell, width},
    inputs::{Callee, Chosen, ERRNO, First, Host, InputObject, Source},
    library::Table,
    literal::literal_bytes,
    number::converted,
    object::{Blank, Object, Origin},
    state::Machine,
    value::{Known, ObjectId, Pointer, Value},
};
use csieve_graph::{ExprId, ExprKind, Type, VarId, VarKind};

impl<H: Host> Machine<'_, '_, H> {
    /// Returns the id of the object of a variable of the innermost call. The object is made if it is new.
    pub(crate) fn variable(&mut self, var: VarId) -> ObjectId {
        if let Some(id) = self.frame().vars[var.index()] {
            return id;
        }
        let info = self.cfg().var(var);
        let id = if info.kind == VarKind::Global {
            let id = self.global(&info.name, |expr| *expr == ExprKind::Var(var));
            let model = self.memory.model();
            let object = self.memory.get_mut(id);
            object.size = width(info.ty, model);
            object.scalar = Some(info.ty);
            self.frame().found.found_variable(var, id);
            id
        } else {
            let name = self.frame().code.name(var);
            let model = self.memory.model();
            self.memory.add(Object::local(name, info, model))
        };
        self.frame_mut().vars[var.index()] = Some(id);
        id
    }

    /// Returns the id of the object for which an address expression of the innermost call's graph stands. The
    /// object is made if it is new.
    pub(crate) fn addressed(&mut self, address: ExprId, name: &str) -> ObjectId {
        if let Some(&id) = self.frame().named.get(&address) {
            return id;
        }
        let cfg = self.cfg();
        let size =
            cfg.sizes.extent(address).map(i128::from).filter(|_| !cfg.sizes.flexible.contains(&address));
        let id = if cfg.automatic.contains(&address) {
            let is_blank = cfg.concrete.blank.contains_key(&address);
            let blank = if is_blank { Blank::Indeterminate } else { Blank::Unknown };
            self.memory.add(Object::new(Origin::Automatic(name.to_owned()), size, blank))
        } else if name.ends_with('"') {
            self.literal(name, size)
        } else if name.starts_with("&&") {
            let name = format!("{}:{name}", self.function_here());
            let label = || Object::new(Origin::Function(name.clone()), Some(0), Blank::Unknown);
            self.memory.fixed(&name, label)
        } else if matches!(self.graphs.graph(name), Callee::Graph(_) | Callee::Elsewhere) {
            let function = || Object::new(Origin::Function(name.to_owned()), Some(0), Blank::Unknown);
            self.memory.fixed(name, function)
        } else if let Some(table) = Table::named(name) {
            let entries = format!("the entries of {name}");
            let entries = self.memory.fixed(&entries, || table.object(&entries));
            let start =
                Value::plain(Known::Pointer(Pointer { object: entries, offset: Some(table.start()) }));
            let width = i128::from(self.memory.model().pointer_bytes());
            self.memory.fixed(name, || {
                let mut object = Object::new(Origin::Literal(name.to_owned()), Some(width), Blank::Unknown);
                object.cells.write(Cell { offset: 0, width, value: start, ty: Type::Pointer });
                object
            })
        } else {
            let id = self.global(name, |expr| matches!(expr, ExprKind::Address(own) if own == name));
            let object = self.memory.get_mut(id);
            object.size = object.size.or(size);
            if name == ERRNO {
                self.errno = Some(id);
            }
            id
        };
        let frame = self.frame_mut();
        if !cfg.automatic.contains(&address) {
            frame.found.found_object(address, id);
        }
        frame.named.insert(address, id);
        if self.initialisers.1 {
            self.met.push(address);
        }
        id
    }

    /// Returns the name of the function whose code is being executed: for an initialiser, the function that
    /// declares the object.
    fn function_here(&self) -> &str {
        let frame = self.frame();
        let own = frame.cfg.statics.own.first().and_then(|own| frame.named.get(own));
        if let Some(Origin::Input(InputObject::Global(object))) = own.map(|id| &self.memory.get(*id).origin)
            && let Some((function, _)) = object.rsplit_once('.')
        {
            return function;
        }
        &frame.cfg.function
    }

    /// Makes a new object on the stack, such as an array `a[n]`, each time the run takes the edge that
    /// computes its size.
    pub(crate) fn renew(&mut self, address: ExprId, size: Option<i128>) {
        let cfg = self.cfg();
        if let ExprKind::Address(name) = &cfg.expr(address).kind {
            let id = self.memory.add(Object::new(Origin::Automatic(name.clone()), size, Blank::Unknown));
            let before = self.frame_mut().named.insert(address, id);
            if let Some(before) = before {
                self.frame_mut().older.push(before);
            }
        }
    }

    fn literal(&mut self, text: &str, size: Option<i128>) -> ObjectId {
        let model = self.memory.model();
        self.memory.fixed(text, || match literal_bytes(text, model) {
            Some(bytes) => {
                Object::new(Origin::Literal(text.to_owned()), Some(bytes.len() as i128), Blank::Bytes(bytes))
            }
            None => Object::new(Origin::Literal(text.to_owned()), size, Blank::Unknown),
        })
    }

    /// Returns the id of an object with static storage. `is_it` recognises the expression that stands for the
    /// object in the graph.
    fn global(&mut self, name: &str, is_it: impl Fn(&ExprKind) -> bool) -> ObjectId {
        let cfg = self.cfg();
        let among = |objects: &[ExprId]| objects.iter().any(|object| is_it(&cfg.expr(*object).kind));
        let name = if among(&cfg.statics.own) { format!("{}.{name}", cfg.function) } else { name.to_owned() };
        let id = self.input_object(&InputObject::Global(name.into()));
        if among(&cfg.statics.kept) && !self.initialised.contains(&id) {
            self.memory.get_mut(id).blank = Blank::Unknown;
        }
        id
    }

    /// Returns the id of an object that existed before the run. The object is made if it is new.
    fn input_object(&mut self, object: &InputObject) -> ObjectId {
        if let Some(id) = self.memory.input(object) {
            return id;
        }
        let size = match object {
            InputObject::Fresh(_) => Some(i128::from(self.host.size_of(object))),
            InputObject::Global(_) => None,
        };
        let id = self.memory.add_input(object.clone(), size);
        if let InputObject::Global(name) = object {
            self.describe(name, id);
            match self.graphs.initialiser(name) {
                Some(first) => self.initialise_later(first, id),
                None => self.start_with(self.graphs.first(name), id),
            }
        }
        id
    }

    /// Gives an object with static storage the contents that it has when the run starts.
    fn start_with(&mut self, first: First, id: ObjectId) {
        let object = self.memory.get_mut(id);
        object.blank = match (first, object.scalar) {
            (First::Input, _) => Blank::Input,
            (First::Zeros, _) => Blank::Zero,
            (First::Number(number), Some(ty)) => {
                self.memory.write(id, Some(0), Value::number(number), ty);
                return;
            }
            (First::Number(_), None) | (First::Unknown, _) => Blank::Unknown,
        };
    }

    /// Gives an object with static storage the type that the graph of a function on the stack knows for a
    /// variable of this name.
    fn describe(&mut self, name: &str, id: ObjectId) {
        let known = self.frames.iter().find_map(|frame| {
            let vars = frame.cfg.vars.iter();
            vars.clone().find(|var| var.kind == VarKind::Global && var.name == name).map(|var| var.ty)
        });
        if let Some(ty) = known {
            let model = self.memory.model();
            let object = self.memory.get_mut(id);
            object.size = width(ty, model);
            object.scalar = Some(ty);
        }
    }

    /// Asks the host for the value of an input.
    pub(crate) fn chosen(&mut self, source: &Source, ty: Type) -> Value<H::Shadow> {
        if !matches!(ty, Type::Int(_) | Type::Pointer) {
            return Value::unknown();
        }
        let (chosen, shadow) = self.host.choose(source, ty);
        let known = match chosen {
            Chosen::Number(number) => converted(number, ty).map_or(Known::Nothing, Known::Number),
            Chosen::Null => Known::Number(0),
            Chosen::Object { object, offset } if ty.can_point(self.memory.model()) => {
                let object = self.input_object(&object);
                Known::Pointer(Pointer { object, offset: Some(i128::from(offset)) })
            }
            Chosen::Object { .. } | Chosen::Nothing => Known::Nothing,
        };
        Value { known, shadow }
    }

    /// Asks the host whether an operation succeeds. The operation succeeds unless the host says that it
    /// fails.
    pub(crate) fn succeeds(&mut self, source: &Source) -> bool {
        self.chosen(source, Type::INT).known.truth() != Some(false)
    }
}
