//! Objects that leave the function.

use csieve_base::own::{OwnRule, OwnRules, Source};
use csieve_graph::{Action, CallTarget, EdgeId, ExprId, Marked, MarkedObject, VarKind};

use crate::model::Function;

use super::{Identity, Thread};

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
    if cfg.marks_at(edge).iter().any(|mark| mark.of == Marked::HandedOn && handed(mark.object)) {
        return true;
    }
    match &cfg.edge(edge).action {
        Action::Call { target, args, .. } => {
            let is_labelled = target.name().is_some_and(|name| is_labelled(rules, rule, name));
            !is_labelled && (matches!(target, CallTarget::MaybeMacro(_)) || args.iter().any(is_given))
        }
        Action::Opaque { .. } => true,
        Action::Return(Some(value)) => is_given(value),
        Action::Store { value, .. } => is_given(value),
        Action::Assign { var, value } => cfg.var(*var).kind == VarKind::Global && is_given(value),
        _ => false,
    }
}

/// Returns whether calls of a function have a label of a rule.
fn is_labelled(rules: &OwnRules, rule: &OwnRule, name: &str) -> bool {
    let of_rule = |label| rule.labels.iter().any(|(_, source)| *source == Source::Marked(label));
    rules.of_call(name).iter().any(|label| of_rule(*label))
}
