//! The interface of a run to the outside: its graphs, its inputs, and the host that chooses them.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use super::{
    kept::FirstValues,
    value::{Known, Value},
};
use csieve_base::library::Library;
use csieve_graph::{BinaryOp, Cfg, EdgeId, ExprId, Loc, Type, UnaryOp};

/// The source of graphs. The functions of one file are lowered without summaries, so that their calls are
/// [`csieve_graph::Action::Call`] with a name.
pub trait Graphs {
    /// Returns what is known of the function with a name.
    fn graph(&self, name: &str) -> Callee<'_>;

    /// Returns whether a function that nothing in the project defines ([`Callee::Unknown`]) may do anything
    /// with what it can reach. A run then goes on behind a call as if the function returned, with nothing
    /// known of its result and of the objects that it can reach. Inputs decide about all other such
    /// functions.
    fn is_foreign(&self, _function: &str) -> bool {
        false
    }

    /// Returns whether a function of this kind ([`Graphs::is_foreign`]) only reads the object to which its
    /// argument at a position (from 0) leads: the parameter is a pointer to `const`.
    fn only_reads(&self, _function: &str, _position: usize) -> bool {
        false
    }

    /// Returns what is known of functions that nothing in the project defines.
    fn library(&self) -> &Library {
        Library::built_in()
    }

    /// Returns the largest number of calls on the stack of a run.
    fn most_calls(&self) -> usize {
        40
    }

    /// Returns what an object with static storage holds when the run starts. The object is named as in
    /// [`InputObject::Global`].
    fn first(&self, _object: &str) -> First {
        First::Input
    }

    /// Returns a graph that stores the first values into an object with static storage. The run executes it
    /// when it first needs the object. `None` if [`Self::first`] says what the object holds.
    fn initialiser(&self, _object: &str) -> Option<FirstValues<'_>> {
        None
    }
}

/// The contents of an object with static storage when a run starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Chosen values: the run may start at any time in the life of the program.
    Input,
    /// Zeros: the run starts with the program.
    Zeros,
    /// A scalar that holds this number.
    Number(i128),
    /// Contents that are not known.
    Unknown,
}

/// The knowledge about a function that is called.
#[derive(Clone, Copy, Debug)]
pub enum Callee<'a> {
    /// The graph of the function, which this file defines.
    Graph(&'a Cfg),
    /// The function is defined elsewhere, and its effects are not known here. A run ends at such a call.
    Elsewhere,
    /// Nothing in the project defines the function. Inputs say what the function returns and what it writes.
    Unknown,
}

/// An object that exists before the run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum InputObject {
    /// An object with static storage, by its name. A `static` object `x` of a function `f` is named `f.x`.
    Global(Arc<str>),
    /// An object without a name, by the number that the host gave it.
    Fresh(u32),
}

/// An input: something that is chosen from outside.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Source {
    /// A parameter of the function that is run first, counted from 0.
    Param(u32),
    /// A scalar with static storage, named as in [`InputObject::Global`].
    Global(Arc<str>),
    /// Memory of an object that exists before the run. Also a scalar with static storage that is reached only
    /// through a pointer, because no function on the stack names it.
    Memory {
        /// The object that contains the memory.
        object: InputObject,
        /// The offset of the memory in bytes from the start of the object.
        offset: i64,
    },
    /// The result of a call of a function that nothing in the project defines.
    Result {
        /// The name of the function, or how the source spells the pointer to it.
        function: Arc<str>,
        /// The number of the call among all calls of this function, from 0.
        call: u32,
    },
    /// A value that a function without a definition writes to the memory to which one of its arguments
    /// points.
    Written {
        /// The name of the function.
        function: Arc<str>,
        /// The number of the call among all calls of this function, from 0.
        call: u32,
        /// The position of the argument, from 0.
        argument: u32,
        /// The offset in bytes of the written value from the address that the argument holds.
        offset: i64,
    },
    /// Whether an allocation succeeds.
    Allocation {
        /// The number of the allocation in the run, from 0.
        call: u32,
    },
    /// Whether opening a resource succeeds.
    Opening {
        /// The number of the opening in the run, from 0.
        call: u32,
    },
    /// Whether closing a descriptor succeeds.
    Closing {
        /// The number of the closing in the run, from 0.
        call: u32,
    },
    /// Whether taking a lock that is free succeeds.
    Locking {
        /// The number of the locking in the run, from 0.
        call: u32,
    },
    /// The same input in all calls after the one that this source names. Runs never ask for it: it stands in
    /// lists of inputs ([`crate::Listed`]) for inputs without end.
    Later(Box<Source>),
}

/// The name of the object in which the C library stores the number of an error.
pub(crate) const ERRNO: &str = "errno";

impl Source {
    /// Returns whether the input is the number of an error of the C library.
    pub fn is_errno(&self) -> bool {
        let (Self::Global(name) | Self::Memory { object: InputObject::Global(name), offset: 0 }) = self
        else {
            return false;
        };
        **name == *ERRNO
    }

    /// Returns whether the input says whether an operation succeeds.
    pub fn is_outcome(&self) -> bool {
        matches!(
            self,
            Self::Allocation { .. } | Self::Opening { .. } | Self::Closing { .. } | Self::Locking { .. }
        )
    }

