//! Function summaries: the facts about a function that its callers may use.
//!
//! A summary is split by the result and by the effects of the function: "returns -1 and has not written
//! `*out`" and "returns 0 and has written it" are two [`Case`]s. Together the cases cover every way in which
//! the function returns. Callers must not assume a fact that no case states. A function without a summary may
//! do anything.

mod alike;
mod condition;
mod habits;
mod happened;
mod inlined;
mod joined;
mod path;
pub(crate) mod replaced;
mod text;

pub use condition::{Condition, Through};
pub use habits::Habits;
pub use happened::{Happened, Reached};
pub use inlined::Inlined;
pub use path::{ParamPath, PathStep};
pub use replaced::Replaced;
pub use text::SummaryText;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use borsh::{BorshDeserialize, BorshSerialize};
use rustc_hash::{FxHashMap, FxHasher};

use csieve_base::library::Resource;
use csieve_domains::interval::Interval;
use csieve_graph::{Inside, Type};

/// The summary of one function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Summary {
    /// The parameters of the function, in order.
    pub params: Vec<Param>,
    /// Whether more arguments may be passed than there are parameters. Nothing is known of what the function
    /// does with the further arguments.
    pub variadic: bool,
    /// The ways in which the function returns; empty if it never returns.
    pub cases: Vec<Case>,
    /// The names of the file's variables that the function may write, in alphabetical order.
    pub globals: Vec<Arc<str>>,
    /// The locks that every run which returns takes or releases for the caller, in this order.
    pub locks: Vec<Locked>,
    /// The events of rules of users that every run which returns has, in this order. Nothing if runs differ in that.
    pub events: Vec<Happened>,
    /// What definitions of the name with other parameters do, which are those of other programs in the same files.
    pub others: Vec<Arc<Self>>,
}

/// The effects of a function on one parameter, over all of its runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Param {
    /// The type of the parameter in the graph.
    pub ty: Type,
    /// Set if every run accesses the object that the parameter points to, so that passing NULL is a misuse.
    /// Describes the place of the access in the callee.
    pub dereferenced: Option<Arc<Inside>>,
    /// Whether some run may do more with the parameter than compare it: access, free, store or pass on the
    /// object that it points to.
    pub touched: bool,
    /// Whether other code may know the object that the parameter points to after the call: the object's
    /// address is stored, passed on, or part of the result. For an `int`, whether other code
    /// may know its value, which may be the number of a descriptor.
    pub kept: bool,
    /// Whether other code may know, after the call, an object that a pointer in `*parameter` points to.
    pub contents_kept: bool,
}

/// A case of a summary: one way in which the function returns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Case {
    /// The result of the function.
    pub returns: Returned,
    /// Whether the result is not 0 although the range of the result contains 0.
    pub returns_nonzero: bool,
    /// The range of each argument, by position; the full range if nothing is known of the argument.
    pub args: Vec<Interval>,
    /// The positions of arguments that were not 0 although their range contains 0, ascending.
    pub nonzero: Vec<usize>,
    /// Further conditions that held when the function was called: comparisons of arguments, or of memory that
    /// arguments point to, with constants.
    pub conditions: Vec<Condition>,
    /// Whether the case may call unknown code, which may write or free all memory and every object that other
    /// code can reach.
    pub opaque: bool,
    /// Whether the case may write memory that no parameter points to directly.
    pub writes_memory: bool,
    /// The objects that every run of the case frees.
    pub frees: Vec<Freed>,
    /// The paths to pointers whose objects the case may free or pass on, without callers being able to tell.
    pub may_free: Vec<ParamPath>,
    /// The parameters whose objects the case may write, ascending by position.
    pub writes: Vec<Written>,
    /// The return statement, described for the user.
    pub inside: Arc<Inside>,
}

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum Returned {
    /// A value within these inclusive bounds; the full range if the function returns nothing.
    Value(Interval),
    /// NULL because an allocation failed.
    Failed,
    /// A pointer to a new object that no other code knows; never NULL.
    Fresh,
    /// The handle of a resource that the call opened and that no other code knows: a pointer other than NULL, or
    /// a number that is not negative.
    Opened(Arc<Resource>),
    /// The unchanged argument at this position, counted from 0.
    Param(usize),
}

/// An object that a case frees.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Freed {
    /// The path to the pointer that is freed.
    pub path: ParamPath,
    /// The place of the free inside the callee, described for the user.
    pub inside: Arc<Inside>,
}

