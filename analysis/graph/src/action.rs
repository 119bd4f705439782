//! The action of an edge, and the edge itself.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use csieve_base::{library::Resource, text::Span};

use super::{EdgeId, Expanded, ExprId, Inferred, Loc, VarId};

/// Whether an access reads memory, writes it, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// A read: `x = *p`.
    Read,
    /// A write: `*p = x`.
    Write,
    /// A read followed by a write: `*p += x`.
    ReadWrite,
}

/// The kind of a misuse that has an edge of its own. Such an edge leads to a location without successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MisuseKind {
    /// The operand is a pointer that is dereferenced while it is 0.
    NullDereference,
    /// The operand is a divisor that is 0.
    DivisionByZero,
    /// The operand is a condition that is true: an access lies outside its object.
    OutOfBounds,
    /// The operand is a condition that is true: a size is computed wrongly because its type is too small for
    /// it.
    IntegerOverflow,
}

impl MisuseKind {
    /// Returns whether the operand is a condition and the misuse happens where it is true. For other kinds,
    /// the misuse happens where the operand is 0.
    pub fn is_condition(self) -> bool {
        matches!(self, Self::OutOfBounds | Self::IntegerOverflow)
    }
}

/// The callee of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CallTarget {
    /// A function that the file declares, or a known function of the C library.
    Named(String),
    /// An unknown function that is called through this pointer.
    Pointer(ExprId),
    /// A name without a declaration. It may be a macro that reads and writes its arguments.
    MaybeMacro(String),
}

impl CallTarget {
    /// Returns the callee's name in the source; `None` for a call through a pointer.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Named(name) | Self::MaybeMacro(name) => Some(name),
            Self::Pointer(_) => None,
        }
    }
}

/// Whether a function frees an object for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freeing {
    /// The function always frees the object.
    Certain,
    /// The object's size was changed to 0, as in `realloc(p, 0)`. The library decides whether that frees the
    /// object.
    ToNothing,
}

/// The effect of an edge. At most one variable gets a known value ([PR] definition 1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// No effect: a join, a jump, a label.
    Skip,
    /// The lifetime of a local variable starts. The variable's value is indeterminate.
    Declare(VarId),
    /// The assignment `var = value`.
    Assign {
        /// The variable that is written.
        var: VarId,
        /// The variable's new value.
        value: ExprId,
    },
    /// A condition: a run takes this edge only if `cond` is true and `holds` is set, or `cond` is false and
    /// `holds` is not set.
    Assume {
        /// The condition, a scalar expression. It is true if it is not 0.
        cond: ExprId,
        /// The truth value that the branch requires.
        holds: bool,
    },
    /// A fact from a callee's summary: a run takes this edge only if `value` lies between `low` and `high`,
    /// both inclusive.
    Learn {
        /// The bounded expression: the call's result, an argument as it was passed, or a comparison of
        /// arguments or of memory that they point to.
        value: ExprId,
        /// The lower bound, inclusive.
        low: i128,
        /// The upper bound, inclusive.
        high: i128,
    },
    /// The default branch of a `switch`: `value` is none of the `cases`.
    AssumeNone {
        /// The value that the `switch` tests.
        value: ExprId,
        /// The case constants, ascending.
        cases: Vec<i128>,
    },
    /// The memory that `pointer` points to is accessed. After this edge the pointer is not NULL.
    Deref {
        /// The pointer whose target is accessed; for a member access, the pointer to the whole structure.
        pointer: ExprId,
        /// Whether the memory is read or written.
        access: Access,
    },
    /// The store `*pointer = value`. An [`Action::Deref`] of the pointer comes before it.
    Store {
        /// The address that is written.
        pointer: ExprId,
        /// The value that is stored.
        value: ExprId,
    },
    /// An allocation succeeded: `var` points to a fresh object and is not NULL.
    Alloc {
        /// The variable that receives the pointer to the object.
        var: VarId,
        /// The name of the allocating function.
        callee: String,
    },
    /// An allocation failed: `var` is NULL.
    AllocFail {
        /// The variable that receives NULL.
        var: VarId,
        /// The name of the allocating function.
        callee: String,
    },
    /// A valid (not NULL) pointer is freed.
    Free {
        /// The freed pointer, not NULL.
        pointer: ExprId,
        /// The name of the freeing function.
        callee: String,
        /// Whether the object is certainly freed.
        freeing: Freeing,
    },
    /// A freeing call without effect, because `pointer` is NULL.
    FreeNull {
        /// The pointer that is passed, which is NULL.
        pointer: ExprId,
    },
    /// A resource was opened: `var` is its handle.
    Open {
        /// The variable that receives the handle.
        var: VarId,
        /// The name of the opening function.
        callee: String,
        /// The kind of resource that was opened.
        resource: Arc<Resource>,
    },
    /// Opening failed: `var` is NULL or -1.
    OpenFail {
        /// The variable that receives NULL or -1.
        var: VarId,
        /// The name of the opening function.
        callee: String,
        /// The kind of resource that was not opened.
        resource: Arc<Resource>,
    },
    /// A resource is closed. After this edge the handle was valid.
    Close {
        /// The handle that is closed.
        handle: ExprId,
        /// The name of the closing function.
        callee: String,
        /// The kind of resource that is closed.
        resource: Arc<Resource>,
    },
    /// Closing fails. Either the handle was not valid, or the resource may still be open.
    CloseFail {
        /// The handle that could not be closed.
        handle: ExprId,
    },
    /// A lock is taken.
    Lock {
        /// A pointer to the lock.
        lock: ExprId,
        /// The name of the locking function.
        callee: String,
        /// Whether several threads may hold the lock at the same time, as for a read lock.
        shared: bool,
        /// Whether the function waits until the lock is free. A thread that already holds the lock then waits
        /// for ever.
        waits: bool,
    },
    /// An attempt to take a lock fails.
    LockFail {
        /// A pointer to the lock.
        lock: ExprId,
    },
    /// A lock is released.
    Unlock {
        /// A pointer to the lock.
        lock: ExprId,
        /// The name of the unlocking function.
        callee: String,
        /// Whether the lock counts how often its thread has taken it, and must be released as often.
        counted: bool,
    },
    /// A call whose effect is unknown. It writes all exposed variables, all memory, and `result`.
    Call {
        /// The callee of the call.
        target: CallTarget,
        /// The arguments of the call, in order.
        args: Vec<ExprId>,
        /// The variable that receives the result, which may be any value of its type.
        result: Option<VarId>,
    },
    /// A call of a library function that neither keeps nor frees its arguments, and writes at most the memory
    /// that they point to. Unlike in [`Action::Call`], the arguments do not escape.
    LibraryCall {
        /// The name of the library function.
        callee: String,
        /// The arguments of the call, in order.
        args: Vec<ExprId>,
        /// The variable that receives the result: any value of its type, or of `range` if there is one.
        result: Option<VarId>,
        /// The smallest and the largest result that the function guarantees, both inclusive and representable
        /// in the type of `result`; `None` if it guarantees none.
        range: Option<(i128, i128)>,
        /// Whether the call may write memory and exposed variables.
        writes_memory: bool,
    },
    /// A construct that the lowering does not understand. It may read and write `vars`, all exposed variables
    /// and all memory.
    Opaque {
        /// The variables that the construct names.
        vars: Vec<VarId>,
    },
    /// The misuse happens. For a kind with [`MisuseKind::is_condition`], `operand` is true; for other kinds
    /// it is 0.
    Misuse {
        /// The kind of misuse.
        kind: MisuseKind,
        /// The pointer, the divisor, or the condition of the misuse.
        operand: ExprId,
    },
    /// The function returns, perhaps with a value.
    Return(Option<ExprId>),
}

