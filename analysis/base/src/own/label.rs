//! The labels of a rule of a user: what events have them, and which object an event is about.

use std::{fmt, ops::Range, sync::Arc};

/// Index of a marking in [`OwnRules`](super::OwnRules).
pub type LabelId = u16;

/// Where a label comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Places of the source that the lowering marks in the graph.
    Marked(LabelId),
    /// Something that every graph shows.
    Shown(Event),
}

/// An event that every graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The function returns. The event is about no object.
    Return,
    /// Something that happens to the object.
    Of(Happening),
}

/// Something that happens to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A condition compares the object's value.
    Tested,
    /// The memory that the object points to is accessed.
    Dereferenced,
    /// The last place that held the object's value gets another.
    Lost,
    /// A function that is known from a table takes the lock.
    Locked,
    /// A function that is known from a table takes the lock in a way that lets others take it, too.
    Shared,
    /// A function that is known from a table takes the lock, and would wait if it were held.
    Waits,
    /// A function that is known from a table releases the lock.
    Unlocked,
    /// A call may release the lock, or destroy it, although no table says so: a function that is not known
    /// gets the lock, or the function's name says so.
    Entrusted,
    /// The function may return with the lock: its result leads to it, the lock ends with the function, the
    /// function's name says that it takes it for its callers, or a condition says that it was not taken.
    Left,
    /// Memory is allocated.
    Allocated,
    /// Memory is freed.
    Freed,
    /// A resource is opened.
    Opened,
    /// A resource is closed.
    Closed,
}

impl Happening {
    /// All of them, with their names in rule files.
    pub const NAMES: [(&'static str, Self); 13] = [
        ("tested", Self::Tested),
        ("dereferenced", Self::Dereferenced),
        ("lost", Self::Lost),
        ("locked", Self::Locked),
        ("shared", Self::Shared),
        ("waits", Self::Waits),
        ("unlocked", Self::Unlocked),
        ("entrusted", Self::Entrusted),
        ("left", Self::Left),
        ("allocated", Self::Allocated),
        ("freed", Self::Freed),
        ("opened", Self::Opened),
        ("closed", Self::Closed),
    ];

    /// Returns whether csieve only guesses that this happens. No proof rests on it.
    pub fn is_guess(self) -> bool {
        matches!(self, Self::Entrusted | Self::Left)
    }

    /// Returns whether only the search that follows an object tells where this happens to it.
    pub fn is_of_search(self) -> bool {
        matches!(self, Self::Tested | Self::Dereferenced | Self::Lost | Self::Entrusted | Self::Left)
    }
}

/// Places of the source that have a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marking {
    /// The name of the label.
    pub name: Arc<str>,
    /// The names of functions whose calls are marked.
    pub calls: Vec<String>,
    /// The object of the event.
    pub object: ObjectAt,
    /// The result that a call must have, so that it is marked.
    pub when: Option<ResultIs>,
}

/// Which object an event is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectAt {
    /// None: the event is one of the whole function.
    #[default]
    Nowhere,
    /// The value of an argument of the call, counted from 0.
    Argument(usize),
    /// The result of the call.
    Result,
    /// What the query captured as the object.
    Captured,
}

/// A result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultIs {
    /// The result is 0, or NULL.
    Zero,
    /// The result is neither 0 nor NULL.
    NotZero,
    /// The result is less than 0.
    Negative,
    /// The result is at least 0.
    NotNegative,
}

impl ResultIs {
    /// All of them, with their names in rule files.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("zero", Self::Zero),
        ("nonzero", Self::NotZero),
        ("negative", Self::Negative),
        ("nonnegative", Self::NotNegative),
    ];
}

/// A match of a query in the text of a function. Ranges are in bytes of this text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The label of the query.
    pub label: LabelId,
    /// The node at which the event happens, without brackets around it.
    pub event: Range<usize>,
    /// The node that names the object, without brackets around it.
    pub object: Option<Range<usize>>,
}

/// Finds what queries match in a text.
pub trait Matcher: fmt::Debug + Send + Sync {
    /// Returns all matches of all queries in the text of a function, in the order of the text.
    fn hits(&self, text: &str) -> Vec<Hit>;
}
