//! Calls behind which a run goes on although they may never return: a check that ends a failing test, an error handler.
//!
//! Nothing says what a function does that no checked file defines and no table describes. A run may follow what such a
//! function returns and writes, which is any value, but whether it returns is a decision of its own: programs call them when
//! something is wrong.

use csieve_base::hints::is_check;
use csieve_graph::{Action, CallTarget, Cfg, ExprId, ExprKind, Type, UnaryOp, VarKind, expr_text};
use csieve_lowering::project::plain;
use csieve_machine::{
    Callee, Graphs, Misuse,
    concolic::{Taken, Trace},
};

use super::{UnitGraphs, steps};

/// Returns the first call of a run that may never return although the run goes on behind it, in words. `misuse` is where the
/// run goes wrong; without it, all calls of the run count.
pub(super) fn may_never_return(
    graphs: &UnitGraphs,
    trace: &Trace,
    misuse: Option<&Misuse>,
) -> Option<String> {
    let end = misuse.map_or(u32::MAX, |misuse| misuse.after);
    let mut taken = steps(graphs, trace).take_while(|(_, taken)| taken.step < end).peekable();
    while let Some((cfg, now)) = taken.next() {
        let is_entered = taken.peek().is_some_and(|(_, next)| next.depth > now.depth);
        // What goes wrong in the call itself does not wait for its end.
        let place = misuse.and_then(|misuse| misuse.frames.last());
        let is_misuse = taken.peek().is_none()
            && place.is_some_and(|(function, edge)| *edge == now.edge && *function == trace.function(now));
        if is_misuse {
            break;
        }
        if let Some(name) = unknown_statement(graphs, cfg, now).filter(|_| !is_entered)
            && (is_conditional(cfg, trace, now, misuse) || checks(cfg, &name, now))
        {
            return Some(format!("runs go on behind `{}`, which may never return", plain(&name)));
        }
    }
    None
}

/// Returns the name of what an edge calls, if nothing is known of it and its result is not used. Of what is an event of a
/// rule of a user, the rule says something.
fn unknown_statement(graphs: &UnitGraphs, cfg: &Cfg, taken: &Taken) -> Option<String> {
    let call = cfg.edge(taken.edge).span;
    if cfg.marks.iter().any(|mark| cfg.edge(mark.edge).span == call) {
        return None;
    }
    let Action::Call { target, result: None, .. } = &cfg.edge(taken.edge).action else { return None };
    match target {
        CallTarget::Named(name) => {
            let is_known = graphs.library().function(name).is_some()
                || !matches!(graphs.graph(name), Callee::Unknown | Callee::Elsewhere);
            (!is_known).then(|| name.clone())
        }
        CallTarget::Pointer(pointer) => Some(expr_text(cfg, *pointer)),
        CallTarget::MaybeMacro(name) => Some(name.clone()),
    }
}

/// Returns whether other ways lead around a call, to the misuse or, in a function that returned before, to its end: it
/// is called only if something is the case, which may be an error.
fn is_conditional(cfg: &Cfg, trace: &Trace, taken: &Taken, misuse: Option<&Misuse>) -> bool {
    let frame = misuse.and_then(|misuse| misuse.frames.get(taken.depth));
    let goal = match frame.filter(|(function, _)| *function == trace.function(taken)) {
        Some((_, edge)) => cfg.edge(*edge).from,
        None => cfg.exit,
    };
    cfg.leading_to([goal], |edge| edge != taken.edge).contains(cfg.entry.index())
}

/// Returns whether a call looks like a check of what it is given: of a condition, or, by its name, of a value.
fn checks(cfg: &Cfg, name: &str, taken: &Taken) -> bool {
    let Action::Call { args, .. } = &cfg.edge(taken.edge).action else { return false };
    let is_value = |arg: &ExprId| cfg.exprs.as_constant(*arg).is_none();
    args.iter().any(|arg| is_condition(cfg, *arg))
        || is_check(plain(name).as_ref()) && args.iter().any(is_value)
}

/// Returns whether an argument of a call is a condition: a comparison, a negation, or a temporary, in which the
/// lowering keeps the values of `&&` and the like.
pub(crate) fn is_condition(cfg: &Cfg, arg: ExprId) -> bool {
    match cfg.expr(cfg.exprs.strip_casts(arg)).kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Var(var) => cfg.var(var).kind == VarKind::Temp && cfg.var(var).ty != Type::Pointer,
        _ => false,
    }
}
