//! The abstract states of a location, kept apart by what the function has done to its parameters so far.

use imbl::{GenericOrdSet, ordset::DiffItem, shared_ptr::RcK};

use csieve_dataflow::automaton::{Automaton, Environment, Linear, Quantity, QuantityId};
use csieve_domains::interval::Interval;
use csieve_graph::{EdgeId, ExprId, VarId};

use super::{
    conditions::Held,
    params::{MAX_PARAMS, Params},
};

/// The key of a state. States with equal keys are joined (property simulation, [ESP]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    /// The pointers that were freed, one bit for each index in `Targets`.
    pub freed: u32,
    /// The parameters such that the object to which the parameter points was or may have been written.
    pub written: Params,
    /// The signs of the variables that decide what is returned.
    pub signs: [Sign; MAX_DECIDING],
    /// The signs of the values last written to the objects to which parameters point.
    pub outs: [Sign; MAX_OUTS],
    /// The answers to questions about memory to which parameters lead, as it was at entry.
    pub held: Held,
}

impl Key {
    /// Returns the key of a state at a return, where the sign of the returned value replaces the signs of
    /// variables.
    pub(crate) fn returning(self, value: Sign) -> Self {
        let mut signs = [Sign::Any; MAX_DECIDING];
        signs[0] = value;
        Self { signs, ..self }
    }

    /// Returns the key without the signs of the values in some objects to which parameters point: those with
    /// `true` in `which`.
    pub(crate) fn without_outs(mut self, which: [bool; MAX_OUTS]) -> Self {
        for (sign, _) in self.outs.iter_mut().zip(which).filter(|(_, is_without)| *is_without) {
            *sign = Sign::Any;
        }
        self
    }
}

/// The largest number of variables whose signs keep states apart.
pub(crate) const MAX_DECIDING: usize = 4;
/// The largest number of parameters for which states are kept apart by the value in the object to which the
/// parameter points.
pub(crate) const MAX_OUTS: usize = 3;

/// The knowledge about the sign of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// Nothing is known.
    #[default]
    Any,
    /// The value is below 0.
    Negative,
    /// The value is 0, or NULL.
    Zero,
    /// The value is above 0, or not NULL.
    Positive,
    /// The value is not 0.
    NonZero,
    /// The value is this constant, one of those that the function returns.
    Is(i128),
}

/// The owner of a fresh object, one that was allocated in the function and that no other code knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Owner {
    /// A variable that holds a pointer to the fresh object, or NULL.
    Var(VarId),
    /// A variable that may point to the fresh object or into it.
    Near(VarId),
    /// The object to which the parameter at this position points.
    Out(usize),
}

/// The pointers through which memory was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dirty {
    /// Exactly these pointer expressions, ascending.
    At(Vec<ExprId>),
    /// Unknown pointers: any memory may have been written.
    All,
}

/// The facts that hold on all runs which reach a location with one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// The intervals of the automaton's quantities.
    pub known: Environment,
    /// The parameters such that all runs accessed the object to which the parameter points.
    pub accessed: Params,
    /// The parameters such that all runs wrote the whole object to which the parameter points.
    pub overwritten: Params,
    /// The values last written to the objects to which parameters point, by position of the parameter.
    pub outs: Vec<Out>,
    /// Whether some run called something unknown.
    pub opaque: bool,
    /// Whether some run wrote memory to which no parameter points directly.
    pub writes_memory: bool,
    /// The pointers through which some run wrote memory.
    pub dirty: Dirty,
    /// Whether some run wrote a global variable to which pointers may lead.
    pub writes_shared: bool,
    /// The answers about values at entry that all runs gave.
    pub held: Held,
    /// The owners of fresh objects, each with the edge that allocated the object. The pointer to the object may
    /// also be NULL.
    pub fresh: Fresh,
    /// Whether an allocation failed on some run.
    pub failed: Failure,
}

/// Owners of fresh objects, each with the edge that allocated the object. States share what they have in common.
pub(crate) type Fresh = GenericOrdSet<(Owner, EdgeId), RcK>;

/// The value last written to the object to which a parameter points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Out {
    /// The interval of the last written value.
    pub value: Interval,
    /// A variable that still has the same value; `None` if none is known.
    pub copied: Option<VarId>,
}

/// Whether allocations failed on the runs of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Failure {
    /// No allocation failed.
    None,
    /// An allocation failed, and an unknown function was called since: perhaps a handler that never returns.
    Handled,
    /// An allocation failed.
    Failed,
}

