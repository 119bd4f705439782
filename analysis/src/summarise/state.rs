//! What is known at a location, by what the function has done to its parameters so far.

use crate::{
    automaton::{Automaton, Event, Linear, Quantity, QuantityId},
    cfg::{EdgeId, ExprId, VarId},
    equations::Silent,
    interval::Interval,
};

use super::params::Params;

/// What tells states apart: those with equal keys are joined (property simulation).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The pointers that were freed, one bit each.
    pub freed: u32,
    /// The parameters whose objects were or may have been written.
    pub written: Params,
    /// The signs of the variables that decide what is returned.
    pub signs: [Sign; MAX_DECIDING],
}

/// Most variables whose signs keep states apart.
pub const MAX_DECIDING: usize = 4;

/// What is known of the sign of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// Nothing.
    #[default]
    Any,
    /// It is below 0.
    Negative,
    /// It is 0, or NULL.
    Zero,
    /// It is above 0, or not NULL.
    Positive,
    /// It is not 0.
    NonZero,
}

/// Who holds a fresh object that nobody outside the function knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// A variable that holds it, or NULL.
    Var(VarId),
    /// A variable that may point to it or into it.
    Near(VarId),
    /// The object of a parameter.
    Out(usize),
}

/// The pointers through which memory was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dirty {
    /// Just these, ascending.
    At(Vec<ExprId>),
    /// Any.
    All,
}

/// What holds of all runs that reach a location with one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Intervals of quantities, ascending; what is missing has the range of its type.
    values: Vec<(QuantityId, Interval)>,
    /// The parameters whose objects were accessed on all runs.
    pub accessed: Params,
    /// The parameters whose objects were written as a whole on all runs.
    pub overwritten: Params,
    /// What was last written to the objects of parameters, by position.
    pub outs: Vec<Interval>,
    /// Something unknown was called on some run.
    pub opaque: bool,
    /// Memory that no parameter points to directly was written on some run.
    pub writes_memory: bool,
    /// Where memory was written on some run.
    pub dirty: Dirty,
    /// Owners of fresh objects or NULL, with the edge that made the object; ascending.
    pub fresh: Vec<(Owner, EdgeId)>,
    /// Whether an allocation failed on some run.
    pub failed: Failure,
}

/// Whether an allocation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failure {
    /// No.
    None,
    /// It did, and something unknown was called since: perhaps a handler that never comes back.
    Handled,
    /// It did.
    Failed,
}

impl Facts {
    /// Nothing has happened yet.
    pub fn at_entry(params: usize) -> Self {
        Self {
            values: Vec::new(),
            accessed: 0,
            overwritten: 0,
            outs: vec![Interval::TOP; params],
            opaque: false,
            writes_memory: false,
            dirty: Dirty::At(Vec::new()),
            fresh: Vec::new(),
            failed: Failure::None,
        }
    }

    /// The interval of a quantity.
    pub fn value(&self, automaton: &Automaton, quantity: QuantityId) -> Interval {
        match self.values.binary_search_by_key(&quantity, |entry| entry.0) {
            Ok(at) => self.values[at].1,
            Err(_) => automaton.range(quantity),
        }
    }

    /// What is known of the sign of a variable.
    pub fn sign_of(&self, automaton: &Automaton, var: VarId) -> Sign {
        let known = sign(self.value(automaton, var.into()));
        let is_zero = || automaton.quantities.find(&Quantity::IsZero(Linear::quantity(var.into())));
        match known {
            Sign::Any if is_zero().is_some_and(|test| self.value(automaton, test) == Interval::ZERO) => {
                Sign::NonZero
            }
            known => known,
        }
    }

    /// Takes an event into account; false if no run goes on.
    pub fn apply(&mut self, automaton: &Automaton, event: &Event) -> bool {
        match event {
            Event::Kill(killed) => {
                if !self.values.is_empty() {
                    for quantity in killed {
                        self.set(automaton, *quantity, None);
                    }
                }
                true
            }
            Event::Update(id) => {
                let update = automaton.update(*id);
                let value = update.program.evaluate(&|quantity| self.value(automaton, quantity), &mut Silent);
                self.set(automaton, update.target, Some(value));
                !value.is_empty()
            }
        }
    }

    fn set(&mut self, automaton: &Automaton, quantity: QuantityId, value: Option<Interval>) {
        let value = value.filter(|value| *value != automaton.range(quantity));
        match (self.values.binary_search_by_key(&quantity, |entry| entry.0), value) {
            (Ok(at), Some(value)) => self.values[at].1 = value,
            (Ok(at), None) => drop(self.values.remove(at)),
            (Err(at), Some(value)) => self.values.insert(at, (quantity, value)),
            (Err(_), None) => {}
        }
    }

