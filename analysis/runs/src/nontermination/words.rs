//! Describes an endless loop in one sentence.

use csieve_graph::{Action, EdgeId, ExprKind, VarId, condition_of, condition_text};
use csieve_machine::Known;
use csieve_refuters::{Predicate, Relation, SymbolSubject as At};

use super::{
    observe::Observed,
    recurrent::Recurrent,
    repeated::Repeated,
    search::{LoopContext, Why},
};
use csieve_reduction::termination::{closed, is_given};

/// The largest number of variables whose values a message tells.
const MOST: usize = 3;

/// Returns the message of the finding of an endless loop, such as "this loop never ends when `v` is 1 and `x`
/// is 0: `z` stays 0 and `v` changes only where `z != 0`".
pub(super) fn message(place: LoopContext, seen: &Observed, why: &Why) -> String {
    let (about, reasons) = match why {
        Why::Set(set) => (head_vars(place, set), of_set(place, set)),
        Why::Repeated(repeated) => (repeated.vars.clone(), of_state(place, seen, repeated)),
    };
    let when = when(place, seen, about);
    let when = if when.is_empty() { String::new() } else { format!(" when {}", and(&when)) };
    format!("this loop never ends{when}: {}", and(&reasons))
}

/// Returns phrases that say why no round of the loop leaves a recurrent set.
fn of_set(place: LoopContext, set: &Recurrent) -> Vec<String> {
    let barred = barred(place, set);
    let told: Vec<VarId> = barred.iter().map(|(var, _)| *var).collect();
    let mut reasons = stays(place, set, &told);
    reasons.extend(barred.into_iter().map(|(_, text)| text));
    if reasons.is_empty() {
        let cfg = place.function.cfg;
        let exit =
            place.one.exits.iter().find(|exit| matches!(cfg.edge(**exit).action, Action::Assume { .. }));
        reasons.extend(exit.map(|exit| format!("`{}` never comes true", condition_of(cfg, *exit))));
    }
    reasons
}

/// Returns phrases that say which values are the same again after some rounds of the loop.
fn of_state(place: LoopContext, seen: &Observed, repeated: &Repeated) -> Vec<String> {
    let cfg = place.function.cfg;
    let at = seen.at(place.one.head).find(|sight| sight.position == repeated.from);
    let is_written = |var: &VarId| {
        let cycle = &seen.word[repeated.from..repeated.to];
        cfg.var(*var).is_named() && cycle.iter().any(|id| cfg.edge(*id).assigned() == Some(*var))
    };
    let mut vars: Vec<VarId> = repeated.vars.iter().copied().filter(is_written).collect();
    vars.sort_unstable();
    let value = |var: &VarId| match at.map(|sight| seen.variable(sight, *var)) {
        Some(Known::Number(number)) => format!("`{}` is {number} again", cfg.var(*var).name),
        _ => format!("`{}` is what it was", cfg.var(*var).name),
    };
    let said: Vec<String> = vars.iter().take(MOST).map(value).collect();
    let after = match repeated.rounds {
        1 => "after every round".to_owned(),
        rounds => format!("after every {rounds} rounds"),
    };
    match said.as_slice() {
        [] => vec![format!("{after} nothing has changed that would end it")],
        said => vec![format!("{after} {}", and(said))],
    }
}

/// Returns phrases for the values that variables have when the run comes to the loop, such as "`n` is 0".
/// Variables to which the function itself gives these values are left out.
fn when(place: LoopContext, seen: &Observed, about: Vec<VarId>) -> Vec<String> {
    let cfg = place.function.cfg;
    let Some(first) = seen.at(place.one.head).next() else { return Vec::new() };
    let inside = place.one.edges(cfg);
    let mut all: Vec<VarId> = closed(place.function, inside, about);
    all.sort_unstable();
    let named = all.into_iter().filter(|var| cfg.var(*var).is_named() && is_given(cfg, place.one, *var));
    let said = named.filter_map(|var| match seen.variable(first, var) {
        Known::Number(number) => Some(format!("`{}` is {number}", cfg.var(var).name)),
        _ => None,
    });
    said.take(MOST).collect()
}

