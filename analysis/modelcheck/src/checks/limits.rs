//! The common part of the checks `out-of-bounds` and `integer-overflow`. A value is followed from an edge
//! with evidence that the value may lie outside its bounds (a [`Reason`]) to the misuse.
//! `csieve_dataflow::bounds` found the reasons together with the edges of the misuses.

use csieve_base::text::{Sentence, sentence};
use csieve_graph::{
    Action, Because, BinaryOp, CallTarget, EdgeId, ExprId, ExprKind, Limit, Place, Reason, Type, UnaryOp,
    expr_text,
};

use crate::model::{Counterexample, Function, Holder, Holders, Mark, Move, Phase, Property, Tracked};

use super::{Check, Rule, any_reason::AnyMisuse, line};

/// The largest number of rounds of path reduction. A loop that counts an index up to 100 would take 100
/// rounds of path reduction, and they show nothing new.
const MAX_ROUNDS: u32 = 12;

/// The largest number of states of one search. A search that needs more states goes through loops that do not
/// bound the value.
const MAX_STATES: u32 = 15_000;

/// The marks of a value that was compared with an upper bound and with a lower bound.
const BOTH: &[Mark] = &[Mark::Above, Mark::Below];

/// Follows values that may lie outside their bounds to the misuses of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed(pub &'static AnyMisuse);

impl Property for Followed {
    fn rule(&self) -> Rule {
        self.0.0
    }

    fn max_rounds(&self) -> u32 {
        MAX_ROUNDS
    }

    fn max_states(&self) -> u32 {
        MAX_STATES
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let limits = &function.cfg.limits;
        if let Some(limit) = limits.of.get(&edge) {
            return (self.is_misuse(function, edge) && limit.needs_no_reason())
                .then_some(Move::Misuse { definite: true });
        }
        let number = limits.starts.get(&edge)?.iter().find(|number| {
            let reason = &limits.reasons[**number as usize];
            let first = reason.misuses.first().or_else(|| reason.copied.first());
            first.is_some_and(|misuse| self.is_misuse(function, *misuse))
        })?;
        let tests = matches!(limits.reasons[*number as usize].because, Because::Condition | Because::Beyond);
        let test = function.cfg.edge(edge);
        // A macro that is ready for all numbers tells nothing about this one. Indices are tested in macros that are
        // loops.
        if tests
            && self.rule() == Rule::IntegerOverflow
            && (test.expanded.is_some() || test.asked_by.is_some())
        {
            return None;
        }
        let holders = match &limits.reasons[*number as usize].because {
            Because::Outside { place: Place::Var(var), .. } => Holders::one(Holder::Var(*var)),
            Because::Outside { place: Place::Cell(address), .. } => Holders::one(Holder::Cell(*address)),
            _ => Holders::default(),
        };
        Some(Move::To(Tracked { phase: Phase::because(*number), holders }))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let reason = reason(function, tracked);
        match reason.because {
            Because::Outside { .. } => self.step_outside(function, reason, tracked, edge),
            _ => self.step_inside(function, reason, tracked, edge),
        }
    }
}

impl Check for Followed {
    fn for_any_reason(&self) -> &dyn Property {
        self.0
    }

    fn is_kept_when_stopped(&self, function: &Function, found: &Counterexample) -> bool {
        // If several statements move the value beyond its bound, each may have a test of its own, or one test
        // may cover them all.
        let reason = found.tracked.as_ref().map(|tracked| reason(function, tracked));
        super::is_straight(function, found) && reason.is_none_or(|reason| reason.armed.len() <= 1)
    }

    fn names_reason(&self) -> bool {
        true
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        subject(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        message(function, found)
    }
}

impl Followed {
    fn is_misuse(self, function: &Function, edge: EdgeId) -> bool {
        matches!(function.cfg.edge(edge).action, Action::Misuse { kind, .. } if kind == self.0.1)
    }