    /// Joins other runs with the same key; a bound that moves is given up if `widen` says so. Says whether
    /// anything changed.
    pub fn join(&mut self, automaton: &Automaton, other: &Self, widen: bool) -> bool {
        let before = self.clone();
        let mut values = Vec::with_capacity(self.values.len().min(other.values.len()));
        for &(quantity, value) in &self.values {
            let Ok(at) = other.values.binary_search_by_key(&quantity, |entry| entry.0) else { continue };
            let hull = value.hull(other.values[at].1);
            let joined =
                if widen && hull != value { widened(value, hull, automaton.range(quantity)) } else { hull };
            if joined != automaton.range(quantity) {
                values.push((quantity, joined));
            }
        }
        self.fresh = self.joined_owners(other, automaton);
        self.values = values;
        self.accessed &= other.accessed;
        self.overwritten &= other.overwritten;
        for (out, joined) in self.outs.iter_mut().zip(&other.outs) {
            let hull = out.hull(*joined);
            *out = if widen && hull != *out { Interval::TOP } else { hull };
        }
        self.opaque |= other.opaque;
        self.writes_memory |= other.writes_memory;
        self.dirty = self.dirty.joined(&other.dirty);
        self.failed = self.failed.max(other.failed);
        *self != before
    }

    /// A variable that owns an object in one of two states, and in the other no NULL either, only may own it.
    fn joined_owners(&self, other: &Self, automaton: &Automaton) -> Vec<(Owner, EdgeId)> {
        let is_null = |facts: &Self, owner: Owner| match owner {
            Owner::Var(var) => facts.value(automaton, var.into()) == Interval::ZERO,
            Owner::Out(param) => facts.outs[param] == Interval::ZERO,
            Owner::Near(_) => true,
        };
        let mut owners: Vec<(Owner, EdgeId)> = Vec::new();
        let mut lost: Vec<EdgeId> = Vec::new();
        for (one, two) in [(self, other), (other, self)] {
            for &(owner, edge) in &one.fresh {
                match owner {
                    _ if two.owns(owner) || is_null(two, owner) => owners.push((owner, edge)),
                    Owner::Var(var) => owners.push((Owner::Near(var), edge)),
                    _ => lost.push(edge),
                }
            }
        }
        owners.retain(|(_, edge)| !lost.contains(edge));
        owners.sort_unstable();
        owners.dedup();
        owners
    }

    /// Whether an owner holds a fresh object or NULL.
    pub fn owns(&self, owner: Owner) -> bool {
        self.fresh.iter().any(|(other, _)| *other == owner)
    }

    /// The edges that made the objects that a variable may point to.
    pub fn near(&self, var: VarId) -> impl Iterator<Item = EdgeId> + '_ {
        let is_near = move |owner: Owner| owner == Owner::Var(var) || owner == Owner::Near(var);
        self.fresh.iter().filter(move |(owner, _)| is_near(*owner)).map(|(_, edge)| *edge)
    }

    /// The objects that these edges made are no secret any more, or are gone.
    pub fn give_up(&mut self, edges: &[EdgeId]) {
        self.fresh.retain(|(_, edge)| !edges.contains(edge));
    }

    /// A variable gets another value.
    pub fn overwrite(&mut self, var: VarId) {
        self.fresh.retain(|(owner, _)| *owner != Owner::Var(var) && *owner != Owner::Near(var));
    }

    /// Adds an owner of a fresh object.
    pub fn own(&mut self, owner: Owner, edge: EdgeId) {
        if let Err(at) = self.fresh.binary_search(&(owner, edge)) {
            self.fresh.insert(at, (owner, edge));
        }
    }
}

impl Dirty {
    /// Memory is written through a pointer.
    pub fn add(&mut self, pointer: ExprId) {
        if let Self::At(pointers) = self {
            match pointers.binary_search(&pointer) {
                Ok(_) => {}
                Err(_) if pointers.len() >= 16 => *self = Self::All,
                Err(at) => pointers.insert(at, pointer),
            }
        }
    }

    fn joined(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::All, _) | (_, Self::All) => Self::All,
            (Self::At(_), Self::At(more)) => {
                let mut joined = self.clone();
                for pointer in more {
                    joined.add(*pointer);
                }
                joined
            }
        }
    }
}

/// The bounds that did not move, and the type's range for those that did.
fn widened(old: Interval, hull: Interval, range: Interval) -> Interval {
    let (Some((old_low, old_high)), Some((low, high))) = (old.bounds(), hull.bounds()) else { return hull };
    let Some((least, most)) = range.bounds() else { return hull };
    Interval::new(if low < old_low { least } else { low }, if high > old_high { most } else { high })
}

/// The sign of an interval.
pub fn sign(value: Interval) -> Sign {
    match value.bounds() {
        Some((0, 0)) => Sign::Zero,
        Some((low, _)) if low > 0 => Sign::Positive,
        Some((_, high)) if high < 0 => Sign::Negative,
        _ => Sign::Any,
    }
}
