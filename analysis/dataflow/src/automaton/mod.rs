//! The interval automaton of a function ([PR], section 3, definition 1), derived from its [`Cfg`].
//!
//! An edge becomes a short list of [`Event`]s. An update gives one quantity the value of an interval
//! expression over others; a condition updates every quantity it says something about. A write
//! to a variable kills the quantities that depend on it: nothing is known of them any more.

mod compile;
mod constrain;
mod depend;
mod derive;
mod environment;
mod linear;
mod program;
mod quantity;
mod text;
mod trust;

pub use compile::{Compiler, value_program};
pub use constrain::{Constrainer, KeptSums, Statement};
pub use depend::{Dependencies, dependencies};
pub use derive::{automaton, trusting_automaton};
pub use environment::Environment;
pub use linear::Linear;
pub use program::{Op, Program, Slot};
pub use quantity::{Quantities, Quantity, QuantityId};
pub use text::{program_text, quantity_text};

use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{Cfg, EdgeId};

/// The index of an update, over all edges: in [PR] the pair of a variable and the location that writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UpdateId(pub u32);

impl UpdateId {
    /// The dense index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// `target := program`.
#[derive(Clone, Debug)]
pub struct Update {
    /// Its index.
    pub id: UpdateId,
    /// The edge it belongs to.
    pub edge: EdgeId,
    /// The quantity written.
    pub target: QuantityId,
    /// Its new interval.
    pub program: Program,
    /// What the program reads.
    pub reads: Vec<QuantityId>,
    /// Whether the result can be empty although nothing read is.
    pub can_be_empty: bool,
    /// It restricts its target and does not change the value: a condition, not an assignment.
    pub restricts: bool,
}

/// What an edge does to the quantities, in order.
#[derive(Clone, Debug)]
pub enum Event {
    /// An update.
    Update(UpdateId),
    /// Nothing is known any more of these.
    Kill(Vec<QuantityId>),
}

/// The interval automaton of one function.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The quantities.
    pub quantities: Quantities,
    /// What a quantity can be when nothing is known: the range of its type. Indexed by [`QuantityId`].
    pub ranges: Vec<Interval>,
    /// All updates, indexed by [`UpdateId`].
    pub updates: Vec<Update>,
    /// The events of every edge, indexed by [`EdgeId`].
    pub events: Vec<Vec<Event>>,
}

impl Automaton {
    /// The update with this id.
    pub fn update(&self, id: UpdateId) -> &Update {
        &self.updates[id.index()]
    }

    /// What a quantity can be when nothing is known of it.
    pub fn range(&self, quantity: QuantityId) -> Interval {
        self.ranges[quantity.index()]
    }
}

/// All values that a quantity may have.
pub fn quantity_range(cfg: &Cfg, quantity: &Quantity) -> Interval {
    match quantity {
        Quantity::Var(var) => type_range(cfg.var(*var).ty),
        Quantity::Value(expr) => type_range(cfg.expr(*expr).ty),
        Quantity::IsZero(_) | Quantity::Truth(..) => Interval::BOOL,
        Quantity::Sum(_) | Quantity::Test => Interval::TOP,
    }
}
