//! The any-reason properties of uninitialized-read and of the leaks of memory and resources.

use csieve_graph::{Action, Edge, EdgeId, ExprId, ExprKind, VarId, VarKind};

use crate::model::{
    Function, Holder, Holders, Mark, Move, Phase, Property, Relation, Touch, Tracked, ZeroTest, zero_test,
};

use super::{
    Rule, UninitializedRead, failed_realloc,
    memory_leak::{at_return, is_passed, is_test},
    uninitialized_read::{cells, followed},
};

/// A variable that may still have no value although its address was passed to a callee, which could have
/// given it one.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyIndeterminate;

impl Property for AnyIndeterminate {
    fn rule(&self) -> Rule {
        Rule::UninitializedRead
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.blank().begun_at(function.cfg.edge(edge)) {
            [] => UninitializedRead.start(function, edge),
            begun => Some(step_cells(function, begun.iter().copied(), edge)),
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let action = &function.cfg.edge(edge).action;
        let var = match tracked.holders.exact().first() {
            Some(Holder::Var(var)) => *var,
            Some(Holder::Cell(_)) => return step_cells(function, cells(tracked), edge),
            None => return Move::Gone,
        };
        // A misuse of another operand may stand for the read: see `UninitializedRead::is_at`.
        if function.reads(edge).binary_search(&var).is_ok() || matches!(action, Action::Misuse { .. }) {
            return Move::Perhaps(tracked.clone());
        }
        let is_written = function.cfg.edge(edge).assigned() == Some(var);
        if is_written { Move::Gone } else { Move::To(tracked.clone()) }
    }
}

/// Follows bytes in memory that may still have no value, although other code could have given them one.
fn step_cells(function: &Function, cells: impl Iterator<Item = ExprId>, edge: EdgeId) -> Move {
    let mut is_read = matches!(function.cfg.edge(edge).action, Action::Misuse { .. });
    let mut left = Vec::new();
    for address in cells {
        let touch = function.blank().touch(function.cfg, address, edge);
        is_read |= touch == Touch::Read;
        if touch != Touch::Written {
            left.push(Holder::Cell(address));
        }
        left.extend(function.blank().copied(edge, address).map(Holder::Cell));
    }
    let Some(next) = followed(left) else { return Move::Gone };
    if is_read { Move::Perhaps(next) } else { Move::To(next) }
}

/// Memory, or a resource, that may leak although it was passed to a callee: the callee need not release it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnyLoss {
    /// Memory that an allocator made.
    Memory,
    /// A resource that a function of the library opened.
    Resource,
}

impl Property for AnyLoss {
    fn rule(&self) -> Rule {
        match self {
            Self::Memory => Rule::MemoryLeak,
            Self::Resource => Rule::ResourceLeak,
        }
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let begins = |var: VarId, is_new: bool| match self {
            Self::Resource => is_new || is_closed_somewhere(function, var),
            Self::Memory => function.cfg.var(var).ty.as_int().is_none(),
        };
        let id = edge;
        let edge = function.cfg.edge(edge);
        let begun = match edge.action {
            // A callee may return memory that it allocated, or a resource that it opened.
            Action::Alloc { var, .. } | Action::Open { var, .. } | Action::Call { result: Some(var), .. }
                if !is_global(function, var) && begins(var, matches!(edge.action, Action::Open { .. })) =>
            {
                let phase = Phase::default().with_if(function.cfg.var(var).exposed, Mark::Escaped);
                Some(Tracked::by(Holder::Var(var)).in_phase(phase))
            }
            _ => None,
        };
        // Code that has the address of a pointer variable may have stored a pointer in it to memory that
        // nothing else points to.
        let is_left = *self == Self::Memory && failed_realloc::old_pointer(function, id).is_some();
        let may_lose = edge.assigned().is_some() || matches!(edge.action, Action::Return(_));
        let anything = Tracked { phase: Mark::Escaped.into(), holders: Holders::default() };
        if is_left {
            return Some(Move::To(anything));
        }
        if may_lose && *self == Self::Memory && function.has_exposed_pointer() {
            return Some(Move::Perhaps(begun.unwrap_or(anything)));
        }
        begun.map(Move::To)
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        if is_kept(function, &tracked.holders, edge) {
            return Move::Gone;
        }
        if matches!(edge.action, Action::Return(_)) {
            return at_return(function, &Holders::default());
        }
        let escapes = escapes(function, &tracked.holders, edge);
        let phase = tracked.phase.with_if(escapes, Mark::Escaped);
        let holders = tracked.holders.after(function, edge);
        let is_left_to_dead = is_left_to_dead(function, (&tracked.holders, &holders), edge);
        let is_lost = is_left_to_dead || holders.is_empty() && !tracked.holders.is_empty();
        let is_perhaps = is_left_to_dead || phase.has(Mark::Escaped);
        let next = Tracked { phase, holders };
        match (is_lost, is_perhaps) {
            (true, true) => Move::Perhaps(next),
            (true, false) => Move::Misuse { definite: false },
            (false, _) => Move::To(next),
        }
    }
}

