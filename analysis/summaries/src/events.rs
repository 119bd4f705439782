//! The events of rules of users that a function has for its callers, as a wrapper of a function with a label does.

use std::{cell::OnceCell, sync::Arc};

use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, Mark, Marked, MarkedObject};
use csieve_lowering::summary::{Happened, ParamPath, PathStep, Reached};

use super::{at_returns::at_returns, case::within};

/// The most events that a function may have for its callers.
const MOST: usize = 4;

/// Returns the events of every run that returns, in their order. Nothing if runs differ in that, or if callers cannot name
/// an object that an event is about: what is said here must hold whenever the function is called. `param` returns the
/// position of the parameter whose value at entry an expression is.
pub(crate) fn events(cfg: &Cfg, param: &dyn Fn(ExprId) -> Option<usize>) -> Vec<Happened> {
    let is_event = |mark: &Mark| matches!(mark.of, Marked::Label(_));
    let is_opaque = |action: &Action| matches!(action, Action::Opaque { .. });
    if !cfg.marks.iter().any(is_event) || cfg.edges.iter().any(|edge| is_opaque(&edge.action)) {
        return Vec::new();
    }
    let step = |mut passed: Vec<usize>, id: EdgeId| {
        let here = (0..cfg.marks.len()).filter(|index| cfg.marks[*index].edge == id);
        passed.extend(here.filter(|index| cfg.marks[*index].of != Marked::HandedOn));
        (passed.len() <= MOST).then_some(passed)
    };
    let is_same = |one: &Vec<usize>, other: &Vec<usize>| {
        let what = |index: &usize| (cfg.marks[*index].of, cfg.marks[*index].object);
        one.iter().map(what).eq(other.iter().map(what))
    };
    // The marks that every run has passed, by their positions among those of the graph.
    let marks = at_returns(cfg, step, is_same).unwrap_or_default();
    let all: Option<Vec<Happened>> =
        marks.into_iter().map(|index| happened(cfg, &cfg.marks[index], param)).collect();
    all.unwrap_or_default()
}

/// Returns an event whose object callers can name.
fn happened(cfg: &Cfg, mark: &Mark, param: &dyn Fn(ExprId) -> Option<usize>) -> Option<Happened> {
    let Marked::Label(label) = mark.of else { return None };
    let object = match mark.object {
        MarkedObject::None => None,
        MarkedObject::Unknown => return None,
        MarkedObject::Is(object) => Some(reached(cfg, object, param)?),
    };
    let inside = within(cfg, mark.edge, format!("this is `{}`", mark.name));
    Some(Happened { label, name: Arc::clone(&mark.name), object, inside })
}

/// Returns the way to an object. It loads nothing: what is in memory may change while the function runs.
fn reached(cfg: &Cfg, object: ExprId, param: &dyn Fn(ExprId) -> Option<usize>) -> Option<Reached> {
    let is_fixed = |path: &ParamPath| !path.steps.iter().any(|step| matches!(step, PathStep::Load(_)));
    if let Some(path) = ParamPath::of(cfg, object, param) {
        return is_fixed(&path).then_some(Reached { object: None, path });
    }
    let name = OnceCell::new();
    let path = ParamPath::of(cfg, object, |expr| match &cfg.expr(expr).kind {
        ExprKind::Address(of) if !cfg.automatic.contains(&expr) => {
            name.set(of.as_str().into()).ok().map(|()| 0)
        }
        _ => None,
    });
    let path = path.filter(is_fixed)?;
    Some(Reached { path, object: Some(name.into_inner()?) })
}
