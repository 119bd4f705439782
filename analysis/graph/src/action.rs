//! What an edge does.

use super::{EdgeId, ExprId, Loc, VarId};
use std::sync::Arc;

use csieve_base::{library::Resource, text::Span};

/// Whether memory is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// `x = *p`
    Read,
    /// `*p = x`
    Write,
    /// `*p += x`
    ReadWrite,
}

/// A misuse that has an edge of its own; the edge leads to a location without successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MisuseKind {
    /// The operand is a pointer that is dereferenced while it is 0.
    NullDereference,
    /// The operand is a divisor that is 0.
    DivisionByZero,
    /// The operand is a condition, and true: an access lies outside its object.
    OutOfBounds,
    /// The operand is a condition, and true: a size is computed wrongly because its type is too small for it.
    IntegerOverflow,
}

impl MisuseKind {
    /// Whether the misuse happens where the operand is true; else where it is 0.
    pub fn is_condition(self) -> bool {
        matches!(self, Self::OutOfBounds | Self::IntegerOverflow)
    }
}

/// Who is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CallTarget {
    /// A function declared in the file or known from the C library.
    Named(String),
    /// Through a pointer.
    Pointer(ExprId),
    /// A name that nothing declares: it may be a macro, which may read and write its arguments.
    MaybeMacro(String),
}

impl CallTarget {
    /// The name in the source, if there is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Named(name) | Self::MaybeMacro(name) => Some(name),
            Self::Pointer(_) => None,
        }
    }
}

/// Why a function frees an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freeing {
    /// That is what it does.
    Certain,
    /// It was asked for memory of size 0 in place of the object, as in `realloc(p, 0)`: whether it frees then is the library's
    /// choice.
    ToNothing,
}

/// What happens on an edge; at most one variable is assigned a known value (Definition 1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing: a join, a jump, a label.
    Skip,
    /// A local variable comes to life with an indeterminate value.
    Declare(VarId),
    /// `var = value`
    Assign {
        /// The variable written.
        var: VarId,
        /// Its new value.
        value: ExprId,
    },
    /// The run goes on only if the truth of `cond` is `holds`.
    Assume {
        /// A scalar expression; true means not 0.
        cond: ExprId,
        /// The branch taken.
        holds: bool,
    },
    /// What a callee's summary says: the run goes on only if the value lies between these bounds, both inclusive.
    Learn {
        /// A result, or an argument as it was passed; or a comparison of what was passed, or of memory it leads to.
        value: ExprId,
        /// The lower bound.
        low: i128,
        /// The upper bound.
        high: i128,
    },
    /// The default branch of a `switch`: `value` is none of the `cases`.
    AssumeNone {
        /// The switched value.
        value: ExprId,
        /// The case constants, ascending.
        cases: Vec<i128>,
    },
    /// Memory behind `pointer` is accessed; past this edge the pointer is not NULL.
    Deref {
        /// The pointer whose target is accessed (the root of a member access).
        pointer: ExprId,
        /// Read or write.
        access: Access,
    },
    /// `*pointer = value`, after its `Deref`.
    Store {
        /// Where.
        pointer: ExprId,
        /// What.
        value: ExprId,
    },
    /// An allocation succeeded: `var` is a fresh object and not NULL.
    Alloc {
        /// The variable that receives the object.
        var: VarId,
        /// The allocating function.
        callee: String,
    },
    /// An allocation failed: `var` is NULL.
    AllocFail {
        /// The variable that receives NULL.
        var: VarId,
        /// The allocating function.
        callee: String,
    },
    /// A valid (not NULL) pointer is freed.
    Free {
        /// The freed pointer.
        pointer: ExprId,
        /// The freeing function.
        callee: String,
        /// Why it frees.
        freeing: Freeing,
    },
    /// Nothing: `pointer` is NULL, and freeing that does nothing.
    FreeNull {
        /// The freed pointer.
        pointer: ExprId,
    },
    /// A resource was opened: `var` is its handle.
    Open {
        /// The variable that receives the handle.
        var: VarId,
        /// The opening function.
        callee: String,
        /// The kind of resource.
        resource: Arc<Resource>,
    },
    /// Opening failed: `var` is NULL or -1.
    OpenFail {
        /// The variable that receives that.
        var: VarId,
        /// The opening function.
        callee: String,
        /// The kind of resource.
        resource: Arc<Resource>,
    },
    /// A resource is closed; past this edge the handle was valid.
    Close {
        /// The handle.
        handle: ExprId,
        /// The closing function.
        callee: String,
        /// The kind of resource.
        resource: Arc<Resource>,
    },
    /// Closing fails: the handle was not valid, or it is left open whether it still is.
    CloseFail {
        /// The handle.
        handle: ExprId,
    },
    /// A lock is taken.
    Lock {
        /// Points to the lock.
        lock: ExprId,
        /// The locking function.
        callee: String,
        /// Others may hold it in the same way.
        shared: bool,
        /// The function waits for the lock if another holds it, forever if that is its own thread.
        waits: bool,
    },
    /// A lock is not taken after all.
    LockFail {
        /// Points to the lock.
        lock: ExprId,
    },
    /// A lock is released.
    Unlock {
        /// Points to the lock.
        lock: ExprId,
        /// The unlocking function.
        callee: String,
        /// The lock may have been taken several times, and has to be released as often.
        counted: bool,
    },
    /// A call whose effect is unknown: writes every exposed variable, memory, and `result`.
    Call {
        /// Who is called.
        target: CallTarget,
        /// The arguments.
        args: Vec<ExprId>,
        /// The variable that receives any value of its type.
        result: Option<VarId>,
    },
    /// A call of a library function that neither keeps, frees nor changes what it is given, apart
    /// from memory behind its pointers: as [`Action::Call`], but arguments do not escape.
    LibraryCall {
        /// The function.
        callee: String,
        /// The arguments.
        args: Vec<ExprId>,
        /// The variable that receives a value: any of its type, or one of the range.
        result: Option<VarId>,
        /// The smallest and largest result, both in the variable's type, if the function guarantees them.
        range: Option<(i128, i128)>,
        /// Whether memory (and exposed variables) may be written.
        writes_memory: bool,
    },
    /// Something not understood: may read and write these variables, all exposed ones and memory.
    Opaque {
        /// The variables named there.
        vars: Vec<VarId>,
    },
    /// The misuse happens: `operand` is 0, or true if the kind says so.
    Misuse {
        /// Which one.
        kind: MisuseKind,
        /// The pointer or divisor, or the condition.
        operand: ExprId,
    },
    /// The function returns.
    Return(Option<ExprId>),
}

