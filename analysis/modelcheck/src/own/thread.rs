//! The state of the automaton of a rule, and the object that it follows.

use csieve_base::own::States;
use csieve_graph::ExprId;

use crate::model::{Function, Holder, Holders, Phase, Relation, Tracked, holder};

/// How the object that is followed is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// No event had an object yet.
    None,
    /// By the places that hold its value.
    Value,
    /// By the expression of its address, such as `&q->lock`.
    Address,
    /// It is not known any more which object it is.
    Lost,
}

/// The automaton of a rule with the object that it follows.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    /// The states of the automaton.
    pub states: States,
    /// How the object is known.
    pub identity: Identity,
    /// Whether an event with this object has happened. Before, its places stand for whatever they hold at
    /// this event.
    pub touched: bool,
    /// The places that hold the object's value. Of an object that is known by its address, that is the last
    /// place; before it are those that hold the result of the call that took the object as a lock.
    pub holders: Holders,
}

const TOUCHED: u32 = 4;

impl Thread {
    /// Returns the thread that follows the object of an expression. `None` if the expression may be another
    /// object each time it is evaluated.
    pub(super) fn of(function: &Function, object: ExprId, states: States) -> Option<Self> {
        let (identity, place) = match holder(function, object) {
            Some(place) => (Identity::Value, place),
            None => {
                let address = function.cfg.exprs.strip_casts(object);
                (Identity::Address, Holder::Cell(address))
            }
        };
        let is_stable = !function.dependencies(object).unstable;
        is_stable.then(|| Self { states, identity, touched: false, holders: Holders::one(place) })
    }

    /// Returns the thread that follows no object yet.
    pub(super) fn unbound(states: States) -> Self {
        Self { states, identity: Identity::None, touched: false, holders: Holders::default() }
    }

    /// Returns the thread that a state of a property stands for.
    pub(super) fn read(tracked: &Tracked) -> Self {
        let code = tracked.phase.code();
        let identity = match code & 3 {
            0 => Identity::None,
            1 => Identity::Value,
            2 => Identity::Address,
            _ => Identity::Lost,
        };
        Self {
            states: (code >> 8) as States,
            identity,
            touched: code & TOUCHED != 0,
            holders: tracked.holders.clone(),
        }
    }

    /// Returns the thread as the state of a property.
    pub(super) fn written(self) -> Tracked {
        let identity = match self.identity {
            Identity::None => 0,
            Identity::Value => 1,
            Identity::Address => 2,
            Identity::Lost => 3,
        };
        let flags = identity | if self.touched { TOUCHED } else { 0 };
        let phase = Phase::of_code(u32::from(self.states) << 8 | flags);
        Tracked { phase, holders: self.holders }
    }

    /// Returns the address by which the object is known.
    pub(super) fn address(&self) -> Option<ExprId> {
        match self.holders.exact() {
            [.., Holder::Cell(address)] if self.identity == Identity::Address => Some(*address),
            _ => None,
        }
    }

    /// Returns whether an expression surely is the followed object.
    pub(super) fn is_object(&self, function: &Function, expr: ExprId) -> bool {
        match self.identity {
            Identity::None | Identity::Lost => false,
            Identity::Value => self.holders.relation(function, expr) == Some(Relation::Exact),
            Identity::Address => self.address() == Some(function.cfg.exprs.strip_casts(expr)),
        }
    }

    /// Returns the thread of an object that is no longer known.
    #[must_use]
    pub(super) fn lost(self) -> Self {
        Self { identity: Identity::Lost, holders: Holders::default(), ..self }
    }
}
