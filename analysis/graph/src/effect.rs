//! What an action does: a small closed set that is derived in one place.
//!
//! Whoever asks what an edge writes, assigns, tests, frees, calls or reads asks this set, not the action. An action that is
//! added has no effects until [`Action::effects`] says so, and a part that is added does not compile until everybody who
//! asks has said what it means.

use super::{Action, CallTarget, Edge, ExprId, Freeing, MisuseKind, VarId};

/// The effects of an action. Parts happen in this order: what is read, what must hold, what is written, what is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects<'a> {
    /// The expressions that are evaluated besides the one that is tested.
    pub reads: Reads<'a>,
    /// What holds in a run that takes the edge.
    pub tests: Tests<'a>,
    /// The memory that may change, and the variables that may change with it.
    pub writes: Writes<'a>,
    /// The one variable that gets a new value.
    pub assigns: Assigns,
    /// The object that ends.
    pub frees: Frees,
    /// The code that runs, which is not in the graph.
    pub calls: Calls<'a>,
}

/// What must hold for a run to take an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their parts are")]
pub enum Tests<'a> {
    /// Every run may take the edge.
    Nothing,
    /// A condition of the program is true where `holds` is set, else false.
    Condition { cond: ExprId, holds: bool },
    /// A misuse happens: for a kind with [`MisuseKind::is_condition`] the operand is true, else it is 0.
    Misuse { kind: MisuseKind, operand: ExprId },
    /// A pointer that is used is NULL where `is_null` is set, else it is not.
    Pointer { pointer: ExprId, is_null: bool },
    /// The handle that is closed is valid: not NULL if it is a pointer, else not negative.
    Handle { handle: ExprId, is_pointer: bool },
    /// A callee left a value between two bounds, both inclusive. The program does not evaluate it here.
    Within { value: ExprId, low: i128, high: i128 },
    /// A value is none of these, which ascend.
    NoneOf { value: ExprId, cases: &'a [i128] },
}

/// The memory that an edge may write. Freeing does not count: no valid program reads the freed memory afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their parts are")]
pub enum Writes<'a> {
    /// Memory and exposed variables stay as they are.
    Nothing,
    /// The object at `pointer` gets `value`. An exposed variable may be that object.
    Object { pointer: ExprId, value: ExprId },
    /// What these arguments lead to may change, and exposed variables.
    Region { args: &'a [ExprId] },
    /// All memory and all exposed variables may change. A function does it that got these arguments.
    Memory { args: &'a [ExprId] },
    /// All memory, all exposed variables and `vars` may change.
    Anything { vars: &'a [VarId] },
}

/// The variable that an edge assigns, with what is known of its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their parts are")]
pub enum Assigns {
    /// No variable.
    Nothing,
    /// The variable gets the value of an expression.
    Value { var: VarId, value: ExprId },
    /// The variable is NULL instead of a pointer to an object.
    Null { var: VarId },
    /// The variable gets this number instead of a handle.
    Failure { var: VarId, value: i128 },
    /// The variable points to an object that was not there before.
    Fresh { var: VarId },
    /// The variable is a valid handle: not NULL if it is a pointer, else not negative.
    Handle { var: VarId, is_pointer: bool },
    /// The variable gets the result of a library function, within the bounds that the function guarantees.
    Result { var: VarId, range: Option<(i128, i128)> },
    /// The variable gets any value of its type.
    Any { var: VarId },
    /// The variable comes to life without a value.
    Undefined { var: VarId },
}

/// The object that an edge ends. What closing a handle ends is no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their parts are")]
pub enum Frees {
    /// Everything stays.
    Nothing,
    /// The object that the pointer leads to.
    Object { pointer: ExprId, freeing: Freeing },
}

/// The code that an edge calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their parts are")]
pub enum Calls<'a> {
    /// None.
    Nothing,
    /// Code of which the graph does not say what it does.
    Unknown { target: &'a CallTarget, args: &'a [ExprId] },
    /// A library function that keeps none of its arguments.
    Library { callee: &'a str, args: &'a [ExprId] },
    /// A function of which the edge is the case that makes an object or opens a resource. Other cases do no more than the
    /// other effects say.
    Maker { callee: &'a str },
}

/// The expressions that an edge evaluates, left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reads<'a> {
    first: Option<ExprId>,
    second: Option<ExprId>,
    args: &'a [ExprId],
}

impl<'a> Reads<'a> {
    /// Returns the expressions, left to right.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = ExprId> + 'a {
        self.first.into_iter().chain(self.second).chain(self.args.iter().copied())
    }
}

