//! Frees that callers cannot foresee: two cases that look the same from outside, and only one of them frees.

use std::sync::Arc;

use crate::{
    cfg::{Action, ExprId, ExprKind, Type},
    summary::{Case, ParamPath},
};

use super::{params::MAX_PARAMS, step::Stepper};

/// Marks what some case frees and another one, which callers cannot tell from it, does not: the runs without the free lose
/// nothing. Where the object itself decides (`if (--p->count == 0) free(p);`), callers know by its protocol whether it
/// is still theirs, and a use behind such a free is doubtful.
pub fn mark_unseen(stepper: &Stepper, cases: &mut [Case]) {
    for at in 0..cases.len() {
        for index in 0..cases[at].frees.len() {
            let path = cases[at].frees[index].path.clone();
            let mut is_alike = false;
            for other in (0..cases.len()).filter(|other| *other != at) {
                if !cases[at].looks_different(&cases[other]) && !frees_it(&cases[other], &path) {
                    is_alike = true;
                    doubt(&mut cases[other], &path);
                }
            }
            if is_alike && is_counted(stepper, path.param) {
                Arc::make_mut(&mut cases[at].frees[index].inside).counted = true;
            }
        }
    }
}

fn frees_it(case: &Case, path: &ParamPath) -> bool {
    case.frees.iter().any(|freed| freed.path == *path)
}

fn doubt(case: &mut Case, path: &ParamPath) {
    if !case.may_free.contains(path) {
        case.may_free.push(path.clone());
    }
}

/// Whether a number in the parameter's object decides something: a count of references, a flag.
fn is_counted(stepper: &Stepper, param: usize) -> bool {
    let cfg = stepper.function.cfg;
    if param >= MAX_PARAMS {
        return false;
    }
    let is_of_object = |expr: ExprId| {
        let mut found = false;
        cfg.exprs.walk(expr, |_, expr| {
            found |= match (&expr.kind, expr.ty) {
                (ExprKind::Load(address), Type::Int(_)) => {
                    stepper.flow.inside(stepper.function, *address) & (1 << param) != 0
                }
                _ => false,
            };
        });
        found
    };
    let is_from_object = |expr: ExprId| {
        let vars = &stepper.function.dependencies(expr).vars;
        cfg.edges.iter().any(|edge| match edge.action {
            Action::Assign { var, value } => vars.contains(&var) && is_of_object(value),
            _ => false,
        })
    };
    cfg.edges.iter().any(|edge| match edge.action {
        Action::Assume { cond, .. } => is_of_object(cond) || is_from_object(cond),
        _ => false,
    })
}