/// A step from one location to the next.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Loc,
    /// Where it ends. An edge that writes or assumes has this location to itself.
    pub to: Loc,
    /// What happens.
    pub action: Action,
    /// The source it stands for, relative to the function's start.
    pub span: Span,
    /// The statement after macro expansion, where a macro's body gave a part of it; the span is then the
    /// macro's invocation.
    pub expanded: Option<Arc<str>>,
    /// The macro invocation whose body asks the question that this is a side of, perhaps about something it is given.
    pub asked_by: Option<Span>,
    /// What happens inside the callee, where this is the effect of a call.
    pub inside: Option<Arc<Inside>>,
}

/// What a callee does that makes an edge of its caller, for the reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inside {
    /// The callee.
    pub function: Arc<str>,
    /// The file that defines it, if it is another one than the caller's.
    pub file: Option<Arc<str>>,
    /// What it does, in order.
    pub steps: Vec<InsideStep>,
    /// It happens only in a special case. An object is freed or returned: a number in that object says so, a count of
    /// references or a flag as a rule, or no memory was asked for. A count is 0: a loop has no round.
    pub counted: bool,
    /// A number in an object decides whether it is freed. Callers may see from what comes back that it was, but not that it
    /// will be.
    pub told: bool,
    /// In another build it may do something else.
    pub varies: bool,
}

/// A step inside a callee.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InsideStep {
    /// Where, relative to the start of the callee's definition.
    pub span: Span,
    /// The line, if the callee is in another file.
    pub line: Option<u32>,
    /// One plain phrase: "`p` is freed".
    pub text: String,
    /// What happens inside the function that is called there.
    pub inside: Option<Arc<Inside>>,
}

impl Edge {
    /// The expressions this edge evaluates, left to right.
    pub fn reads(&self) -> Vec<ExprId> {
        match &self.action {
            Action::Skip
            | Action::Declare(_)
            | Action::Alloc { .. }
            | Action::AllocFail { .. }
            | Action::Open { .. }
            | Action::OpenFail { .. }
            | Action::Opaque { .. }
            | Action::Return(None) => Vec::new(),
            Action::Close { handle, .. } | Action::CloseFail { handle } => vec![*handle],
            Action::Lock { lock, .. } | Action::LockFail { lock } | Action::Unlock { lock, .. } => {
                vec![*lock]
            }
            Action::Assign { value, .. } | Action::AssumeNone { value, .. } => vec![*value],
            // Nothing of the program is evaluated here.
            Action::Learn { .. } => Vec::new(),
            Action::Assume { cond, .. } => vec![*cond],
            Action::Deref { pointer, .. } | Action::Free { pointer, .. } | Action::FreeNull { pointer } => {
                vec![*pointer]
            }
            Action::Store { pointer, value } => vec![*pointer, *value],
            Action::Call { target: CallTarget::MaybeMacro(_), .. } => Vec::new(),
            Action::Call { target, args, .. } => match target {
                CallTarget::Pointer(callee) => std::iter::once(*callee).chain(args.iter().copied()).collect(),
                _ => args.clone(),
            },
            Action::LibraryCall { args, .. } => args.clone(),
            Action::Misuse { operand, .. } => vec![*operand],
            Action::Return(Some(value)) => vec![*value],
        }
    }

    /// The one variable this edge gives a new value, if any.
    pub fn assigned(&self) -> Option<VarId> {
        match self.action {
            Action::Declare(var)
            | Action::Assign { var, .. }
            | Action::Alloc { var, .. }
            | Action::AllocFail { var, .. }
            | Action::Open { var, .. }
            | Action::OpenFail { var, .. } => Some(var),
            Action::Call { result, .. } | Action::LibraryCall { result, .. } => result,
            _ => None,
        }
    }

    /// Whether memory, and with it every exposed variable, may be written.
    pub fn writes_memory(&self) -> bool {
        match self.action {
            // Freeing changes no memory that may still be read.
            Action::Store { .. } | Action::Call { .. } | Action::Opaque { .. } => true,
            Action::LibraryCall { writes_memory, .. } => writes_memory,
            _ => false,
        }
    }
}

/// A word: the edges of one path, in order.
pub type Word = Vec<EdgeId>;
