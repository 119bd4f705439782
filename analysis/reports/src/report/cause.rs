//! What leads to a misuse, read off the counterexample.

use csieve_base::{
    rule::Rule,
    text::{is_word, words},
};
use csieve_graph::{Action, CallTarget, Cfg, Edge, EdgeId, expr_text, source};
use csieve_modelcheck::model::{Counterexample, Holder};

use crate::finding::{Cause, CauseKind};

/// Returns the cause of the misuse that a counterexample shows: where the state of the property changed last, or else
/// where the property began to follow the object. None if nothing comes before the misuse. `text` is that of the function.
pub fn cause(cfg: &Cfg, text: &str, rule: Rule, found: &Counterexample) -> Option<Cause> {
    if rule == Rule::UninitializedRead
        && let Some(omission) = omission(cfg, text, found)
    {
        return Some(omission);
    }
    let position = found.turn.or(found.start)?;
    let id = found.word[position];
    if id == found.misuse() {
        return None;
    }
    let edge = cfg.edge(id);
    let kind = failure(cfg, edge)
        .or_else(|| mismatch(edge, cfg.edge(found.misuse()), rule))
        .or_else(|| handler(cfg, &found.word[position..]));
    let is_expanded = edge.expanded.is_some();
    Some(Cause { span: edge.span, kind: kind.unwrap_or(CauseKind::Statement), is_expanded })
}

/// Returns the failure that an edge stands for; None if nothing fails there.
pub fn failure(cfg: &Cfg, edge: &Edge) -> Option<CauseKind> {
    let is_own = edge.inside.is_some();
    let of =
        |callee: &str, allocates, is_own| CauseKind::Failure { callee: callee.into(), allocates, is_own };
    match &edge.action {
        Action::AllocFail { callee, .. } => Some(of(callee, is_own || makes_memory(cfg, callee), is_own)),
        Action::OpenFail { callee, .. } => Some(of(callee, false, is_own)),
        _ => edge.inferred.as_ref().map(|inferred| of(&inferred.callee, false, true)),
    }
}

/// Returns whether a function of the library gives memory to its caller where it does not fail. Others, such as `getpwuid`,
/// fail for reasons that are less rare than a lack of memory. A function of the program fails if an allocation in it does.
fn makes_memory(cfg: &Cfg, function: &str) -> bool {
    cfg.edges.iter().any(|edge| matches!(&edge.action, Action::Alloc { callee, .. } if callee == function))
}

/// Returns the function whose call follows the condition on the first of these edges, if nobody knows whether it returns: the
/// path needs that it does. Where the function has a body, its summary knows.
fn handler(cfg: &Cfg, word: &[EdgeId]) -> Option<CauseKind> {
    let (first, rest) = word.split_first()?;
    if !matches!(cfg.edge(*first).action, Action::Assume { .. }) {
        return None;
    }
    let is_silent = |id: &&EdgeId| match cfg.edge(**id).action {
        Action::Skip | Action::Learn { .. } | Action::Deref { .. } => true,
        Action::Assume { .. } => cfg.is_implied(**id),
        Action::Assign { var, .. } => !cfg.var(var).is_named(),
        _ => false,
    };
    let next = cfg.edge(*rest.iter().find(|id| !is_silent(id))?);
    let Action::Call { target, result: None, .. } = &next.action else { return None };
    let callee = match target {
        _ if next.inside.is_some() => return None,
        CallTarget::Pointer(pointer) => expr_text(cfg, *pointer),
        CallTarget::Named(name) | CallTarget::MaybeMacro(name) => name.clone(),
    };
    Some(CauseKind::Return { callee: callee.replace(' ', "").into() })
}

/// Returns the functions that do not belong together, if that is the misuse.
fn mismatch(made: &Edge, released: &Edge, rule: Rule) -> Option<CauseKind> {
    let (Action::Alloc { callee: made_by, .. } | Action::Open { callee: made_by, .. }) = &made.action else {
        return None;
    };
    let (Action::Free { callee: released_by, .. } | Action::Close { callee: released_by, .. }) =
        &released.action
    else {
        return None;
    };
    let is_it = rule == Rule::MismatchedClose;
    is_it.then(|| CauseKind::Mismatch {
        made_by: made_by.as_str().into(),
        released_by: released_by.as_str().into(),
    })
}

/// Returns the last call that gets the address of the variable without a value.
fn omission(cfg: &Cfg, text: &str, found: &Counterexample) -> Option<Cause> {
    let Some(Holder::Var(var)) = found.tracked.as_ref()?.holders.exact().first() else { return None };
    let name = &*cfg.var(*var).name;
    let (_, before) = found.word.split_last()?;
    let after = before.get(found.start.unwrap_or(0)..)?.iter().rev();
    let (edge, callee) = after.map(|id| cfg.edge(*id)).find_map(|edge| {
        let callee = called(edge)?;
        // Where a summary stands for the callee, the address is no argument any more: what the callee does is said of the
        // variable itself.
        let written = source(text, edge.span);
        is_given(&written, name).then(|| (edge, named_in(&written, callee)))
    })?;
    let is_own = edge.inside.is_some() || matches!(edge.action, Action::Call { .. });
    Some(Cause {
        span: edge.span,
        is_expanded: edge.expanded.is_some(),
        kind: CauseKind::Omission { callee: callee.into(), is_own },
    })
}

/// Returns the function, or the macro if the text of the call is an invocation that does not name the function: what checks a
/// result in a macro, and goes on, is the macro.
fn named_in(written: &str, callee: &str) -> String {
    if words(written).any(|word| word == callee) {
        return callee.to_owned();
    }
    let invoked = written.split('(').next().and_then(|text| words(text).last());
    invoked.unwrap_or(callee).to_owned()
}

/// Returns the function that an edge calls.
fn called(edge: &Edge) -> Option<&str> {
    match &edge.action {
        Action::Call { target, .. } => target.name(),
        Action::LibraryCall { callee, .. } => Some(callee),
        _ => None,
    }
}

/// Returns whether a text has the address of a variable: `&name`.
fn is_given(text: &str, name: &str) -> bool {
    let mut addresses = text.split('&').skip(1).map(str::trim_start);
    addresses.any(|rest| rest.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_word)))
}