    /// Returns the input of the first call that is of the same kind, with the number of the call from which
    /// this input is. `None` if the input is not one of a call.
    pub fn of_call(&self) -> Option<(Self, u32)> {
        let mut first = self.clone();
        let number = std::mem::take(first.call()?);
        Some((first, number))
    }

    /// Returns the input of the same kind in the call with a number. An input that is not one of a call stays
    /// as it is.
    #[must_use]
    pub fn in_call(&self, number: u32) -> Self {
        let mut other = self.clone();
        if let Some(call) = other.call() {
            *call = number;
        }
        other
    }

    fn call(&mut self) -> Option<&mut u32> {
        match self {
            Self::Result { call, .. }
            | Self::Written { call, .. }
            | Self::Allocation { call }
            | Self::Opening { call }
            | Self::Closing { call }
            | Self::Locking { call } => Some(call),
            Self::Param(_) | Self::Global(_) | Self::Memory { .. } | Self::Later(_) => None,
        }
    }
}

/// The value that is chosen for an input.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub enum Chosen {
    /// A number. For whether an operation succeeds, 0 means that it fails.
    Number(i128),
    /// The null pointer.
    Null,
    /// A pointer. Several inputs may point to one object.
    Object {
        /// The object into which the pointer points.
        object: InputObject,
        /// The offset in bytes from the start of the object.
        offset: i64,
    },
    /// No value: a scalar to which an argument points ([`Source::Written`]) keeps its value if it has one, any
    /// other input is unknown.
    Nothing,
}

/// Chooses the inputs of a run and watches the run. A host can attach knowledge of its own to every value,
/// the value's shadow: nothing for a replay, a term for concolic execution.
pub trait Host {
    /// The type of the knowledge that the host attaches to each value. A host whose shadows have no size
    /// knows nothing of values, so the machine need not call [`Self::unary`], [`Self::binary`] and
    /// [`Self::cast`].
    type Shadow: Copy + Default;

    /// Chooses the value of an input. A run asks for each input once.
    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, Self::Shadow);

    /// Returns whether nothing needs the run any more. The machine asks now and then; the run ends as if its
    /// budget were used up.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns the number of steps that the budget counts for a step that the machine cannot do quickly. Long
    /// runs count such steps several times, because they take several times as long. They also count the
    /// searches for leaks.
    fn general_step(&self) -> u32 {
        1
    }

    /// Returns the size in bytes of an object that exists before the run.
    fn size_of(&mut self, _object: &InputObject) -> u64 {
        1 << 20
    }

    /// Returns the shadow of the result of an operator with one operand. Here and in the next two methods,
    /// operands with the default shadow, of which the host knows nothing, give a result with that shadow.
    fn unary(
        &mut self,
        _op: UnaryOp,
        _ty: Type,
        _operand: &Value<Self::Shadow>,
        _result: i128,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// Returns the shadow of the result of an operator with two operands.
    fn binary(
        &mut self,
        _op: BinaryOp,
        _types: OperatorTypes,
        _operands: [&Value<Self::Shadow>; 2],
        _result: i128,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// Returns the host's knowledge of a number after its conversion to another type.
    fn cast(
        &mut self,
        _from: Type,
        _to: Type,
        _operand: &Value<Self::Shadow>,
        _result: i128,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// Tells the host that a value decided whether an edge is taken: the condition of an `Assume`, the value
    /// of an `AssumeNone` or a `Learn`, the operand of a `Misuse` or of an access, or a pointer that is
    /// freed. `holds` is the truth of the value; for `AssumeNone` and `Learn` it says whether the edge can be
    /// taken. If several edges ask about one value, the host is told once.
    fn branch(
        &mut self,
        _function: &Cfg,
        _edge: EdgeId,
        _depth: usize,
        _value: &Value<Self::Shadow>,
        _holds: bool,
    ) {
    }

    /// Returns whether functions outside the checked files that may do anything leave all objects as they are.
    fn keeps(&self) -> bool {
        false
    }

    /// Chooses the order in which operands are evaluated, at the first of `ways` paths for the orders: the number of
    /// a path, 0 for the order from left to right. If there is one path only, the graph lacks the other orders.
    fn order(&mut self, _function: &Cfg, _first: EdgeId, _ways: u32) -> u32 {
        0
    }

    /// Tells the host that an edge is taken; `depth` is the number of callers on the stack.
    fn visit(&mut self, _function: &Cfg, _edge: EdgeId, _depth: usize) {}

    /// Returns the expressions whose values the host wants to see at a location; `depth` is the number of
    /// callers on the stack.
    fn asks(&self, _function: &Cfg, _at: Loc, _depth: usize) -> Vec<ExprId> {
        Vec::new()
    }

    /// Shows the host the values at the current location of the expressions for which the host asked.
    fn sees(&mut self, _at: Loc, _values: &[(ExprId, Known)]) {}
}

/// The types of an operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperatorTypes {
    /// The type of the operator's left operand. Only shifts have a right operand of another type.
    pub operands: Type,
    /// The type of the operator's result.
    pub result: Type,
}
