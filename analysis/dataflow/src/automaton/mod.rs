//! The interval automaton of a function ([PR], section 3, definition 1), derived from its [`Cfg`].
//!
//! An edge becomes a short list of [`Event`]s. An update gives one quantity the value of an interval
//! expression over quantities. A condition becomes one update for every quantity that it restricts. A write
//! to a variable kills the quantities that depend on the variable: nothing is known of them any more.

mod compile;
mod conditions;
mod constrain;
mod depend;
mod dependents;
mod derive;
mod deriver;
mod environment;
mod kept_sums;
mod killed;
mod linear;
mod linear_form;
mod program;
mod quantity;
mod restrict;
mod said;
#[cfg(test)]
mod tests;
mod text;
mod trust;

pub use compile::{Compiler, value_program};
pub use constrain::{Constrainer, Statement};
pub use depend::{Dependencies, dependencies};
pub use derive::{automaton, trusting_automaton};
pub use environment::Environment;
pub use kept_sums::KeptSums;
pub use killed::Killed;
pub use linear::Linear;
pub use program::{Op, Program, Slot};
pub use quantity::{Quantities, Quantity, QuantityId};
pub use text::{program_text, quantity_text};

use std::sync::Arc;

use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{Cfg, EdgeId};

/// The index of an update among those of all edges. In [PR] this is the pair of a variable and the location
/// that writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UpdateId(pub u32);

impl UpdateId {
    /// Returns the dense index, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The change that an edge makes to one quantity: `target := program`.
#[derive(Clone, Debug)]
pub struct Update {
    /// The index of the update in [`Automaton::updates`].
    pub id: UpdateId,
    /// The edge that the update belongs to.
    pub edge: EdgeId,
    /// The quantity that is written.
    pub target: QuantityId,
    /// The interval expression for the new value of the quantity. Edges with the same condition share it.
    pub program: Arc<Program>,
    /// The quantities that the program reads, in order of first use.
    pub reads: Arc<[QuantityId]>,
    /// Whether the program can give the empty interval although no interval that it reads is empty.
    pub can_be_empty: bool,
    /// Whether the update is a condition, which restricts its target, and not an assignment.
    pub restricts: bool,
}

/// One effect of an edge on quantities. The events of an edge happen in order.
#[derive(Clone, Debug)]
pub enum Event {
    /// An update of one quantity.
    Update(UpdateId),
    /// A kill: nothing is known of these quantities any more.
    Kill(Killed),
}

/// The interval automaton of one function.
#[derive(Clone, Debug)]
pub struct Automaton {
    /// The quantities of the function.
    pub quantities: Quantities,
    /// The values of a quantity of which nothing is known: the range of its type. Indexed by [`QuantityId`].
    pub ranges: Vec<Interval>,
    /// All updates, indexed by [`UpdateId`].
    pub updates: Vec<Update>,
    /// The events of every edge, indexed by [`EdgeId`].
    pub events: Vec<Vec<Event>>,
}

impl Automaton {
    /// Returns the update with this id.
    pub fn update(&self, id: UpdateId) -> &Update {
        &self.updates[id.index()]
    }

    /// Returns the values that a quantity may have while nothing is known of it.
    pub fn range(&self, quantity: QuantityId) -> Interval {
        self.ranges[quantity.index()]
    }
}

/// Returns all values that a quantity may have, by its type.
pub fn quantity_range(cfg: &Cfg, quantity: &Quantity) -> Interval {
    match quantity {
        Quantity::Var(var) => type_range(cfg.var(*var).ty),
        Quantity::Value(expr) => type_range(cfg.expr(*expr).ty),
        Quantity::Said(edge) => {
            cfg.edge(*edge).assigned().map_or(Interval::TOP, |var| type_range(cfg.var(var).ty))
        }
        Quantity::IsZero(_) | Quantity::Truth(..) => Interval::BOOL,
        Quantity::Sum(_) | Quantity::Test => Interval::TOP,
    }
}
