//! Finds frees that callers cannot foresee: of two summary cases that look the same to callers, only one
//! frees.

use std::sync::Arc;

use csieve_domains::interval::Interval;
use csieve_graph::{Action, ExprId, ExprKind, IntType, Type, VarId};
use csieve_lowering::summary::{Case, ParamPath, Returned};

use super::{params::MAX_PARAMS, step::Stepper};

/// Marks what one summary case frees and another case, which callers cannot tell apart from it, does not. The
/// other case lists it in `may_free`, so that callers report no leak. If a number in the object itself
/// decides (`if (--p->count == 0) free(p);`), callers know by convention whether they still own the object,
/// so a use after such a free is doubtful.
pub(crate) fn mark_unseen(stepper: &Stepper, cases: &mut [Case]) {
    for at in 0..cases.len() {
        // A number in the object decides whether the object itself is returned: `if (!(o->flags & DYNAMIC))
        // return o;`.
        if let Returned::Param(param) = cases[at].returns
            && cases.iter().any(|case| case.returns != Returned::Param(param))
            && is_counted(stepper, param)
        {
            Arc::make_mut(&mut cases[at].inside).when.counted = true;
        }
        for index in 0..cases[at].frees.len() {
            let path = cases[at].frees[index].path.clone();
            let (mut is_alike, mut is_kept) = (false, false);
            for other in (0..cases.len()).filter(|other| *other != at) {
                if frees_it(&cases[other], &path) {
                    continue;
                }
                is_kept |= !cases[other].is_given_zero(path.param);
                if !cases[at].looks_different(&cases[other]) {
                    is_alike = true;
                    doubt(&mut cases[other], &path);
                }
            }
            let is_for_nothing = asks_for_nothing(stepper, &cases[at]);
            let is_told = is_kept && is_counted(stepper, path.param);
            if is_for_nothing || is_told {
                let inside = Arc::make_mut(&mut cases[at].frees[index].inside);
                inside.when.counted |= is_for_nothing || is_alike;
                inside.when.told |= is_told;
            }
        }
    }
}

/// Returns whether a summary case asks for no memory, as `realloc(p, 0)` does. What such a case frees is
/// marked, because a size that a caller's code does not keep from being 0 hardly ever is 0.
fn asks_for_nothing(stepper: &Stepper, case: &Case) -> bool {
    let params = stepper.function.cfg.params.iter().flatten();
    params.zip(&case.args).any(|(var, range)| {
        let cfg = stepper.function.cfg;
        let is_size = |var: VarId| cfg.var(var).ty == Type::Int(IntType::size_of(cfg.model));
        *range == Interval::ZERO && var.is_some_and(is_size)
    })
}

fn frees_it(case: &Case, path: &ParamPath) -> bool {
    case.frees.iter().any(|freed| freed.path == *path)
}

fn doubt(case: &mut Case, path: &ParamPath) {
    if !case.may_free.contains(path) {
        case.may_free.push(path.clone());
    }
}

/// Returns whether some condition depends on a number in the object to which a parameter points: a reference
/// count, a flag.
fn is_counted(stepper: &Stepper, param: usize) -> bool {
    let cfg = stepper.function.cfg;
    if param >= MAX_PARAMS {
        return false;
    }
    let is_inside = |pointer: ExprId| stepper.flow.inside(stepper.function, pointer) & (1 << param) != 0;
    let is_of_object = |expr: ExprId| {
        let mut found = false;
        cfg.exprs.walk(expr, |_, expr| {
            found |= match (&expr.kind, expr.ty) {
                (ExprKind::Load(address), Type::Int(_)) => is_inside(*address),
                _ => false,
            };
        });
        found
    };
    // The number may also come from a call: `CRYPTO_DOWN_REF(&r->references, &i, r->lock)`,
    // `__atomic_sub_fetch(&p->count, 1, order)`.
    let mut told: Vec<VarId> = Vec::new();
    for edge in &cfg.edges {
        match &edge.action {
            Action::Assign { var, value } if is_of_object(*value) => told.push(*var),
            Action::Call { args, .. } | Action::LibraryCall { args, .. }
                if args.iter().any(|arg| is_inside(*arg)) =>
            {
                told.extend(edge.assigned());
                if args.iter().any(|arg| is_whole(stepper, *arg)) {
                    continue;
                }
                told.extend(args.iter().filter_map(|arg| match cfg.expr(*arg).kind {
                    ExprKind::AddressOf(var) => Some(var),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    let mut copied = usize::MAX;
    while copied != told.len() {
        copied = told.len();
        for edge in &cfg.edges {
            if let Action::Assign { var, value } = edge.action
                && !told.contains(&var)
                && stepper.function.dependencies(value).vars.iter().any(|read| told.contains(read))
            {
                told.push(var);
            }
        }
    }
    cfg.edges.iter().any(|edge| match edge.action {
        Action::Assume { cond, .. } => {
            let asked = &stepper.function.dependencies(cond).vars;
            is_of_object(cond) || asked.iter().any(|var| told.contains(var))
        }
        _ => false,
    })
}

/// Returns whether a pointer has the value of a parameter, and does not merely point into the parameter's
/// object.
fn is_whole(stepper: &Stepper, pointer: ExprId) -> bool {
    stepper.flow.param(stepper.function, pointer).is_some()
}