/// Returns whether an edge takes the value from one of its holders, while nothing reads the others any more: the variable of a
/// block that has ended may still hold it, but nobody sees it.
fn is_left_to_dead(function: &Function, (before, after): (&Holders, &Holders), edge: &Edge) -> bool {
    let is_dead = |holder: Holder| match holder {
        Holder::Var(var) => !is_global(function, var) && !function.is_live(var, edge.to),
        Holder::Cell(_) => false,
    };
    after.all().count() < before.all().count() && !after.is_empty() && after.all().all(is_dead)
}

/// Returns whether the function closes the value of a variable, and so treats the value as a handle.
fn is_closed_somewhere(function: &Function, var: VarId) -> bool {
    function.cfg.edges.iter().any(|edge| match &edge.action {
        Action::Close { handle, .. } => function.dependencies(*handle).vars.contains(&var),
        _ => false,
    })
}

fn is_global(function: &Function, var: VarId) -> bool {
    function.cfg.var(var).kind == VarKind::Global
}

/// Returns whether, after an edge, the memory or resource is released for certain, was never obtained, or is
/// kept where other code finds it.
fn is_kept(function: &Function, holders: &Holders, edge: &Edge) -> bool {
    let occurs = |expr: ExprId| holders.occurs_in(function, expr);
    match &edge.action {
        Action::Free { pointer, .. } => holders.relation(function, *pointer).is_some(),
        Action::Close { handle, .. } | Action::CloseFail { handle } => {
            holders.relation(function, *handle).is_some()
        }
        Action::Return(Some(value)) => occurs(*value),
        Action::Assign { var, value } => is_global(function, *var) && occurs(*value),
        // A summary says that the callee may store the pointer, not that it does.
        Action::Store { .. } if edge.inside.is_some() => false,
        Action::Store { value, .. } => occurs(*value) && !has_objects_of_its_own(function),
        _ => match zero_test(function, edge) {
            Some(ZeroTest::Zero(value)) => holders.relation(function, value) == Some(Relation::Exact),
            _ => false,
        },
    }
}

/// Returns whether the function takes the address of an object that may no longer exist when the function
/// returns.
fn has_objects_of_its_own(function: &Function) -> bool {
    function
        .cfg
        .expr_ids()
        .any(|id| matches!(function.cfg.expr(id).kind, ExprKind::Address(_) | ExprKind::AddressOf(_)))
}

fn escapes(function: &Function, holders: &Holders, edge: &Edge) -> bool {
    let occurs = |expr: ExprId| holders.occurs_in(function, expr);
    match &edge.action {
        Action::Store { value, .. } => occurs(*value),
        Action::Assign { var, value } => {
            let is_copy = holders.relation(function, *value).is_some() || is_test(function, *value);
            occurs(*value) && (!is_copy || function.cfg.var(*var).exposed)
        }
        Action::Call { target, args, .. } => is_passed(function, holders, target, args),
        Action::Opaque { .. } => true,
        _ => false,
    }
}
