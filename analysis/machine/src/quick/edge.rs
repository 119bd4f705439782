//! Quick forms of edges.

use super::{
    calls::Call,
    compile::{access, expression, variable},
    expression::Expression,
    place::Row,
    slots::Variable,
};
use crate::{cells::width, code::Code};
use csieve_graph::{Action, CallTarget, Cfg, EdgeId, ExprId, Loc, Meant, Type, UseKind, VarId};

/// An edge.
pub(crate) struct QuickEdge<'g> {
    pub id: EdgeId,
    pub action: QuickAction<'g>,
    /// The location where the edge ends.
    pub to: Loc,
    /// The accesses that are checked after the action.
    pub checks: Checks,
    /// Whether the budget counts the edge as if the general form took it: long runs get no longer than those
    /// of programs whose graphs have no such edges.
    pub is_long: bool,
}

/// An action.
pub(crate) enum QuickAction<'g> {
    /// Only the general form can carry out the action.
    General,
    /// Nothing changes.
    Nothing,
    Declare(VarId),
    Assign {
        var: Variable,
        value: Expression,
    },
    /// The object at a pointer must exist. If the only access that is checked after the action is one at the same
    /// pointer, it is here.
    Exists(Expression, Option<Box<Room>>),
    Store(Box<Store>),
    Call(Box<Call<'g>>),
    /// The function returns to its caller, perhaps with a value.
    Return(Option<(Expression, Type)>),
}

/// A store of a value in memory.
#[derive(Debug)]
pub(crate) struct Store {
    pub place: Expression,
    pub rows: Box<[Row]>,
    pub value: Expression,
    pub ty: Type,
    pub width: i128,
}

/// The accesses that are checked after an action.
#[derive(Debug)]
pub(crate) enum Checks {
    /// There are none.
    None,
    /// Only the general form can check them.
    General,
    Quick(Box<[Check]>),
}

/// An access that must stay inside its object.
#[derive(Debug)]
pub(crate) struct Check {
    pub place: Expression,
    pub room: Room,
}

/// What an access must stay inside of, and its width in bytes.
#[derive(Debug)]
pub(crate) struct Room {
    pub rows: Box<[Row]>,
    pub width: i128,
}

impl<'g> QuickEdge<'g> {
    /// Makes the quick form of an edge.
    pub(crate) fn new(code: &Code<'g>, id: EdgeId) -> Self {
        let edge = code.cfg.edge(id);
        let makes_object = code.cfg.sizes.computed.contains_key(&id);
        let action = if makes_object { None } else { action(code, id) };
        let (mut action, mut checks) = (action.unwrap_or(QuickAction::General), checks(code, id));
        if let (QuickAction::Exists(_, room), Action::Deref { pointer, .. }) = (&mut action, &edge.action)
            && let Some(all) = checks.as_mut().filter(|all| all.len() == 1)
            && accessed(code, id) == Some(*pointer)
        {
            *room = all.pop().map(|check| Box::new(check.room));
        }
        Self {
            id,
            action,
            to: edge.to,
            is_long: matches!(edge.action, Action::Learn { .. }),
            checks: match checks {
                None => Checks::General,
                Some(checks) if checks.is_empty() => Checks::None,
                Some(checks) => Checks::Quick(checks.into()),
            },
        }
    }
}

fn action<'g>(code: &Code<'g>, id: EdgeId) -> Option<QuickAction<'g>> {
    Some(match &code.cfg.edge(id).action {
        Action::Skip if code.cfg.concrete.lists.contains_key(&id) => return None,
        Action::Skip
        | Action::Assume { .. }
        | Action::AssumeNone { .. }
        | Action::Learn { .. }
        | Action::FreeNull { .. } => QuickAction::Nothing,
        Action::Declare(var) => QuickAction::Declare(*var),
        Action::Assign { var, value } => {
            QuickAction::Assign { var: variable(code, *var)?, value: expression(code, *value)? }
        }
        Action::Deref { pointer, .. } => QuickAction::Exists(expression(code, *pointer)?, None),
        Action::Store { pointer, value } => QuickAction::Store(Box::new(store(code, id, *pointer, *value)?)),
        Action::Call { target: CallTarget::Named(name), args, result } => {
            QuickAction::Call(Box::new(Call::new(code, name, args, *result)?))
        }
        Action::Return(value) if code.lends_nothing() => QuickAction::Return(match value {
            Some(value) => Some((expression(code, *value)?, code.cfg.expr(*value).ty)),
            None => None,
        }),
        Action::Alloc { .. } | Action::AllocFail { .. } | Action::Free { .. } => return None,
        Action::Open { .. } | Action::OpenFail { .. } => return None,
        Action::Close { .. } | Action::CloseFail { .. } => return None,
        Action::Lock { .. } | Action::LockFail { .. } | Action::Unlock { .. } => return None,
        Action::Call { .. } | Action::LibraryCall { .. } | Action::Opaque { .. } => return None,
        Action::Misuse { .. } | Action::Return(_) => return None,
    })
}

fn store(code: &Code<'_>, edge: EdgeId, pointer: ExprId, value: ExprId) -> Option<Store> {
    let (cfg, ty) = (code.cfg, code.cfg.expr(value).ty);
    let width = width(ty, cfg.model)?;
    if cfg.initials.contains_key(&edge) || is_special(cfg, pointer, value) {
        return None;
    }
    let (place, rows) = access(code, pointer, width)?;
    Some(Store { place, rows, value: expression(code, value)?, ty, width })
}

/// Returns whether a store writes a bit-field or a structure.
fn is_special(cfg: &Cfg, pointer: ExprId, value: ExprId) -> bool {
    cfg.concrete.bits.contains_key(&pointer)
        || matches!(cfg.concrete.values.get(&value), Some(Meant::Object { .. }))
}

/// Returns the pointer of the first access that is checked after an edge.
fn accessed(code: &Code<'_>, edge: EdgeId) -> Option<ExprId> {
    let mut uses = code.uses.get(&edge)?.iter();
    uses.find_map(|index| match code.cfg.sizes.uses[*index].kind {
        UseKind::Access { pointer, bytes } => (bytes != 0).then_some(pointer),
        UseKind::Buffer { .. }
        | UseKind::Allocation { .. }
        | UseKind::Shift { .. }
        | UseKind::Arithmetic { .. } => None,
    })
}

/// Returns the accesses to check after an edge; `None` if they have no quick form.
fn checks(code: &Code<'_>, edge: EdgeId) -> Option<Vec<Check>> {
    let Some(uses) = code.uses.get(&edge) else { return Some(Vec::new()) };
    let mut checks = Vec::new();
    for index in uses {
        match &code.cfg.sizes.uses[*index].kind {
            UseKind::Access { bytes: 0, .. }
            | UseKind::Allocation { .. }
            | UseKind::Shift { .. }
            | UseKind::Arithmetic { .. } => {}
            UseKind::Access { pointer, bytes } => {
                let width = i128::from(*bytes);
                let (place, rows) = access(code, *pointer, width)?;
                checks.push(Check { place, room: Room { rows, width } });
            }
            UseKind::Buffer { .. } => return None,
        }
    }
    Some(checks)
}