/// Returns the variables that a recurrent set restricts at the head of the loop.
fn head_vars(place: LoopContext, set: &Recurrent) -> Vec<VarId> {
    let of = |at: &At| match at {
        At::Var(var) => vec![*var],
        At::Value(expr) => place.function.dependencies(*expr).vars.clone(),
    };
    let about = set.head.iter().flat_map(|id| match set.predicate(*id) {
        Predicate::Linear { terms, .. } => terms.iter().flat_map(|(at, _)| of(at)).collect(),
        Predicate::Condition { expr, .. } => of(&At::Value(*expr)),
        Predicate::Cases(_) => Vec::new(),
    });
    about.collect()
}

/// Returns phrases for variables and conditions that a recurrent set keeps unchanged although the loop writes
/// them, apart from the variables `told`.
fn stays(place: LoopContext, set: &Recurrent, told: &[VarId]) -> Vec<String> {
    let cfg = place.function.cfg;
    let edges = place.one.edges(cfg).iter();
    let written: Vec<VarId> = edges.filter_map(|id| cfg.edge(*id).assigned()).collect();
    let is_plain = |at: &At| match at {
        At::Var(var) => cfg.var(*var).is_named(),
        At::Value(_) => true,
    };
    let said = set.head.iter().filter_map(|id| match set.predicate(*id) {
        Predicate::Cases(_) => None,
        Predicate::Condition { expr, holds } => {
            let on = place.function.dependencies(*expr);
            let is_pointer = matches!(cfg.expr(*expr).kind, ExprKind::Var(_)) && !told.is_empty();
            let is_news = !is_pointer && (on.memory || on.vars.iter().any(|var| written.contains(var)));
            is_news.then(|| format!("`{}` stays true", condition_text(cfg, *expr, *holds)))
        }
        Predicate::Linear { terms, constant, relation } => match (terms.as_slice(), relation) {
            ([(At::Var(var), _)], _) if told.contains(var) || !written.contains(var) => None,
            ([(At::Var(var), factor)], Relation::Zero) if cfg.var(*var).is_named() => {
                Some(format!("`{}` stays {}", cfg.var(*var).name, -constant * i128::from(*factor)))
            }
            (terms, _) => terms
                .iter()
                .all(|(at, _)| is_plain(at))
                .then(|| format!("`{}` stays true", set.predicate(*id).text(cfg))),
        },
    });
    said.collect()
}

/// Returns the variables that would have to change for the loop to end, but that the loop writes only under a
/// condition that never holds. Each comes with a phrase that names the condition.
fn barred(place: LoopContext, set: &Recurrent) -> Vec<(VarId, String)> {
    let cfg = place.function.cfg;
    let is_open = |id: EdgeId| !set.barred.contains(&id) && place.one.body.contains(cfg.edge(id).to.index());
    let reached = cfg.reached_along(place.one.head, is_open);
    let mut found: Vec<(VarId, String)> = Vec::new();
    for &bar in set.barred.iter().filter(|bar| matches!(cfg.edge(**bar).action, Action::Assume { .. })) {
        let behind = cfg.reached_from(cfg.edge(bar).to);
        for var in head_vars(place, set) {
            let edges = place.one.edges(cfg).iter().copied();
            let mut writes = edges.filter(|id| cfg.edge(*id).assigned() == Some(var)).peekable();
            let is_told = found.iter().any(|(known, _)| *known == var) || !cfg.var(var).is_named();
            let is_barred = |id: EdgeId| {
                let from = cfg.edge(id).from.index();
                behind.contains(from) && !reached.contains(from)
            };
            if !is_told && writes.peek().is_some() && writes.all(is_barred) {
                let (name, condition) = (&cfg.var(var).name, condition_of(cfg, bar));
                found.push((var, format!("`{name}` changes only where `{condition}`")));
            }
        }
    }
    found
}

/// Returns a list in words: "a, b and c".
fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
