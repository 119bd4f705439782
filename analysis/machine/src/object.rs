//! Objects of a run.

use super::{
    cells::Cells,
    inputs::InputObject,
    outcome::{Place, Subject},
};
use csieve_graph::Type;

/// Where an object comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A variable of a call.
    Local(String),
    /// An array, a structure, a compound literal of a call.
    Automatic(String),
    /// It was there before.
    Input(InputObject),
    /// A string literal.
    Literal(String),
    /// A function, by its name.
    Function(String),
    /// Allocated in this run.
    Heap,
    /// A stream or the like that was opened in this run.
    Stream,
    /// A descriptor that was opened in this run, with its number.
    Descriptor(i128),
}

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Life {
    /// It is there.
    Live,
    /// It was freed, or closed.
    Freed,
    /// The call that it belongs to has returned.
    Dead,
}

/// What an object holds where nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    /// No value: to read it as a variable is a misuse.
    Indeterminate,
    /// Nobody knows.
    Unknown,
    /// Zeros.
    Zero,
    /// These bytes, and nothing behind them.
    Bytes(Vec<u8>),
    /// What the host chooses for memory that was there before.
    Input,
    /// What a function left there that nobody knows.
    Written {
        /// The function.
        function: String,
        /// Which of its calls.
        call: u32,
        /// Which argument points to the start of the object.
        argument: u32,
    },
}

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object<S> {
    /// Where it comes from.
    pub origin: Origin,
    /// Its bytes, if it is known how many.
    pub size: Option<i128>,
    /// Its type, if it is a scalar variable.
    pub scalar: Option<Type>,
    /// What became of it.
    pub life: Life,
    /// Others know it: it is not lost if the run does not know it any more.
    pub shared: bool,
    /// What it holds where nothing was written.
    pub blank: Blank,
    /// What was written.
    pub cells: Cells<S>,
    /// Where it was made.
    pub made: Vec<Place>,
}

impl<S> Object<S> {
    /// A new object.
    pub(crate) fn new(origin: Origin, size: Option<i128>, blank: Blank) -> Self {
        Self {
            origin,
            size,
            scalar: None,
            life: Life::Live,
            shared: false,
            blank,
            cells: Cells::default(),
            made: Vec::new(),
        }
    }

    /// What a misuse of it is about.
    pub(crate) fn subject(&self) -> Subject {
        match &self.origin {
            Origin::Local(name) => Subject::Variable(name.clone()),
            Origin::Automatic(name) | Origin::Literal(name) | Origin::Function(name) => {
                Subject::Named(name.clone())
            }
            Origin::Input(object) => Subject::Input(object.clone()),
            Origin::Heap | Origin::Stream | Origin::Descriptor(_) => Subject::Made(self.made.clone()),
        }
    }

    /// Whether the run made it, and has to give it back.
    pub(crate) fn is_owned(&self) -> bool {
        matches!(self.origin, Origin::Heap | Origin::Stream | Origin::Descriptor(_))
            && self.life == Life::Live
            && !self.shared
    }

    /// Whether it belongs to a call.
    pub(crate) fn is_of_call(&self) -> bool {
        matches!(self.origin, Origin::Local(_) | Origin::Automatic(_))
    }
}