impl Tests<'_> {
    /// Returns the expression that the program evaluates for the test, if any.
    #[inline]
    pub fn operand(self) -> Option<ExprId> {
        match self {
            Self::Nothing | Self::Within { .. } => None,
            Self::Condition { cond: tested, .. }
            | Self::Misuse { operand: tested, .. }
            | Self::Pointer { pointer: tested, .. }
            | Self::Handle { handle: tested, .. }
            | Self::NoneOf { value: tested, .. } => Some(tested),
        }
    }
}

impl Assigns {
    /// Returns the variable that gets a new value, if any.
    #[inline]
    pub fn var(self) -> Option<VarId> {
        match self {
            Self::Nothing => None,
            Self::Value { var, .. }
            | Self::Null { var }
            | Self::Failure { var, .. }
            | Self::Fresh { var }
            | Self::Handle { var, .. }
            | Self::Result { var, .. }
            | Self::Any { var }
            | Self::Undefined { var } => Some(var),
        }
    }
}

impl<'a> Writes<'a> {
    /// Returns whether memory may change, and with it every exposed variable.
    #[inline]
    pub fn is_any(self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Object { .. } | Self::Region { .. } | Self::Memory { .. } | Self::Anything { .. } => true,
        }
    }

    /// Returns the variables that may change although they are not exposed.
    #[inline]
    pub fn vars(self) -> &'a [VarId] {
        match self {
            Self::Nothing | Self::Object { .. } | Self::Region { .. } | Self::Memory { .. } => &[],
            Self::Anything { vars } => vars,
        }
    }
}

impl<'a> Calls<'a> {
    /// Returns the name of the function that is called, if the graph does not say all that it does.
    pub fn name(self) -> Option<&'a str> {
        match self {
            Self::Unknown { target, .. } => target.name(),
            Self::Library { callee, .. } => Some(callee),
            Self::Nothing | Self::Maker { .. } => None,
        }
    }
}

impl<'a> Effects<'a> {
    pub(crate) const NONE: Self = Self {
        reads: Reads { first: None, second: None, args: &[] },
        tests: Tests::Nothing,
        writes: Writes::Nothing,
        assigns: Assigns::Nothing,
        frees: Frees::Nothing,
        calls: Calls::Nothing,
    };

    /// Returns the expressions that are evaluated, left to right.
    #[inline]
    pub fn evaluated(self) -> impl Iterator<Item = ExprId> + 'a {
        self.tests.operand().into_iter().chain(self.reads.iter())
    }

    /// Returns the variables that are named and may get a new value. Exposed variables may change besides, where
    /// memory is written.
    #[inline]
    pub fn sets(self) -> impl Iterator<Item = VarId> + 'a {
        self.assigns.var().into_iter().chain(self.writes.vars().iter().copied())
    }

    /// Returns whether a variable is named and may get a new value.
    #[inline]
    pub fn sets_var(self, var: VarId) -> bool {
        self.assigns.var() == Some(var) || self.writes.vars().contains(&var)
    }

    /// Returns whether the action does nothing at all.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self == Self::NONE
    }

    #[inline]
    fn reading(mut self, first: ExprId) -> Self {
        self.reads.first = Some(first);
        self
    }

    #[inline]
    fn using(self, pointer: ExprId, is_null: bool) -> Self {
        self.testing(Tests::Pointer { pointer, is_null })
    }

    #[inline]
    fn testing(mut self, tests: Tests<'a>) -> Self {
        self.tests = tests;
        self
    }

    #[inline]
    fn assigning(mut self, assigns: Assigns) -> Self {
        self.assigns = assigns;
        self
    }

    #[inline]
    fn writing(mut self, writes: Writes<'a>) -> Self {
        self.writes = writes;
        self
    }

    #[inline]
    fn freeing(mut self, frees: Frees) -> Self {
        self.frees = frees;
        self
    }

    #[inline]
    fn calling(mut self, calls: Calls<'a>) -> Self {
        self.calls = calls;
        self
    }

    /// A case of a function that makes an object or opens a resource.
    #[inline]
    fn making(self, callee: &'a str, assigns: Assigns) -> Self {
        self.calling(Calls::Maker { callee }).assigning(assigns)
    }

    #[inline]
    fn unknown_call(target: &'a CallTarget, args: &'a [ExprId], result: Option<VarId>) -> Self {
        let all = Self::NONE.calling(Calls::Unknown { target, args }).writing(Writes::Memory { args });
        let reads = match target {
            CallTarget::Named(_) => Reads { args, ..Self::NONE.reads },
            CallTarget::Pointer(callee) => Reads { first: Some(*callee), second: None, args },
            // Its arguments may be no expressions.
            CallTarget::MaybeMacro(_) => Self::NONE.reads,
        };
        let assigns = result.map_or(Assigns::Nothing, |var| Assigns::Any { var });
        Self { reads, assigns, ..all }
    }

    #[inline]
    fn library_call(
        (callee, args): (&'a str, &'a [ExprId]),
        (result, range): (Option<VarId>, Option<(i128, i128)>),
        writes_memory: bool,
    ) -> Self {
        let writes = if writes_memory { Writes::Region { args } } else { Writes::Nothing };
        let assigns = result.map_or(Assigns::Nothing, |var| Assigns::Result { var, range });
        let reads = Reads { args, ..Self::NONE.reads };
        Self { reads, writes, assigns, calls: Calls::Library { callee, args }, ..Self::NONE }
    }
}

