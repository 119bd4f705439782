//! What callers may know of a function: its summary.
//!
//! A summary is split by what the function returns and by what it did: "returns -1 and has not written `*out`"
//! and "returns 0 and has written it" are two [`Case`]s. Together the cases cover every way in which the function
//! returns; what no case says may not be believed, and a function without a summary may do anything.

mod alike;
mod condition;
mod path;
mod text;

pub use condition::{Condition, Through};
pub use path::{ParamPath, PathStep};
pub use text::SummaryText;

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHasher};

use csieve_domains::interval::Interval;
use csieve_graph::{Inside, Type};

/// What is known of one function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Summary {
    /// Its parameters, in order.
    pub params: Vec<Param>,
    /// More may be passed; what becomes of that is not known.
    pub variadic: bool,
    /// The ways in which it returns; none if it never does.
    pub cases: Vec<Case>,
    /// The file's variables that it may write, ascending.
    pub globals: Vec<Arc<str>>,
}

/// What a function does with one parameter, on all of its runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// Its type in the graph.
    pub ty: Type,
    /// Every run accesses what it points to: passing NULL is a misuse. With the access.
    pub dereferenced: Option<Arc<Inside>>,
    /// Some run may do more with it than to compare it: access, free, store or hand on what it points to.
    pub touched: bool,
    /// What it points to may be known to others afterwards: it is stored, handed on, or comes back inside the result.
    pub kept: bool,
    /// The same for what the object that it points to points to.
    pub contents_kept: bool,
}

/// One way of returning.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// What comes back.
    pub returns: Returned,
    /// What comes back is not 0 although its range holds it.
    pub returns_nonzero: bool,
    /// What the arguments were, by position; all values if nothing is known.
    pub args: Vec<Interval>,
    /// The positions of arguments that were not 0 although their range holds it, ascending.
    pub nonzero: Vec<usize>,
    /// What else held of the arguments, and of memory that they lead to, when the function was called.
    pub conditions: Vec<Condition>,
    /// Anything may have been called: memory and everything that others can reach may be written or freed.
    pub opaque: bool,
    /// Memory may be written that no parameter points to directly.
    pub writes_memory: bool,
    /// What is freed for certain.
    pub frees: Vec<Freed>,
    /// Pointers to what may be freed or handed on, although nothing that callers see says so.
    pub may_free: Vec<ParamPath>,
    /// The parameters whose objects may be written, ascending.
    pub writes: Vec<Written>,
    /// The return, for the reader.
    pub inside: Arc<Inside>,
}

/// What a case returns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Returned {
    /// A value between these bounds; all values if nothing comes back.
    Value(Interval),
    /// NULL, because an allocation failed.
    Failed,
    /// A fresh object that nobody else knows, not NULL.
    Fresh,
    /// The argument at this position, unchanged.
    Param(usize),
}

/// An object that is freed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Freed {
    /// The pointer to it.
    pub path: ParamPath,
    /// Where.
    pub inside: Arc<Inside>,
}

/// A parameter whose object is written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// Its position.
    pub param: usize,
    /// All of `*param` is written on every run of the case; else it only may be, or in part.
    pub certain: bool,
    /// Parts of the object may be written besides.
    pub partly: bool,
    /// The type of what is written, and between which bounds it is in the end.
    pub value: Option<(Type, Interval)>,
    /// It is a fresh object or NULL.
    pub fresh: Option<Null>,
    /// Where.
    pub inside: Option<Arc<Inside>>,
}

/// What NULL instead of a fresh object means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Null {
    /// An allocation may have failed.
    Failed,
    /// Nothing that callers could know.
    Unknown,
}

/// The summaries of functions by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summaries {
    all: FxHashMap<Arc<str>, Known>,
}

/// A summary with the hash of everything that callers may know.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    fingerprint: u64,
    summary: Arc<Summary>,
}

impl Summary {
    /// The parameters, if a call with this many arguments can be understood through the summary.
    pub fn fits(&self, arguments: usize) -> bool {
        self.params.len() == arguments || self.variadic && self.params.len() < arguments
    }

    /// Whether a variable whose address is passed for a parameter stays the caller's own.
    pub fn is_by_reference(&self, param: usize) -> bool {
        let frees_it = |freed: &Freed| freed.path.is_param(param);
        self.params.get(param).is_some_and(|param| !param.kept)
            && !self.cases.iter().flat_map(|case| &case.frees).any(frees_it)
    }
}

impl Written {
    /// What is stored to the object, if it is written as a whole on every run, and in no other way.
    pub fn as_whole(&self) -> Option<(Type, Interval)> {
        self.value.filter(|_| self.certain && !self.partly)
    }
}

impl Summaries {
    /// The summary of a function.
    pub fn get(&self, name: &str) -> Option<&Arc<Summary>> {
        self.all.get(name).map(|known| &known.summary)
    }

    /// A hash of the summary of a function, if it has one.
    pub fn fingerprint(&self, name: &str) -> Option<u64> {
        self.all.get(name).map(|known| known.fingerprint)
    }

    /// Sets the summary of a function, or removes it.
    pub fn set(&mut self, name: Arc<str>, summary: Option<Arc<Summary>>) {
        match summary {
            Some(summary) => {
                let mut hasher = FxHasher::default();
                summary.hash(&mut hasher);
                self.all.insert(name, Known { fingerprint: hasher.finish(), summary });
            }
            None => drop(self.all.remove(&name)),
        }
    }
}
