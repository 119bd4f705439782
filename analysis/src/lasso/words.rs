//! A loop without end in one sentence.

use crate::{
    cfg::{Action, EdgeId, ExprKind, VarId, VarKind},
    machine::Known,
    refute::{Place as At, Predicate, Relation},
    report::condition_of,
};

use super::{concern::closed, observe::Observed, recurrent::Recurrent, search::Place};

/// Most variables whose first values are told.
const MOST: usize = 3;

/// "this loop never ends when `v` is 1 and `x` is 0: `z` stays 0, and `v` changes only where `z != 0`".
pub fn message(place: Place, seen: &Observed, set: &Recurrent) -> String {
    let when = when(place, seen, set);
    let when = if when.is_empty() { String::new() } else { format!(" when {}", and(&when)) };
    let barred = barred(place, set);
    let told: Vec<VarId> = barred.iter().map(|(var, _)| *var).collect();
    let mut reasons = stays(place, set, &told);
    reasons.extend(barred.into_iter().map(|(_, text)| text));
    if reasons.is_empty() {
        reasons.push("no round changes what would end it".to_owned());
    }
    format!("this loop never ends{when}: {}", and(&reasons))
}

/// What variables are when the run comes to the loop, unless the function itself says so.
fn when(place: Place, seen: &Observed, set: &Recurrent) -> Vec<String> {
    let cfg = place.function.cfg;
    let Some(first) = seen.at(place.one.head).next() else { return Vec::new() };
    let inside: Vec<_> = place.one.edges(cfg).collect();
    let mut all: Vec<VarId> = closed(place.function, &inside, head_vars(place, set));
    all.sort_unstable();
    let is_constant = |id: &EdgeId| match cfg.edge(*id).action {
        Action::Assign { value, .. } => matches!(cfg.expr(cfg.exprs.strip_casts(value)).kind, ExprKind::Const(_)),
        Action::Declare(_) => true,
        _ => false,
    };
    let is_given = |var: &VarId| {
        let is_before = |id: &EdgeId| !place.one.body.contains(cfg.edge(*id).from.index());
        let mut writes = cfg.edge_ids().filter(|id| cfg.edge(*id).assigned() == Some(*var) && is_before(id));
        cfg.var(*var).kind == VarKind::Param || !writes.all(|id| is_constant(&id))
    };
    let named = all.into_iter().filter(|var| cfg.var(*var).is_named() && is_given(var));
    let said = named.filter_map(|var| match seen.variable(first, var) {
        Known::Number(number) => Some(format!("`{}` is {number}", cfg.var(var).name)),
        _ => None,
    });
    said.take(MOST).collect()
}

/// The variables that a set is about where the loop begins.
fn head_vars(place: Place, set: &Recurrent) -> Vec<VarId> {
    let of = |at: &At| match at {
        At::Var(var) => vec![*var],
        At::Value(expr) => place.function.dependencies(*expr).vars.clone(),
    };
    let about = set.head.iter().flat_map(|id| match set.predicate(*id) {
        Predicate::Linear { terms, .. } => terms.iter().flat_map(|(at, _)| of(at)).collect(),
        Predicate::Condition { expr, .. } => of(&At::Value(*expr)),
    });
    about.collect()
}

/// What stays as it is, but for variables that are told of anyway.
fn stays(place: Place, set: &Recurrent, told: &[VarId]) -> Vec<String> {
    let cfg = place.function.cfg;
    let said = set.head.iter().filter_map(|id| match set.predicate(*id) {
        Predicate::Linear { terms, constant, relation: Relation::Zero } => match terms.as_slice() {
            [(At::Var(var), factor)] => {
                let name = &cfg.var(*var).name;
                let is_news = cfg.var(*var).is_named() && !told.contains(var);
                is_news.then(|| format!("`{name}` stays {}", -constant * i128::from(*factor)))
            }
            _ => Some(format!("`{}` stays true", set.predicate(*id).text(cfg))),
        },
        other => Some(format!("`{}` stays true", other.text(cfg))),
    });
    said.collect()
}

/// The variables that would have to change, each with where alone they do.
fn barred(place: Place, set: &Recurrent) -> Vec<(VarId, String)> {
    let cfg = place.function.cfg;
    let mut found: Vec<(VarId, String)> = Vec::new();
    for &bar in &set.barred {
        if !matches!(cfg.edge(bar).action, Action::Assume { .. }) {
            continue;
        }
        let behind = cfg.reached_along(cfg.edge(bar).to, |id| {
            let to = cfg.edge(id).to;
            to != place.one.head && place.one.body.contains(to.index())
        });
        for var in head_vars(place, set) {
            let writes: Vec<_> =
                place.one.edges(cfg).filter(|id| cfg.edge(*id).assigned() == Some(var)).collect();
            let is_behind = |id: &EdgeId| behind.contains(cfg.edge(*id).from.index());
            let is_known = found.iter().any(|(known, _)| *known == var);
            if !writes.is_empty() && writes.iter().all(is_behind) && cfg.var(var).is_named() && !is_known {
                let (name, condition) = (&cfg.var(var).name, condition_of(cfg, bar));
                found.push((var, format!("`{name}` changes only where `{condition}`")));
            }
        }
    }
    found
}

/// A list in words.
fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