impl Action {
    /// Returns what the action does.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "who asks for one effect shall not pay for all: 2 % of a check")]
    pub fn effects(&self) -> Effects<'_> {
        #[cfg(feature = "mutation")]
        return crate::mutation::mutated(self, self.derived());
        #[cfg(not(feature = "mutation"))]
        self.derived()
    }

    /// Derives the effects. No other place derives effects from actions.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for the effects")]
    fn derived(&self) -> Effects<'_> {
        let none = Effects::NONE;
        match self {
            // The arguments of a call that locks are evaluated on an edge before. This one says which lock it was.
            Self::Skip
            | Self::Return(None)
            | Self::Lock { .. }
            | Self::LockFail { .. }
            | Self::Unlock { .. } => none,
            Self::Return(Some(value)) => none.reading(*value),
            Self::Declare(var) => none.assigning(Assigns::Undefined { var: *var }),
            Self::Assign { var, value } => {
                none.reading(*value).assigning(Assigns::Value { var: *var, value: *value })
            }
            Self::Assume { cond, holds } => none.testing(Tests::Condition { cond: *cond, holds: *holds }),
            Self::Learn { value, low, high } => {
                none.testing(Tests::Within { value: *value, low: *low, high: *high })
            }
            Self::AssumeNone { value, cases } => none.testing(Tests::NoneOf { value: *value, cases }),
            Self::Deref { pointer, .. } => none.using(*pointer, false),
            Self::FreeNull { pointer } => none.using(*pointer, true),
            Self::Free { pointer, freeing, .. } => {
                none.using(*pointer, false).freeing(Frees::Object { pointer: *pointer, freeing: *freeing })
            }
            Self::Store { pointer, value } => {
                let all = none.writing(Writes::Object { pointer: *pointer, value: *value });
                Effects { reads: Reads { first: Some(*pointer), second: Some(*value), args: &[] }, ..all }
            }
            Self::Alloc { var, callee } => none.making(callee, Assigns::Fresh { var: *var }),
            Self::AllocFail { var, .. } => none.assigning(Assigns::Null { var: *var }),
            Self::Open { var, callee, resource } => {
                none.making(callee, Assigns::Handle { var: *var, is_pointer: resource.is_pointer })
            }
            Self::OpenFail { var, resource, .. } => {
                let value = if resource.is_pointer { 0 } else { -1 };
                none.assigning(Assigns::Failure { var: *var, value })
            }
            Self::Close { handle, resource, .. } => {
                none.testing(Tests::Handle { handle: *handle, is_pointer: resource.is_pointer })
            }
            Self::CloseFail { handle } => none.reading(*handle),
            Self::Call { target, args, result } => Effects::unknown_call(target, args, *result),
            Self::LibraryCall { callee, args, result, range, writes_memory } => {
                Effects::library_call((callee, args), (*result, *range), *writes_memory)
            }
            Self::Opaque { vars } => none.writing(Writes::Anything { vars }),
            Self::Misuse { kind, operand } => none.testing(Tests::Misuse { kind: *kind, operand: *operand }),
        }
    }
}

impl Edge {
    /// Returns what the edge does.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as for the effects of an action")]
    pub fn effects(&self) -> Effects<'_> {
        self.action.effects()
    }

    /// Returns the expressions that the edge evaluates, left to right.
    #[inline]
    pub fn reads(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.effects().evaluated()
    }

    /// Returns the one variable that the edge gives a new value, if any.
    #[inline]
    pub fn assigned(&self) -> Option<VarId> {
        self.effects().assigns.var()
    }

    /// Returns whether the edge may write memory, and with it every exposed variable.
    #[inline]
    pub fn writes_memory(&self) -> bool {
        self.effects().writes.is_any()
    }
}