impl Facts {
    /// Returns the facts at entry.
    pub(crate) fn at_entry(params: usize) -> Self {
        Self {
            known: Environment::default(),
            accessed: 0,
            overwritten: 0,
            outs: vec![Out::ANY; params.min(MAX_PARAMS)],
            opaque: false,
            writes_memory: false,
            dirty: Dirty::At(Vec::new()),
            writes_shared: false,
            held: Held::default(),
            fresh: Fresh::default(),
            failed: Failure::None,
        }
    }

    /// Returns the interval of a quantity.
    pub(crate) fn value(&self, automaton: &Automaton, quantity: QuantityId) -> Interval {
        self.known.get(automaton, quantity)
    }

    /// Returns what is known of the sign of a variable.
    pub(crate) fn sign_of(&self, automaton: &Automaton, var: VarId) -> Sign {
        let known = sign(self.value(automaton, var.into()));
        let is_zero = || automaton.quantities.find(&Quantity::IsZero(Linear::quantity(var.into())));
        match known {
            Sign::Any if is_zero().is_some_and(|test| self.value(automaton, test) == Interval::ZERO) => {
                Sign::NonZero
            }
            known => known,
        }
    }

    /// Joins the facts of other runs with the same key into these. With `widen`, interval bounds that move
    /// are given up. Returns whether anything changed.
    pub(crate) fn join(&mut self, automaton: &Automaton, other: &Self, widen: bool) -> bool {
        let fresh = self.joined_owners(other, automaton);
        let mut changed = fresh.as_ref().is_some_and(|fresh| *fresh != self.fresh);
        if let Some(fresh) = fresh {
            self.fresh = fresh;
        }
        changed |= self.known.join(&other.known, automaton, widen);
        changed |= self.dirty.join(&other.dirty);
        for (out, joined) in self.outs.iter_mut().zip(&other.outs) {
            let before = *out;
            let hull = out.value.hull(joined.value);
            out.value = if widen { widened(out.value, hull) } else { hull };
            out.copied = out.copied.filter(|copied| joined.copied == Some(*copied));
            changed |= *out != before;
        }
        let before = self.flags();
        self.accessed &= other.accessed;
        self.overwritten &= other.overwritten;
        self.opaque |= other.opaque;
        self.writes_memory |= other.writes_memory;
        self.writes_shared |= other.writes_shared;
        self.held = self.held.joined(other.held);
        self.failed = self.failed.max(other.failed);
        changed || self.flags() != before
    }

    fn flags(&self) -> (Params, Params, [bool; 3], Held, Failure) {
        let does = [self.opaque, self.writes_memory, self.writes_shared];
        (self.accessed, self.overwritten, does, self.held, self.failed)
    }

    /// Returns the owners of fresh objects after a join of two states. A variable that owns an object in one
    /// state only, and is not NULL in the other, becomes [`Owner::Near`]. A fresh object that an
    /// [`Owner::Out`] owns in one state only is given up. `None` if both states have the same owners.
    fn joined_owners(&self, other: &Self, automaton: &Automaton) -> Option<Fresh> {
        if self.fresh.ptr_eq(&other.fresh) || self.fresh.is_empty() && other.fresh.is_empty() {
            return None;
        }
        let is_null = |facts: &Self, owner: Owner| match owner {
            Owner::Var(var) => facts.value(automaton, var.into()) == Interval::ZERO,
            Owner::Out(param) => facts.outs[param].value.meet(Interval::NON_NULL).is_empty(),
            Owner::Near(_) => true,
        };
        let mut owners = self.fresh.clone();
        let mut lost: Vec<EdgeId> = Vec::new();
        for item in self.fresh.diff(&other.fresh) {
            let (&(owner, edge), two) = match item {
                DiffItem::Remove(of_one) => (of_one, other),
                DiffItem::Add(of_one) => (of_one, self),
            };
            owners.remove(&(owner, edge));
            match owner {
                _ if two.owns(owner) || is_null(two, owner) => drop(owners.insert((owner, edge))),
                Owner::Var(var) => drop(owners.insert((Owner::Near(var), edge))),
                _ => lost.push(edge),
            }
        }
        without(&mut owners, |(_, edge)| lost.contains(edge));
        Some(owners)
    }

    /// Returns whether an owner holds a pointer to a fresh object, or NULL.
    pub(crate) fn owns(&self, owner: Owner) -> bool {
        self.made_for(owner).next().is_some()
    }