    fn step_inside(self, function: &Function, reason: &Reason, tracked: &Tracked, edge: EdgeId) -> Move {
        let is_copied = tracked.phase.has(Mark::HandedOn);
        let is_armed = tracked.phase.has(Mark::Armed) || reason.armed.is_empty();
        let leads_to = if is_copied { &reason.copied } else { &reason.misuses };
        if self.is_misuse(function, edge) {
            let leads_here = is_armed && leads_to.binary_search(&edge).is_ok();
            return if leads_here { Move::Misuse { definite: true } } else { Move::Gone };
        }
        let to = |phase: Phase| Move::To(tracked.clone().in_phase(phase));
        let is_handed = reason.handed.contains(&edge);
        match (is_handed, is_copied) {
            (true, true) => return Move::Gone,
            (true, false) if is_armed => return to(tracked.phase.with(Mark::HandedOn)),
            (false, true) => return to(tracked.phase),
            _ => {}
        }
        match () {
            () if !is_armed && reason.armed.contains(&edge) => to(tracked.phase.with(Mark::Armed)),
            () if reason.ends.binary_search(&edge).is_ok() => Move::Gone,
            // A later test of another value may ensure that this value was not moved beyond its bound.
            () if is_armed && is_other_test(function, reason, edge) => Move::Gone,
            // If the edge assumes that this access is no misuse, later accesses with the value are none
            // either.
            () if is_armed && Self::is_answered(function, leads_to, edge) => Move::Gone,
            () => to(tracked.phase),
        }
    }

    /// Returns whether an edge assumes that none of these misuses happens. False if the list of misuses is
    /// empty.
    fn is_answered(function: &Function, misuses: &[EdgeId], edge: EdgeId) -> bool {
        let Action::Assume { cond, holds: false } = function.cfg.edge(edge).action else { return false };
        let is_same = |misuse: &EdgeId| match function.cfg.edge(*misuse).action {
            Action::Misuse { operand, .. } => operand == cond,
            _ => false,
        };
        !misuses.is_empty() && misuses.iter().all(is_same)
    }

    fn step_outside(self, function: &Function, reason: &Reason, tracked: &Tracked, id: EdgeId) -> Move {
        let edge = function.cfg.edge(id);
        if let Action::Misuse { operand, .. } = edge.action
            && self.is_misuse(function, id)
        {
            let is_checked = match function.cfg.limits.of.get(&id) {
                Some(Limit { is_above: true, .. }) => tracked.phase.has(Mark::Above),
                _ => tracked.phase.has(Mark::Below),
            };
            let leads_here = !is_checked
                && reason.misuses.binary_search(&id).is_ok()
                && occurs(function, &tracked.holders, operand);
            return if leads_here { Move::Misuse { definite: true } } else { Move::Gone };
        }
        let mut phase = tracked.phase;
        match &edge.action {
            // The condition follows from an access with the value, so the condition is no check of the value.
            Action::Assume { .. } if function.cfg.is_implied(id) => {}
            Action::Assume { cond, holds } => {
                let marks = compared(function, &tracked.holders, *cond, *holds);
                phase = marks.iter().fold(phase, |phase, mark| phase.with(*mark));
            }
            Action::AssumeNone { value, .. } if occurs(function, &tracked.holders, *value) => {
                return Move::Gone;
            }
            // The callee may check the value, and say with its result what it found.
            Action::Call { target: CallTarget::Named(_) | CallTarget::Pointer(_), args, result: Some(_) }
                if args.iter().any(|arg| occurs(function, &tracked.holders, *arg)) =>
            {
                return Move::Gone;
            }
            _ => {}
        }
        let mut holders = tracked.holders.after(function, edge);
        if let Action::Assign { var, value } = edge.action
            && occurs(function, &tracked.holders, value)
        {
            holders = with(&holders, var);
        }
        let is_between = BOTH.iter().all(|mark| phase.has(*mark));
        if holders.is_empty() || is_between { Move::Gone } else { Move::To(Tracked { phase, holders }) }
    }
}

/// Returns the reason why a value is followed.
fn reason<'a>(function: &Function<'a>, tracked: &Tracked) -> &'a Reason {
    &function.cfg.limits.reasons[usize::from(tracked.phase.reason())]
}

/// Returns whether an edge tests something else than the variable that was moved beyond its bound.
fn is_other_test(function: &Function, reason: &Reason, edge: EdgeId) -> bool {
    match (&reason.because, &function.cfg.edge(edge).action) {
        (Because::Moved(var), Action::Assume { cond, .. }) if !reason.armed.is_empty() => {
            !function.cfg.is_implied(edge) && function.dependencies(*cond).vars.binary_search(var).is_err()
        }
        _ => false,
    }
}