/// A step from one location to the next.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The location where the edge starts.
    pub from: Loc,
    /// The location where the edge ends. An edge that writes or assumes is the only edge into this location.
    pub to: Loc,
    /// The effect of the edge.
    pub action: Action,
    /// The source range of the edge, relative to the function's start. For code from a macro's body, it is
    /// the whole invocation.
    pub span: Span,
    /// The text of the statement after macro expansion, if a macro's body produced a part of it. `span` is
    /// then the macro's invocation.
    pub expanded: Option<Expanded>,
    /// For a condition: the macro invocation whose body tests it, as `if (c)` in a macro does, or the call of a
    /// library function that does so. The condition itself may be an argument.
    pub asked_by: Option<Span>,
    /// The steps inside the callee, if the edge is the effect of a call.
    pub inside: Option<Arc<Inside>>,
    /// For a call: the arguments whose objects the callee promises to leave as they are. A cast can break the
    /// promise, so that only doubts rest on it.
    pub promised: Positions,
    /// For a call, or a case of one: what is only inferred of the callee's result. Findings may rest on it, and say so; no
    /// proof does.
    pub inferred: Option<Arc<Inferred>>,
    /// For a read: the function whose attribute `access` says that it reads what it is given.
    pub told: Option<Arc<str>>,
}

/// A set of positions of arguments, counted from 0. Positions from 64 on are never in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Positions(u64);

impl Positions {
    /// Returns whether a position is in the set.
    pub fn contains(self, position: usize) -> bool {
        position < 64 && self.0 >> position & 1 == 1
    }
}

impl FromIterator<usize> for Positions {
    fn from_iter<T: IntoIterator<Item = usize>>(positions: T) -> Self {
        Self(positions.into_iter().filter(|at| *at < 64).fold(0, |set, at| set | 1 << at))
    }
}

/// An account of what a callee does that explains an edge of its caller, for the reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Inside {
    /// The name of the callee.
    pub function: Arc<str>,
    /// The file that defines the callee, if it differs from the caller's.
    pub file: Option<Arc<str>>,
    /// The callee's steps, in order.
    pub steps: Vec<InsideStep>,
    /// When the effect happens.
    pub when: When,
    /// Whether conditional compilation may make the callee do something else in another build.
    pub varies: bool,
    /// Whether some run of the callee ends the program instead of returning.
    pub may_end: bool,
}

/// When an effect of a callee happens. Without any of these: on its ordinary runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct When {
    /// Whether the effect happens only in a special case. A free or a returned object: a number in the object
    /// (usually a reference count or a flag) decides, or a size of 0 was requested. A result of 0: a loop of
    /// the callee had no round.
    pub counted: bool,
    /// Whether a number in the object decides if the callee frees the object. Callers may learn from the
    /// result that the object was freed, but cannot foresee it.
    pub told: bool,
}

/// One step inside a callee.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct InsideStep {
    /// The place of the step, relative to the start of the callee's definition.
    pub span: Span,
    /// The line number of the step in the callee's file, if that is not the caller's file; otherwise `None`.
    pub line: Option<u32>,
    /// The step as a plain phrase: "`p` is freed".
    pub text: String,
    /// The steps inside the function that is called in this step, if they are known.
    pub inside: Option<Arc<Inside>>,
}

/// A word: the edges of one path through the graph, in order.
pub type Word = Vec<EdgeId>;
