//! The state of a symbolic run.

use std::{rc::Rc, sync::Arc};

use csieve_base::model::DataModel;
use csieve_domains::bits::{TermId, Terms};
use csieve_graph::{EdgeId, ExprId, Loc, VarId};

use crate::{
    code::Code,
    object::{Kind, Life, Object},
    path::{self, Path, Values},
    question::Given,
    value::{ObjectId, Value},
};

/// What in a function an object of a call stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A variable whose address is taken.
    Variable(VarId),
    /// An array, a structure or the like, by the expression of its address.
    Address(ExprId),
    /// The structure that the call on an edge returned.
    Returned(EdgeId),
}

/// A call that has not returned.
#[derive(Clone, Debug)]
pub(crate) struct Frame<'g> {
    /// The function.
    pub code: Rc<Code<'g>>,
    /// The location that the call has reached.
    pub at: Loc,
    /// The edge that is taken.
    pub edge: EdgeId,
    /// The values of the variables that are in no object; `None` for one without a value.
    pub vars: Vec<Option<Value>>,
    /// The objects of the call.
    pub objects: Vec<(Place, ObjectId)>,
    /// The variable of the caller that receives the result.
    pub result: Option<VarId>,
}

impl<'g> Frame<'g> {
    /// Creates a call at the entry of a function.
    pub(crate) fn new(code: Rc<Code<'g>>, result: Option<VarId>) -> Self {
        let (at, vars) = (code.cfg.entry, vec![None; code.cfg.vars.len()]);
        Self { code, at, edge: EdgeId(0), vars, objects: Vec::new(), result }
    }

    /// Returns the object of a place, if the call has one.
    pub(crate) fn object(&self, place: Place) -> Option<ObjectId> {
        self.objects.iter().find(|(of, _)| *of == place).map(|(_, id)| *id)
    }
}

/// The number that a program got from outside.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The function that returned the number.
    pub function: Arc<str>,
    /// The symbol of the number.
    pub symbol: TermId,
    /// The inputs before this one.
    pub before: Option<Rc<Input>>,
}

/// The state of a symbolic run.
#[derive(Clone)]
pub(crate) struct State<'g> {
    /// The calls on the stack, outermost first.
    pub frames: Vec<Rc<Frame<'g>>>,
    /// All objects.
    pub objects: Rc<Vec<Rc<Object>>>,
    /// The objects with names: objects with static storage, literals, functions.
    pub named: imbl::OrdMap<u32, ObjectId>,
    /// The condition on the inputs under which a run comes here.
    pub path: Path,
    /// The last input.
    pub inputs: Option<Rc<Input>>,
    /// The number of inputs.
    pub asked: u32,
    /// The number of symbols that stand for values of which nothing is known.
    pub invented: u32,
    /// The number of the last state of the run whose outline is kept, from 1 on; 0 if there is none.
    pub outlined: u32,
    /// The node of the last state that was compared with others.
    pub node: u32,
    /// The steps since then.
    pub since: u32,
    /// Whether the run was split since then.
    pub split: bool,
    /// The size of the state when it was compared last.
    pub size: u32,
    /// The edge that the next step takes, if that was chosen.
    pub chosen: Option<EdgeId>,
    /// The number of splits so far.
    pub depth: u32,
}

impl<'g> State<'g> {
    /// Creates the state in which nothing is called.
    pub(crate) fn new() -> Self {
        Self {
            frames: Vec::new(),
            objects: Rc::default(),
            named: imbl::OrdMap::new(),
            path: Path::default(),
            inputs: None,
            asked: 0,
            invented: 0,
            outlined: 0,
            node: 0,
            since: 0,
            split: false,
            size: 0,
            chosen: None,
            depth: 0,
        }
    }

    /// Returns about how much room the state takes, in numbers.
    pub(crate) fn room(&self) -> u64 {
        // A condition takes a small part of the room of a number, but a long run has many.
        let conditions = self.path.conditions.len() as u64 / 16;
        u64::from(self.size) + 8 * self.objects.len() as u64 + conditions + 64
    }

    /// Returns the innermost call.
    pub(crate) fn frame(&self) -> &Frame<'g> {
        self.frames.last().expect("a run has a function")
    }

    /// Returns how the target represents types.
    pub(crate) fn model(&self) -> DataModel {
        self.frame().code.cfg.model
    }

    /// Returns the innermost call, to change it.
    pub(crate) fn frame_mut(&mut self) -> &mut Frame<'g> {
        Rc::make_mut(self.frames.last_mut().expect("a run has a function"))
    }

    /// Adds an object.
    pub(crate) fn add(&mut self, object: Object) -> ObjectId {
        let objects = Rc::make_mut(&mut self.objects);
        objects.push(Rc::new(object));
        ObjectId(objects.len() as u32 - 1)
    }

    /// Returns an object.
    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// Returns an object, to change it.
    pub(crate) fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut Rc::make_mut(&mut self.objects)[id.0 as usize])
    }

    /// Ends the lives of the objects of a call that returns.
    pub(crate) fn end_objects(&mut self, frame: &Frame<'g>) {
        for (_, id) in &frame.objects {
            if self.object(*id).kind == Kind::Local {
                let object = self.object_mut(*id);
                object.life = Life::Dead;
                object.cells = Vec::new();
            }
        }
    }

    /// Returns the inputs so far, in order.
    pub(crate) fn all_inputs(&self) -> Vec<Rc<Input>> {
        let mut all = Vec::new();
        let mut next = self.inputs.as_ref();
        while let Some(input) = next {
            all.push(Rc::clone(input));
            next = input.before.as_ref();
        }
        all.reverse();
        all
    }

    /// Returns the inputs of the run with values of their symbols.
    pub(crate) fn given(&self, terms: &Terms, model: &Values) -> Vec<Given> {
        let inputs = self.all_inputs();
        let given = inputs.iter().map(|input| Given {
            function: Arc::clone(&input.function),
            bits: path::value(terms, input.symbol, model),
        });
        given.collect()
    }
}
