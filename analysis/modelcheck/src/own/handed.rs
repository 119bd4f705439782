//! Objects that leave the function.

use csieve_base::own::{OwnRule, OwnRules, Source};
use csieve_graph::{Action, CallTarget, EdgeId, ExprId, Mark, Marked, MarkedObject, VarKind};

use crate::model::Function;

use super::{Identity, Thread, events::named};

/// Returns whether an edge hands the followed object on to other code: passes it to a function whose calls
/// have no label of the rule, returns it, or stores it where other code finds it.
pub(super) fn is_handed_on(
    function: &Function,
    (rules, rule): (&OwnRules, &OwnRule),
    edge: EdgeId,
    thread: &Thread,
) -> bool {
    let cfg = function.cfg;
    let is_given = |expr: &ExprId| match thread.identity {
        Identity::Value => thread.holders.occurs_in(function, *expr),
        Identity::Address => thread.is_object(function, *expr),
        Identity::None | Identity::Lost => false,
    };
    let handed = |object| matches!(object, MarkedObject::Is(expr) if is_given(&expr));
    let is_mark_of_call =
        || cfg.marks_at(edge).iter().any(|mark| mark.of == Marked::HandedOn && handed(mark.object));
    let is_passed = match &cfg.edge(edge).action {
        Action::Call { target, args, .. } => {
            let is_labelled = target.name().is_some_and(|name| is_labelled(rules, rule, name));
            !is_labelled && (matches!(target, CallTarget::MaybeMacro(_)) || args.iter().any(is_given))
        }
        // What a callee keeps is stored somewhere.
        Action::Store { value, .. } => is_given(value),
        Action::Opaque { .. } => return true,
        Action::Return(Some(value)) => return is_given(value),
        Action::Assign { var, value } => return cfg.var(*var).kind == VarKind::Global && is_given(value),
        _ => false,
    };
    (is_passed || is_mark_of_call()) && !is_followed_inside(function, rule, edge, thread)
}

/// Returns whether calls of a function have a label of a rule.
fn is_labelled(rules: &OwnRules, rule: &OwnRule, name: &str) -> bool {
    let of_rule = |label| rule.labels.iter().any(|(_, source)| *source == Source::Marked(label));
    rules.of_call(name).iter().any(|label| of_rule(*label))
}

/// Returns whether it is known what happens to the object in a call: the callee surely has an event about it.
fn is_followed_inside(function: &Function, rule: &OwnRule, edge: EdgeId, thread: &Thread) -> bool {
    let cfg = function.cfg;
    let is_it = |mark: &&Mark| {
        let is_here = mark.is_inside && cfg.edge(mark.edge).span == cfg.edge(edge).span;
        is_here && matches!(mark.object, MarkedObject::Is(expr) if thread.is_object(function, expr))
    };
    let mut here = cfg.marks.iter().filter(is_it);
    here.any(|mark| named(cfg, rule, mark.edge).iter().any(|(_, object)| *object == mark.object))
}
