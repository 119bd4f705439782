//! The any-reason properties: they accept the misuses of the checks whatever their cause. A finding counts as
//! refuted only if its any-reason property has no counterexample either.

use csieve_graph::{Action, EdgeId, MisuseKind};

use crate::model::{Function, Mark, MayHolders, Move, Phase, Property, Tracked};

use super::{
    Rule,
    freed::{copied, returned},
};

/// A misuse that has edges of its own: it counts whatever values lead to it. The fields are the rule, and the
/// kind of these edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyMisuse(pub Rule, pub MisuseKind);

impl Property for AnyMisuse {
    fn rule(&self) -> Rule {
        self.0
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let misused = match function.cfg.edge(edge).action {
            Action::Misuse { kind, .. } => kind == self.1,
            _ => false,
        };
        misused.then_some(Move::Misuse { definite: true })
    }

    fn step(&self, _function: &Function, _tracked: &Tracked, _edge: EdgeId) -> Move {
        Move::Gone
    }
}

/// An object that may be freed, in a callee as well, and is then used or freed through a pointer that may
/// point to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnyFreed {
    /// The object is used after the free.
    Used,
    /// The object is freed again.
    FreedAgain,
}

impl Property for AnyFreed {
    fn rule(&self) -> Rule {
        match self {
            Self::Used => Rule::UseAfterFree,
            Self::FreedAgain => Rule::DoubleFree,
        }
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        vec![state(MayHolders::at_entry(function), Phase::default())]
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(edge);
        let suspects = match &edge.action {
            Action::Alloc { var, .. } => MayHolders::fresh(function, *var),
            Action::Open { var, resource, .. } if resource.is_pointer => MayHolders::fresh(function, *var),
            _ => from_outside(function, &edge.action)?,
        };
        Some(Move::To(state(suspects, Phase::default())))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let suspects = suspects(tracked);
        let may_be = |expr| suspects.may_be(function, expr);
        let (mut used, mut frees) = (false, false);
        match &edge.action {
            Action::Deref { pointer, .. } => used = *self == Self::Used && may_be(*pointer),
            Action::Free { pointer, .. } => {
                frees = may_be(*pointer);
                used = *self == Self::FreedAgain && frees;
            }
            Action::Close { handle, resource, .. } if resource.is_pointer => frees = may_be(*handle),
            Action::Call { args, .. } => {
                let is_passed = args.iter().any(|arg| may_be(*arg));
                // A callee that finds the pointer in memory may free the object.
                frees = is_passed || suspects.is_in_memory();
                used = *self == Self::Used && is_passed;
            }
            Action::Opaque { .. } => frees = suspects.is_in_memory(),
            Action::LibraryCall { args, .. } => {
                used = *self == Self::Used && args.iter().any(|arg| may_be(*arg));
            }
            _ => {
                let value = copied(function, edge).or_else(|| returned(function, edge));
                used = *self == Self::Used && value.is_some_and(may_be);
            }
        }
        let was_freed = tracked.phase.has(Mark::Freed);
        let next =
            state(suspects.after(function, edge), Phase::default().with_if(was_freed || frees, Mark::Freed));
        if used && was_freed { Move::Perhaps(next) } else { Move::To(next) }
    }
}

/// A resource that may be closed, in a callee as well, and is then closed again through a handle that may
/// belong to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyClosed;

impl Property for AnyClosed {
    fn rule(&self) -> Rule {
        Rule::DoubleClose
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        vec![state(MayHolders::at_entry(function), Phase::default())]
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(edge);
        let suspects = match &edge.action {
            Action::Open { var, .. } => MayHolders::fresh(function, *var),
            _ => from_outside(function, &edge.action)?,
        };
        Some(Move::To(state(suspects, Phase::default())))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let suspects = suspects(tracked);
        let may_be = |expr| suspects.may_be(function, expr);
        let (is_close, closes) = match &edge.action {
            Action::Close { handle, .. } | Action::CloseFail { handle } => (true, may_be(*handle)),
            Action::Call { args, .. } => {
                (false, suspects.is_in_memory() || args.iter().any(|arg| may_be(*arg)))
            }
            Action::Opaque { .. } => (false, suspects.is_in_memory()),
            _ => (false, false),
        };
        let was_closed = tracked.phase.has(Mark::Closed);
        let next = state(
            suspects.after(function, edge),
            Phase::default().with_if(was_closed || closes, Mark::Closed),
        );
        if is_close && closes && was_closed { Move::Perhaps(next) } else { Move::To(next) }
    }
}

/// An object that no allocator made, and that is freed through a pointer that may point to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyAddress;

impl Property for AnyAddress {
    fn rule(&self) -> Rule {
        Rule::InvalidFree
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        vec![state(MayHolders::at_entry(function), Phase::default())]
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(edge);
        let is_address = |value| super::invalid_free::is_address(function, value);
        let suspects = match &edge.action {
            Action::Free { pointer, .. } if is_address(*pointer) => {
                return Some(Move::Misuse { definite: true });
            }
            Action::Assign { var, value } if is_address(*value) => MayHolders::fresh(function, *var),
            Action::Store { value, .. } if is_address(*value) => MayHolders::from_outside(function, None),
            action => from_outside(function, action)?,
        };
        Some(Move::To(state(suspects, Phase::default())))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let suspects = suspects(tracked);
        let next = state(suspects.after(function, edge), Phase::default());
        match edge.action {
            Action::Free { pointer, .. } if suspects.may_be(function, pointer) => Move::Perhaps(next),
            _ => Move::To(next),
        }
    }
}

/// Returns the places that may hold a pointer to an object from outside the function after an action. `None`
/// if the action brings in no such object.
pub(super) fn from_outside(function: &Function, action: &Action) -> Option<MayHolders> {
    match action {
        Action::Call { result, .. } | Action::LibraryCall { result, .. } => {
            Some(MayHolders::from_outside(function, *result))
        }
        Action::Opaque { vars } => {
            let mut suspects = MayHolders::from_outside(function, None);
            for var in vars {
                suspects.include(function, *var);
            }
            Some(suspects)
        }
        _ => None,
    }
}

pub(super) fn state(suspects: MayHolders, phase: Phase) -> Tracked {
    let (memory, holders) = suspects.into_parts();
    Tracked { phase: phase.with_if(memory, Mark::InMemory), holders }
}

pub(super) fn suspects(tracked: &Tracked) -> MayHolders {
    MayHolders::from_parts(tracked.phase.has(Mark::InMemory), &tracked.holders)
}
