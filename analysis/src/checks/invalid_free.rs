use crate::{
    cfg::{Action, EdgeId, ExprId, ExprKind, expr_text},
    library::Library,
    model::{
        Counterexample, Function, Holder, Move, Property, Tracked, is_stable_address, strip_pointer_casts,
    },
    text::{Sentence, sentence},
};

use super::{Check, Decisions, Rule, any_reason::AnyAddress, line};

/// ## What it does
/// Finds calls that free the address of a variable, an array, a string literal or a function.
///
/// ## Why is this bad
/// Only memory from the allocator can be given back to it; anything else corrupts it.
///
/// ## Example
/// ```c
/// char buffer[16];
/// char *p = buffer;
/// free(p);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InvalidFree;

impl Property for InvalidFree {
    fn rule(&self) -> Rule {
        Rule::InvalidFree
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            // A stream may be closed by a function that frees what it is given.
            Action::Assign { value, .. } | Action::Store { value, .. } if is_stream(function, value) => None,
            Action::Assign { var, value } if is_address(function, value) => {
                Some(Move::To(Tracked::by(Holder::Var(var))))
            }
            Action::Store { pointer, value }
                if is_address(function, value) && is_stable_address(function, pointer) =>
            {
                Some(Move::To(Tracked::by(Holder::Cell(pointer))))
            }
            Action::Free { pointer, .. } if is_address(function, pointer) => {
                Some(Move::Misuse { definite: true })
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        if let Action::Free { pointer, .. } = edge.action
            && tracked.holders.relation(function, pointer).is_some()
        {
            return Move::Misuse { definite: true };
        }
        let holders = tracked.holders.after(function, edge);
        if holders.is_empty() { Move::Gone } else { Move::To(Tracked { phase: tracked.phase, holders }) }
    }
}

/// Whether a pointer is one of the streams that every program has open. Those of other tables are left out
/// where they are freed by their names.
fn is_stream(function: &Function, pointer: ExprId) -> bool {
    match &function.cfg.expr(strip_pointer_casts(function, pointer)).kind {
        ExprKind::Address(name) => Library::built_in().is_standard_stream(name),
        _ => false,
    }
}

/// Whether a pointer points to something that no allocator made.
pub(super) fn is_address(function: &Function, mut pointer: ExprId) -> bool {
    loop {
        pointer = strip_pointer_casts(function, pointer);
        match function.cfg.expr(pointer).kind {
            ExprKind::Address(_) | ExprKind::AddressOf(_) => return true,
            ExprKind::Inside { base, .. } => pointer = base,
            _ => return false,
        }
    }
}

impl Check for InvalidFree {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyAddress
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterFirst
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        match function.cfg.edge(found.misuse()).action {
            Action::Free { pointer, .. } => expr_text(function.cfg, strip_pointer_casts(function, pointer)),
            _ => "the object".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let freed = self.subject(function, found);
        match found.origin().filter(|origin| *origin != found.misuse()) {
            Some(origin) => {
                let line = line(function, origin);
                let what = match function.cfg.edge(origin).action {
                    Action::Assign { value, .. } | Action::Store { value, .. } => {
                        expr_text(function.cfg, strip_pointer_casts(function, value))
                    }
                    _ => "memory".to_owned(),
                };
                sentence!(
                    "`{}` is freed, but since line {} it is `{}`, which was never allocated",
                    freed,
                    line,
                    what
                )
            }
            None => sentence!("`{}` is freed, but it was never allocated", freed),
        }
    }
}
