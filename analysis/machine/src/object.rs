//! The objects in the memory of a run.

use std::{rc::Rc, sync::Arc};

use super::{
    cells::{Cells, width},
    inputs::InputObject,
    outcome::{ProgramPoint, Subject},
};
use csieve_base::model::DataModel;
use csieve_graph::{Type, Var, VarKind};

/// The origin of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A scalar local variable of a call, by its name.
    Local(Rc<str>),
    /// A local array, structure or compound literal of a call, by its name.
    Automatic(String),
    /// An object that existed before the run.
    Input(InputObject),
    /// A string literal, by its text.
    Literal(String),
    /// A function, by its name.
    Function(String),
    /// The variable arguments of a call, one in every [`super::variadic::SLOT`] bytes.
    Arguments,
    /// Memory that was allocated in this run.
    Heap,
    /// A resource with a pointer as its handle, such as a stream, that was opened in this run.
    Stream,
    /// A file descriptor that was opened in this run, with its number.
    Descriptor(i128),
}

/// The stage of an object's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Life {
    /// The object exists.
    Live,
    /// The object was freed or closed.
    Freed,
    /// The call to which the object belongs has returned.
    Dead,
}

/// The contents of an object where nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Blank {
    /// Indeterminate, as in a local variable without a value: reading it is a misuse.
    Indeterminate,
    /// Bytes that are not known.
    Unknown,
    /// Bytes that are all 0.
    Zero,
    /// Known bytes, as of a string literal. These bytes are the whole object.
    Bytes(Vec<u8>),
    /// Values that the host chooses, for memory that existed before the run.
    Input,
    /// Values that the host chooses as written by a function from outside.
    Written {
        /// The name of the function.
        function: Arc<str>,
        /// The number of the call among all calls of this function, from 0.
        call: u32,
        /// The position of the argument that points to the start of the object, from 0.
        argument: u32,
    },
}

/// An object in the memory of a run.
#[derive(Clone, Debug)]
pub(crate) struct Object<S> {
    /// How the object came to be: a variable, an allocation, an input, and so on.
    pub origin: Origin,
    /// The size of the object in bytes, if that is known.
    pub size: Option<i128>,
    /// The type of the object, if it is a scalar variable.
    pub scalar: Option<Type>,
    /// Whether the object is a temporary variable whose address nobody has.
    pub is_temporary: bool,
    /// Whether the object exists, was freed, or belongs to a call that has returned.
    pub life: Life,
    /// Whether code outside the run may know the object. Then the object does not count as a leak when the
    /// run no longer has a pointer to it.
    pub shared: bool,
    /// The contents of the object where nothing was written.
    pub blank: Blank,
    /// The values that were written to the object.
    pub cells: Cells<S>,
    /// The functions on the stack when the run made the object, each with its edge, outermost first.
    pub made: Vec<ProgramPoint>,
}

impl<S> Object<S> {
    /// Creates the object of a local variable with this name.
    pub(crate) fn local(name: Rc<str>, var: &Var, model: DataModel) -> Self {
        Self {
            scalar: Some(var.ty),
            is_temporary: var.kind == VarKind::Temp && !var.exposed,
            ..Self::new(Origin::Local(name), width(var.ty, model), Blank::Unknown)
        }
    }

    /// Creates an object to which nothing was written.
    pub(crate) fn new(origin: Origin, size: Option<i128>, blank: Blank) -> Self {
        Self {
            origin,
            size,
            scalar: None,
            is_temporary: false,
            life: Life::Live,
            shared: false,
            blank,
            cells: Cells::default(),
            made: Vec::new(),
        }
    }

    /// Returns how a misuse of the object refers to the object.
    pub(crate) fn subject(&self) -> Subject {
        match &self.origin {
            Origin::Local(name) => Subject::Variable(name.to_string()),
            Origin::Automatic(name) | Origin::Literal(name) | Origin::Function(name) => {
                Subject::Named(name.clone())
            }
            Origin::Arguments => Subject::Named("the variable arguments".to_owned()),
            Origin::Input(object) => Subject::Input(object.clone()),
            Origin::Heap | Origin::Stream | Origin::Descriptor(_) => Subject::Made(self.made.clone()),
        }
    }

    /// Returns whether the run made the object and still has to free or close it.
    pub(crate) fn is_owned(&self) -> bool {
        matches!(self.origin, Origin::Heap | Origin::Stream | Origin::Descriptor(_))
            && self.life == Life::Live
            && !self.shared
    }

    /// Returns whether what the object leads to is not lost.
    pub(crate) fn is_root(&self) -> bool {
        self.life == Life::Live
            && !self.is_owned()
            && !self.is_temporary
            && !matches!(self.origin, Origin::Literal(_))
    }

    /// Records that code outside the run may have written the object: reading it is no misuse any more.
    pub(crate) fn may_be_written(&mut self) {
        if self.blank == Blank::Indeterminate {
            self.blank = Blank::Unknown;
        }
    }

    /// Returns whether the bytes that were never written are 0.
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self.blank, Blank::Zero)
    }

    /// Returns the bytes of an object that has known bytes where nothing was written.
    pub(crate) fn blank_bytes(&self) -> Option<&[u8]> {
        if let Blank::Bytes(bytes) = &self.blank { Some(bytes) } else { None }
    }

    /// Returns whether the object is neither a string literal nor a function, which cannot be written.
    pub(crate) fn is_writable(&self) -> bool {
        !matches!(self.origin, Origin::Literal(_) | Origin::Function(_))
    }

    /// Returns whether the object is local to a call, so that it is gone when the call returns.
    pub(crate) fn is_of_call(&self) -> bool {
        matches!(self.origin, Origin::Local(_) | Origin::Automatic(_) | Origin::Arguments)
    }
}
