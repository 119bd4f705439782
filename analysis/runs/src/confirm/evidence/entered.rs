//! Who calls the function in which a run begins.

use csieve_graph::{Action, BinaryOp, ExprId, ExprKind};
use csieve_lowering::unit::START;
use csieve_machine::concolic::Trace;

use super::UnitGraphs;
use crate::confirm::steps;

/// Who calls the function in which a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entered {
    /// Anybody: the function is one of a library, and what it tests is what it expects of its callers. The same holds if
    /// nothing calls it yet.
    Anybody,
    /// Only the program, or code of the library if no declaration tells others of the function. Its calls are seen, and may
    /// exclude a value for which the function asks only by its size.
    Program,
    /// Only the program, through pointers. Whatever the function asks for may never be there.
    Pointer,
}

impl Entered {
    pub(super) fn of(graphs: &UnitGraphs, function: &str) -> Self {
        let files = graphs.files();
        let unit = files.unit();
        let is_known_to_others = || {
            let is_private =
                files.count() > 1 && !files.is_declared(None, function) && files.is_only_here(function);
            unit.context.is_exported(function) && !files.has_all_calls(function) && !is_private
        };
        if function == START || is_known_to_others() {
            return Self::Anybody;
        }
        let mentioning = files.all().filter(|file| files.may_mention(*file, function));
        let calling: Option<Vec<_>> = mentioning.map(|file| files.unit_of(file).calling(function)).collect();
        match calling {
            None => Self::Pointer,
            Some(calling) if calling.iter().all(Vec::is_empty) => Self::Anybody,
            Some(_) => Self::Program,
        }
    }
}

/// Returns whether a run of a function that only the program calls, through pointers, asks which object it was called for.
/// Its callers may always pass the right one.
pub(crate) fn asks_for_its_object(graphs: &UnitGraphs, function: &str, trace: &Trace) -> bool {
    Entered::of(graphs, function) == Entered::Pointer && compares_addresses(graphs, trace)
}

/// Returns whether a run compares a pointer with the address of an object, which says what it points to.
pub(super) fn compares_addresses(graphs: &UnitGraphs, trace: &Trace) -> bool {
    steps(graphs, trace).any(|(cfg, taken)| {
        let Action::Assume { cond, .. } = cfg.edge(taken.edge).action else { return false };
        let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) = cfg.expr(cond).kind else {
            return false;
        };
        let is_address = |side: ExprId| {
            let root = cfg.exprs.strip_casts(side);
            matches!(cfg.expr(root).kind, ExprKind::Address(_) | ExprKind::AddressOf(_))
        };
        is_address(left) || is_address(right)
    })
}