/// A parameter whose object a case writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Written {
    /// The position of the parameter, counted from 0.
    pub param: usize,
    /// Whether every run of the case writes all of `*param`; otherwise only some runs write it, or only a
    /// part of it.
    pub certain: bool,
    /// Whether the case may also write parts of the object separately, such as one member.
    pub partly: bool,
    /// The type of the value that the object has when the function returns, and its inclusive bounds, if
    /// known.
    pub value: Option<(Type, Interval)>,
    /// Set if the written value is a pointer to a new object or NULL.
    pub fresh: Option<Made>,
    /// The place of the write inside the callee, described for the user.
    pub inside: Option<Arc<Inside>>,
}

/// A new object to which a written pointer leads unless it is NULL.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Made {
    /// The resource that was opened; `None` if memory was allocated.
    pub resource: Option<Arc<Resource>>,
    /// What NULL means.
    pub null: Null,
}

/// The meaning of a NULL that is written instead of a pointer to a new object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum Null {
    /// An allocation may have failed.
    Failed,
    /// The cause of the NULL is unknown to callers.
    Unknown,
}

/// The summaries of functions, by name, and what callers do with their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summaries {
    all: FxHashMap<Arc<str>, HashedSummary>,
    habits: Habits,
    replaced: Replaced,
    /// The inline functions whose definition for the linker is known.
    inlined: Inlined,
}

/// A summary with a hash of its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
struct HashedSummary {
    fingerprint: u64,
    summary: Arc<Summary>,
}

/// What a function does to a lock.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Locked {
    /// The name of the object with static storage at whose address `path` starts; `None` if it starts at a parameter.
    pub object: Option<Arc<str>>,
    /// The way to the lock. Its parameter has no meaning if it starts at an object.
    pub path: ParamPath,
    /// Whether the lock is taken or released.
    pub locking: Locking,
    /// What the function does, for the reader.
    pub inside: Arc<Inside>,
}

/// Whether a lock is taken or released, as [`csieve_graph::Action::Lock`] and [`csieve_graph::Action::Unlock`] say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
#[expect(missing_docs, reason = "the fields are those of the actions")]
pub enum Locking {
    /// The lock is taken. If `may_fail` is set, the result of the function may say that it was not.
    Takes { shared: bool, waits: bool, may_fail: bool },
    /// The lock is released.
    Releases { counted: bool },
}

impl Summary {
    /// Returns whether the summary applies to a call with this many arguments.
    pub fn fits(&self, arguments: usize) -> bool {
        self.params.len() == arguments || self.variadic && self.params.len() < arguments
    }

    /// Returns whether the function returns NULL, or 0, whatever it is given.
    pub fn returns_null(&self) -> bool {
        let is_null = |case: &Case| case.returns == Returned::Value(Interval::ZERO);
        !self.cases.is_empty() && self.cases.iter().all(is_null)
    }

    /// Returns whether a variable whose address is passed for a parameter stays private to the caller: the
    /// callee neither keeps nor frees the address.
    pub fn is_by_reference(&self, param: usize) -> bool {
        self.params.get(param).is_some_and(|param| !param.kept)
            && !self.cases.iter().any(|case| case.frees(param))
    }
}

impl Written {
    /// Returns the type and range of the written value if every run of the case writes the whole object, and
    /// no run writes parts of it separately.
    pub fn as_whole(&self) -> Option<(Type, Interval)> {
        self.value.filter(|_| self.certain && !self.partly)
    }
}

impl Summaries {
    /// Returns the summary of a function.
    pub fn get(&self, name: &str) -> Option<&Arc<Summary>> {
        self.all.get(name).map(|known| &known.summary)
    }

    /// Returns a hash of the summary of a function, if it has one.
    pub fn fingerprint(&self, name: &str) -> Option<u64> {
        self.all.get(name).map(|known| known.fingerprint)
    }

    /// Returns what is known of these functions only.
    #[must_use]
    pub fn only<'n>(&self, names: impl Iterator<Item = &'n str> + Clone) -> Self {
        let known = names.clone().filter_map(|name| self.all.get_key_value(name));
        let all = known.map(|(name, summary)| (Arc::clone(name), summary.clone())).collect();
        Self { all, habits: self.habits.only(names), ..self.without_any() }
    }

    /// Sets the summary of a function, or removes it if `summary` is `None`.
    pub fn set(&mut self, name: Arc<str>, summary: Option<Arc<Summary>>) {
        match summary {
            Some(summary) => {
                let mut hasher = FxHasher::default();
                summary.hash(&mut hasher);
                self.all.insert(name, HashedSummary { fingerprint: hasher.finish(), summary });
            }
            None => drop(self.all.remove(&name)),
        }
    }
}
