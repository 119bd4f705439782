use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, Instrument, MisuseEdges, MisuseSort, Names, Severity,
    declare,
};
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, BinaryOp, Edge, EdgeId, ExprId, ExprKind, Type, VarId, VarKind, expr_text};

use crate::model::{
    Counterexample, Function, Holder, Holders, Mark, MayHolders, Move, Phase, Property, Tracked,
    is_stable_address, strip_pointer_casts,
};

use super::{Check, Rule, holder_text, line};

declare! {
    /// ## What it does
    ///
    /// Finds addresses of local variables, parameters, arrays, structures, compound literals and `alloca`
    /// memory that a function returns, or that a global variable, a static one, or what a parameter points
    /// to still holds when the function returns. Copies of the pointer and pointers into the object count.
    ///
    /// ## Why is this bad
    ///
    /// A local object ends with its function. A later access through the address reads or writes the stack
    /// of other functions.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdio.h>
    /// # char *example(int n)
    /// # {
    ///     char buffer[32];
    ///     snprintf(buffer, sizeof buffer, "%d", n);
    ///     return buffer;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stddef.h>
    /// # char *example(char *given)
    /// # {
    ///     char buffer[8], *p = given;
    ///     int local = 0;
    ///     if (given == NULL) {
    ///         p = buffer;
    ///         local = 1;
    ///     }
    ///     if (local)
    ///         return NULL;
    ///     return p;
    /// # }
    /// ```
    ///
    /// `{local = 1, local == 0}` has no solution: where `p` is `buffer`, it is not returned.
    ///
    /// ## Limits
    ///
    /// An address that is stored and then passed a call is followed no further, as the callee may overwrite
    /// it. What a macro stores is left out: another macro usually takes it out again.
    StackAddressEscape {
        title: "The address of a local object outlives it",
        finds: "addresses of local objects that outlive them",
        cwe: 562,
        cert: &["DCL30-C"],
        misra: &["Rule 18.6"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &[
                "returnDanglingLifetime",
                "danglingLifetime",
                "autoVariables",
                "returnAddressOfAutoVariable",
            ],
            gcc: &["-Wreturn-local-addr", "-Wdangling-pointer"],
            clang: &["core.StackAddressEscape"],
        },
        detection: Detection::Search(&StackAddressEscape),
        edges: MisuseEdges::Nowhere,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::ReturnsAddress,
        callees_decide: false,
        in_runs: None,
        driver: Driver {
            reports: &["stack-use-after-return", "csieve: an address of a local object is left"],
            names_line: false,
            instrument: Instrument::Escapes,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for StackAddressEscape {
    fn rule(&self) -> Rule {
        Rule::StackAddressEscape
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let is_global = |var: VarId| function.cfg.var(var).kind == VarKind::Global;
        match function.cfg.edge(edge).action {
            Action::Assign { var, value } if !is_global(var) => {
                local_object(function, value).map(|_| Move::To(Tracked::by(Holder::Var(var))))
            }
            Action::Return(Some(value)) if function.cfg.returns == Type::Pointer => {
                local_object(function, value).map(|_| Move::Misuse { definite: false })
            }
            // If a macro stores an address, another macro usually removes it again: lists, and tricks against
            // optimisation.
            _ if function.cfg.edge(edge).expanded.is_some() => None,
            Action::Store { pointer, value } if outlives(function, pointer) => {
                local_object(function, value).map(|_| Move::To(Tracked::by(Holder::Cell(pointer))))
            }
            Action::Assign { var, value } => {
                local_object(function, value).map(|_| Move::To(Tracked::by(Holder::Var(var))))
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        if let Action::Return(value) = edge.action {
            let is_returned = value.is_some_and(|value| {
                function.cfg.returns == Type::Pointer && tracked.holders.relation(function, value).is_some()
            });
            let is_left = tracked.holders.all().any(|holder| stays(function, holder));
            return if is_returned || is_left { Move::Misuse { definite: false } } else { Move::Gone };
        }
        if is_another(function, &tracked.holders, edge) {
            return Move::Gone;
        }
        let holders = after(function, &tracked.holders, edge);
        if holders.is_empty() { Move::Gone } else { Move::To(Tracked { phase: tracked.phase, holders }) }
    }
}

/// Returns whether a condition implies that a pointer does not point to a local object:
/// `if (p != buffer) return p;`.
fn is_another(function: &Function, holders: &Holders, edge: &Edge) -> bool {
    let Action::Assume { cond, holds } = edge.action else { return false };
    let ExprKind::Binary(op, a, b) = function.cfg.expr(cond).kind else { return false };
    let differ = match op {
        BinaryOp::Ne => holds,
        BinaryOp::Eq => !holds,
        _ => false,
    };
    let is_pair = |held: ExprId, object: ExprId| {
        holders.relation(function, held).is_some() && local_object(function, object).is_some()
    };
    differ && (is_pair(a, b) || is_pair(b, a))
}

/// Returns the holders of the followed address after an edge. A store through another pointer does not change
/// the memory that a parameter points to.
fn after(function: &Function, holders: &Holders, edge: &Edge) -> Holders {
    let next = holders.after(function, edge);
    let Action::Store { pointer, .. } = edge.action else { return next };
    let kept = |before: &[Holder], after: &[Holder]| {
        let stays = |holder: &&Holder| match holder {
            Holder::Cell(address) => *address != pointer && is_stable_address(function, *address),
            Holder::Var(_) => false,
        };
        let mut all: Vec<Holder> = after.iter().chain(before.iter().filter(stays)).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (before, after) = (holders.parts(), next.parts());
    Holders::from_parts(kept(before.0, after.0), kept(before.1, after.1))
}

/// Returns the local object to which an address belongs. `None` if it belongs to none.
pub(super) fn local_object(function: &Function, mut pointer: ExprId) -> Option<ExprId> {
    loop {
        pointer = strip_pointer_casts(function, pointer);
        match function.cfg.expr(pointer).kind {
            ExprKind::Inside { base, .. } => pointer = base,
            ExprKind::AddressOf(var) => {
                let is_local = matches!(function.cfg.var(var).kind, VarKind::Local | VarKind::Param);
                return is_local.then_some(pointer);
            }
            ExprKind::Address(_) => return function.cfg.automatic.contains(&pointer).then_some(pointer),
            _ => return None,
        }
    }
}

/// Returns whether a place still exists after the function has returned.
fn stays(function: &Function, holder: Holder) -> bool {
    match holder {
        Holder::Var(var) => function.cfg.var(var).kind == VarKind::Global,
        Holder::Cell(address) => outlives(function, address),
    }
}

/// Returns whether an address points into a global object, or in the object that a parameter pointed to at
/// the call.
fn outlives(function: &Function, mut pointer: ExprId) -> bool {
    loop {
        pointer = strip_pointer_casts(function, pointer);
        match &function.cfg.expr(pointer).kind {
            ExprKind::Inside { base, .. } => pointer = *base,
            ExprKind::Address(_) => return !function.cfg.automatic.contains(&pointer),
            ExprKind::Var(var) => {
                let var_info = function.cfg.var(*var);
                return var_info.kind == VarKind::Param && !var_info.exposed && !function.is_assigned(*var);
            }
            _ => return false,
        }
    }
}

impl Check for StackAddressEscape {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyEscape
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        let cfg = function.cfg;
        let object = match cfg.edge(found.origin().unwrap_or(found.misuse())).action {
            Action::Assign { value, .. } | Action::Store { value, .. } | Action::Return(Some(value)) => {
                local_object(function, value)
            }
            _ => None,
        };
        match object {
            Some(object) => expr_text(cfg, object).trim_start_matches('&').to_owned(),
            None => "the object".to_owned(),
        }
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let object = self.subject(function, found);
        let place = found.tracked.as_ref().and_then(|tracked| {
            let mut staying = tracked.holders.all().filter(|holder| stays(function, *holder));
            staying.next()
        });
        match (place, found.origin().filter(|origin| *origin != found.misuse())) {
            (Some(place), Some(origin)) => {
                let (place, line) = (holder_text(function, place), line(function, origin));
                sentence!(
                    "`{}` still points to the local `{}` when the function returns; line {} took its address",
                    place,
                    object,
                    line
                )
            }
            (None, Some(origin)) => {
                let line = line(function, origin);
                sentence!(
                    "the address of the local `{}`, taken on line {}, is returned: the object ends here",
                    object,
                    line
                )
            }
            _ => sentence!("the address of the local `{}` is returned: the object ends here", object),
        }
    }
}

/// A local object whose address may be anywhere when the function returns, because callees may have stored
/// the address.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyEscape;

impl Property for AnyEscape {
    fn rule(&self) -> Rule {
        Rule::StackAddressEscape
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(edge);
        let is_local = |value: &ExprId| local_object(function, *value).is_some();
        let suspects = match &edge.action {
            Action::Assign { var, value } if is_local(value) => MayHolders::fresh(function, *var),
            Action::Store { value, .. } if is_local(value) => MayHolders::from_outside(function, None),
            Action::Call { args, result, .. } if args.iter().any(is_local) => {
                MayHolders::from_outside(function, *result)
            }
            Action::Return(Some(value)) if is_local(value) => return Some(Move::Misuse { definite: false }),
            _ => return None,
        };
        Some(Move::To(state(suspects)))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let suspects = MayHolders::from_parts(tracked.phase.has(Mark::InMemory), &tracked.holders);
        if let Action::Return(value) = edge.action {
            let is_left = tracked.phase.has(Mark::InMemory)
                || tracked.holders.all().any(|holder| stays(function, holder))
                || value.is_some_and(|value| suspects.may_be(function, value));
            return if is_left { Move::Misuse { definite: false } } else { Move::Gone };
        }
        Move::To(state(suspects.after(function, edge)))
    }
}

fn state(suspects: MayHolders) -> Tracked {
    let (memory, holders) = suspects.into_parts();
    Tracked { phase: Phase::default().with_if(memory, Mark::InMemory), holders }
}