/// Returns the holders of the followed value with one more variable, which was computed from that value.
fn with(holders: &Holders, var: csieve_graph::VarId) -> Holders {
    let (exact, inside) = holders.parts();
    let place = Holder::Var(var);
    let mut inside = inside.to_vec();
    if let (Err(at), Err(_)) = (inside.binary_search(&place), exact.binary_search(&place)) {
        inside.insert(at, place);
    }
    Holders::from_parts(exact.to_vec(), inside)
}

/// Returns whether an expression contains the followed value.
fn occurs(function: &Function, holders: &Holders, expr: ExprId) -> bool {
    holders.occurs_in(function, expr)
}

/// Returns the marks that the followed value gets because a condition compares it.
fn compared(function: &Function, holders: &Holders, mut cond: ExprId, mut holds: bool) -> &'static [Mark] {
    while let ExprKind::Unary(UnaryOp::Not, inner) = function.cfg.expr(cond).kind {
        (cond, holds) = (inner, !holds);
    }
    let ExprKind::Binary(op, a, b) = function.cfg.expr(cond).kind else { return &[] };
    if !op.is_comparison() {
        return &[];
    }
    let (op, value) = match (occurs(function, holders, a), occurs(function, holders, b)) {
        (true, true) => return BOTH,
        (true, false) => (op, a),
        (false, true) => (op.mirrored(), b),
        (false, false) => return &[],
    };
    let is_unsigned = matches!(function.cfg.expr(value).ty, Type::Int(int) if !int.signed);
    match if holds { op } else { op.negated() } {
        BinaryOp::Lt | BinaryOp::Le if is_unsigned => BOTH,
        BinaryOp::Lt | BinaryOp::Le => &[Mark::Above],
        BinaryOp::Gt | BinaryOp::Ge => &[Mark::Below],
        BinaryOp::Eq => BOTH,
        // A comparison with a negative constant, such as `c != EOF`, is a test of the lower bound.
        _ if is_negative(function, a) || is_negative(function, b) => &[Mark::Below],
        _ => &[],
    }
}

fn is_negative(function: &Function, expr: ExprId) -> bool {
    let plain = function.cfg.exprs.strip_casts(expr);
    matches!(function.cfg.expr(plain).kind, ExprKind::Const(value) if value < 0)
}

/// Returns the text of the subject of the misuse, such as the access.
fn subject(function: &Function, found: &Counterexample) -> String {
    function
        .cfg
        .limits
        .of
        .get(&found.misuse())
        .map_or_else(|| "the access".to_owned(), |limit| limit.subject.clone())
}

/// Returns the message of a counterexample, which names the misuse and the evidence for it.
fn message(function: &Function, found: &Counterexample) -> Sentence {
    let limits = &function.cfg.limits;
    let Some(limit) = limits.of.get(&found.misuse()) else { return "it goes wrong here".into() };
    if limit.is_certain {
        return limit.certain.as_str().into();
    }
    let reason = found.tracked.as_ref().map(|tracked| reason(function, tracked));
    let (Some(origin), Some(reason)) = (found.origin(), reason) else {
        return limit.possible.as_str().into();
    };
    let (line, possible) = (line(function, origin), &limit.possible);
    let name = |var| function.cfg.var(var).name.clone();
    match &reason.because {
        Because::Condition | Because::Beyond => match function.cfg.edge(origin).action {
            Action::Assume { cond, holds } => {
                let is_comparison = matches!(function.cfg.expr(cond).kind, ExprKind::Unary(UnaryOp::Not, _))
                    || function.cfg.expr(cond).kind.as_comparison().is_some();
                let cond = expr_text(function.cfg, cond);
                // Nobody calls a sum true or false.
                let how = match (is_comparison, holds) {
                    (true, true) => "true",
                    (true, false) => "false",
                    (false, true) => "not 0",
                    (false, false) => "0",
                };
                sentence!("{}: line {} goes on where `{}` is {}", possible, line, cond, how)
            }
            _ => possible.as_str().into(),
        },
        Because::Assigned(var) => match function.cfg.edge(origin).action {
            Action::Assign { value, .. } => {
                sentence!(
                    "{}: line {} sets `{}` to `{}`",
                    possible,
                    line,
                    name(*var),
                    expr_text(function.cfg, value)
                )
            }
            _ => possible.as_str().into(),
        },
        Because::Moved(var) => {
            sentence!("{}: line {} tests `{}`, which changes before the access", possible, line, name(*var))
        }
        Because::Outside { callee, .. } => {
            sentence!("{}: line {} gets the value from `{}`, and nothing checks it", possible, line, callee)
        }
    }
}
