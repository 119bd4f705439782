//! What a run gets from outside: graphs, inputs, and somebody who chooses them.

use super::value::{Known, Value};
use crate::{
    cfg::{BinaryOp, Cfg, EdgeId, ExprId, Loc, Type, UnaryOp},
    library::Library,
};

/// Where graphs come from. The functions of one file are lowered without summaries, so that their calls are
/// [`crate::cfg::Action::Call`] with a name.
pub trait Graphs {
    /// What is known of the function with a name.
    fn graph(&self, name: &str) -> Callee<'_>;

    /// What is known of functions that nobody defines.
    fn library(&self) -> &Library {
        Library::built_in()
    }

    /// What an object with static storage, named as [`InputObject::Global`], holds when the run starts.
    fn first(&self, _object: &str) -> First {
        First::Input
    }
}

/// What an object with static storage holds when a run starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// What is chosen: the run may start at any time.
    Input,
    /// Zeros: the run is one of the program.
    Zeros,
    /// A scalar holds this number.
    Number(i128),
    /// It is not known.
    Unknown,
}

/// What is known of a function that is called.
#[derive(Clone, Copy, Debug)]
pub enum Callee<'a> {
    /// This file defines it.
    Graph(&'a Cfg),
    /// Something defines it, but what it does is not known here: a run that calls it is not known any more.
    Elsewhere,
    /// Nobody defines it: inputs say what it returns and leaves behind.
    Unknown,
}

/// An object that was there before the run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputObject {
    /// With static storage, by its name; the name of a `static` object of a function follows that of the function
    /// and a dot.
    Global(String),
    /// Some other one, as the host numbers them.
    Fresh(u32),
}

/// Something that is chosen from outside.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A parameter of the function that is run first, counted from 0.
    Param(u32),
    /// A scalar with static storage, named as [`InputObject::Global`].
    Global(String),
    /// Memory of an object that was there before; also a scalar with static storage that only a pointer leads to, as none
    /// of the functions on the stack names it.
    Memory {
        /// The object.
        object: InputObject,
        /// Bytes from its start.
        offset: i64,
    },
    /// What a call of a function that nobody defines returns.
    Result {
        /// The function, or how the source spells the pointer to it.
        function: String,
        /// Which of its calls, from 0.
        call: u32,
    },
    /// What such a call leaves behind a pointer that it is given.
    Written {
        /// The function.
        function: String,
        /// Which of its calls, from 0.
        call: u32,
        /// Which argument, from 0.
        argument: u32,
        /// Bytes from where that points.
        offset: i64,
    },
    /// Whether an allocation succeeds.
    Allocation {
        /// Which one of the run, from 0.
        call: u32,
    },
    /// Whether opening a resource succeeds.
    Opening {
        /// Which one of the run, from 0.
        call: u32,
    },
    /// Whether closing a descriptor succeeds.
    Closing {
        /// Which one of the run, from 0.
        call: u32,
    },
    /// Whether taking a lock that is free succeeds.
    Locking {
        /// Which one of the run, from 0.
        call: u32,
    },
}

impl Source {
    /// Whether it says whether something succeeds.
    pub fn is_outcome(&self) -> bool {
        matches!(
            self,
            Self::Allocation { .. } | Self::Opening { .. } | Self::Closing { .. } | Self::Locking { .. }
        )
    }
}

/// What is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Chosen {
    /// A number; of what may succeed or fail, 0 says that it fails.
    Number(i128),
    /// The null pointer.
    Null,
    /// A pointer; one object may be chosen again.
    Object {
        /// Into which object.
        object: InputObject,
        /// Bytes from its start.
        offset: i64,
    },
    /// No value: what was there before stays ([`Source::Written`]), else the value is not known.
    Nothing,
}

/// Who chooses inputs. What it knows of a value beside the value goes along with it: nothing for a plain replay, a term
/// for a search.
pub trait Host {
    /// What is known of a value.
    type Shadow: Copy + Default;

    /// The value of an input; each is asked for once in a run.
    fn choose(&mut self, source: &Source, ty: Type) -> (Chosen, Self::Shadow);

    /// Bytes of an object that was there before.
    fn size_of(&mut self, _object: &InputObject) -> u64 {
        1 << 20
    }

    /// What is known of the result of an operator.
    fn unary(
        &mut self,
        _op: UnaryOp,
        _ty: Type,
        _operand: &Value<Self::Shadow>,
        _result: i128,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// What is known of the result of an operator in a type, on operands of another.
    fn binary(
        &mut self,
        _op: BinaryOp,
        _types: OperatorTypes,
        _operands: [&Value<Self::Shadow>; 2],
        _result: i128,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// What is known of a converted number.
    fn cast(
        &mut self,
        _from: Type,
        _to: Type,
        _operand: &Value<Self::Shadow>,
        _result: i128,
    ) -> Self::Shadow {
        Self::Shadow::default()
    }

    /// A value decided whether an edge was taken: the condition of an `Assume`, the value of an `AssumeNone` or a `Learn`,
    /// the operand of a `Misuse` or of an access, a pointer that is freed. It `holds` if that is true, or for `AssumeNone`
    /// and `Learn`, if the edge can be taken. Two sides of one question are told once.
    fn branch(
        &mut self,
        _function: &Cfg,
        _edge: EdgeId,
        _depth: usize,
        _value: &Value<Self::Shadow>,
        _holds: bool,
    ) {
    }

    /// An edge is taken, with so many callers around.
    fn visit(&mut self, _function: &Cfg, _edge: EdgeId, _depth: usize) {}

    /// The expressions whose values the host wants to see at a location, with so many callers around.
    fn asks(&self, _function: &Cfg, _at: Loc, _depth: usize) -> Vec<ExprId> {
        Vec::new()
    }

    /// The values of the expressions that the host asked for, as they are where the run is now.
    fn sees(&mut self, _at: Loc, _values: &[(ExprId, Known)]) {}
}

/// The types of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperatorTypes {
    /// Of its left operand; only shifts have another right one.
    pub operands: Type,
    /// Of its result.
    pub result: Type,
}