    /// Returns the edges that made the fresh objects of an owner.
    pub(crate) fn made_for(&self, owner: Owner) -> impl Iterator<Item = EdgeId> + '_ {
        self.fresh.range((owner, EdgeId(0))..=(owner, EdgeId(u32::MAX))).map(|(_, edge)| *edge)
    }

    /// Returns the edges that made the fresh objects to which a variable may point.
    pub(crate) fn near(&self, var: VarId) -> impl Iterator<Item = EdgeId> + '_ {
        self.made_for(Owner::Var(var)).chain(self.made_for(Owner::Near(var)))
    }

    /// Forgets the fresh objects that these edges made: other code knows them now, or they are freed.
    pub(crate) fn give_up(&mut self, edges: &[EdgeId]) {
        without(&mut self.fresh, |(_, edge)| edges.contains(edge));
    }

    /// Removes a variable from the owners of fresh objects, because it gets another value.
    pub(crate) fn overwrite(&mut self, var: VarId) {
        self.disown(Owner::Var(var));
        self.disown(Owner::Near(var));
    }

    /// Records that an unknown value is written to the object to which a parameter points, or to a part of
    /// the object.
    pub(crate) fn write_out(&mut self, param: usize) {
        self.outs[param] = Out::ANY;
        self.disown(Owner::Out(param));
    }

    /// Removes an owner of fresh objects.
    pub(crate) fn disown(&mut self, owner: Owner) {
        let edges: Vec<EdgeId> = self.made_for(owner).collect();
        for edge in edges {
            self.fresh.remove(&(owner, edge));
        }
    }

    /// Adds an owner of the fresh object that an edge allocated.
    pub(crate) fn own(&mut self, owner: Owner, edge: EdgeId) {
        self.fresh.insert((owner, edge));
    }
}

impl Out {
    /// An unknown value of which no variable is a copy.
    const ANY: Self = Self { value: Interval::TOP, copied: None };
}

/// Removes owners from a set.
fn without(owners: &mut Fresh, is_removed: impl Fn(&(Owner, EdgeId)) -> bool) {
    let removed: Vec<_> = owners.iter().filter(|owner| is_removed(owner)).copied().collect();
    for owner in removed {
        owners.remove(&owner);
    }
}

/// Widens an interval: gives up the bounds that moved, but keeps the sign of the value.
fn widened(before: Interval, grown: Interval) -> Interval {
    let (Some(before), Some(after)) = (before.bounds(), grown.bounds()) else { return grown };
    let low = match after.0 {
        low if low == before.0 => low,
        1.. => 1,
        0 => 0,
        _ => Interval::NEG_INFINITY,
    };
    let high = match after.1 {
        high if high == before.1 => high,
        ..=-1 => -1,
        0 => 0,
        _ => Interval::POS_INFINITY,
    };
    Interval::new(low, high)
}

impl Dirty {
    /// Records that memory is written through a pointer.
    pub(crate) fn add(&mut self, pointer: ExprId) {
        if let Self::At(pointers) = self {
            match pointers.binary_search(&pointer) {
                Ok(_) => {}
                Err(_) if pointers.len() >= 16 => *self = Self::All,
                Err(at) => pointers.insert(at, pointer),
            }
        }
    }

    /// Adds the pointers of another state, and returns whether that changed anything.
    fn join(&mut self, other: &Self) -> bool {
        match (&mut *self, other) {
            (Self::All, _) => false,
            (_, Self::All) => {
                *self = Self::All;
                true
            }
            (Self::At(known), Self::At(more)) => {
                let before = known.len();
                for pointer in more {
                    self.add(*pointer);
                }
                !matches!(self, Self::At(pointers) if pointers.len() == before)
            }
        }
    }
}

impl Sign {
    /// Returns the sign without the mere knowledge that the value is not 0.
    pub(crate) fn without_zero(self) -> Self {
        if self == Self::NonZero { Self::Any } else { self }
    }

    /// Returns the sign without the constant.
    pub(crate) fn without_constant(self) -> Self {
        match self {
            Self::Is(value) => sign(Interval::point(value)),
            sign => sign,
        }
    }
}

/// Returns the sign of all values of an interval.
pub(crate) fn sign(value: Interval) -> Sign {
    match value.bounds() {
        Some((0, 0)) => Sign::Zero,
        Some((low, _)) if low > 0 => Sign::Positive,
        Some((_, high)) if high < 0 => Sign::Negative,
        _ => Sign::Any,
    }
}
