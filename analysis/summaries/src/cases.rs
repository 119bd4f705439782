//! Turns the states at the returns of a function into the cases of its summary.

use csieve_domains::interval::Interval;
use csieve_graph::{Action, EdgeId, ExprId, ExprKind, IntType, Type, VarId};
use csieve_lowering::summary::{Case, Param, Summary};

use super::{
    case::{access, always_accessed, anything, case, opened, written_globals},
    conditions::Held,
    events::events,
    function::{Node, returns},
    locks::locks,
    params::MAX_PARAMS,
    state::{Facts, Failure, Key, MAX_OUTS, Owner, Sign, sign},
    step::Stepper,
    unseen::mark_unseen,
};

/// The largest number of cases of a summary.
const MAX_CASES: usize = 6;
/// The largest depth of nested calls in the description of what a callee does.
pub(crate) const MAX_DEPTH: usize = 3;
/// The largest number of written variables of the file that a summary names. If there are more, all of memory
/// counts as written.
pub(crate) const MAX_GLOBALS: usize = 8;

/// States at returns, joined, that become one case of the summary.
pub(crate) struct Group {
    pub(super) key: Key,
    pub(super) origin: Origin,
    pub(super) value: Interval,
    pub(super) facts: Facts,
    pub(super) edge: EdgeId,
}

/// The origin of a returned value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Any,
    Fresh,
    Failed,
    /// A resource; the edge is the first that opens one of this kind.
    Opened(EdgeId),
    Param(usize),
}

/// Returns the summary of a function from the states at its locations. If it needs too many cases, it says only which
/// arguments every run accesses, in one case that may do anything; `None` if there are none.
pub(crate) fn cases(
    stepper: &Stepper,
    nodes: &[Node],
    is_file_variable: &dyn Fn(&str) -> bool,
) -> Option<Summary> {
    let cfg = stepper.function.cfg;
    let mut groups: Vec<Group> = Vec::new();
    for edge in returns(cfg) {
        let Action::Return(value) = cfg.edge(edge).action else { continue };
        for (key, facts, _) in &nodes[cfg.edge(edge).from.index()].states {
            for group in returned(stepper, *key, facts, edge, value) {
                add_unless(stepper, &mut groups, group, &|one, two| are_told_apart(stepper, one, two));
            }
        }
    }
    let groups = few(stepper, reunited(stepper, absorbed(stepper, groups)));
    let (globals, names_all) = written_globals(cfg, is_file_variable);
    let params = cfg.params.as_ref()?;
    let accessed = always_accessed(stepper, nodes);
    // Of one case that may do anything, callers have to expect that it writes and keeps whatever it is given.
    let is_open = groups.is_err();
    let cases = match groups {
        Ok(groups) => {
            let mut cases: Vec<Case> = groups.iter().map(|group| case(stepper, group, !names_all)).collect();
            mark_unseen(stepper, &mut cases);
            cases
        }
        Err(_) if accessed == 0 => return None,
        Err(edge) => vec![anything(stepper, edge)],
    };
    let does = |position: usize, set: u32| is_open || position >= MAX_PARAMS || set & (1 << position) != 0;
    let summary = Summary {
        variadic: cfg.variadic,
        params: params
            .iter()
            .enumerate()
            .map(|(position, var)| Param {
                ty: var.map_or(Type::Unknown, |var| cfg.var(var).ty),
                dereferenced: (position < MAX_PARAMS && accessed & (1 << position) != 0)
                    .then(|| access(stepper, position))
                    .flatten(),
                touched: does(position, stepper.flow.touched),
                kept: does(position, stepper.flow.kept),
                contents_kept: does(position, stepper.flow.contents_kept),
            })
            .collect(),
        cases,
        globals,
        locks: locks(cfg, &|expr| stepper.flow.param(stepper.function, expr)),
        events: events(cfg, &|expr| stepper.flow.param(stepper.function, expr)),
        others: Vec::new(),
    };
    Some(summary)
}

/// Merges groups in which the object to which a parameter points has no possible value, as only other code
/// can have written it. Callers that rely on such values exclude that. Each of these groups joins a group
/// that differs only in such objects, if there is one.
fn absorbed(stepper: &Stepper, groups: Vec<Group>) -> Vec<Group> {
    let no_value = |group: &Group| group.facts.outs.iter().any(|out| out.value.is_empty());
    let (none, mut groups): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(no_value);
    for mut group in none {
        let none = stepper.outs.without_value(&group.facts);
        let alike = |known: &&Group| {
            known.origin == group.origin && known.key.without_outs(none) == group.key.without_outs(none)
        };
        if let Some(known) = groups.iter().find(alike) {
            group.key = known.key;
        }
        add(stepper, &mut groups, group);
    }
    groups
}

/// Merges pairs of groups that differ only in the answer to one question about memory at entry, where each
/// group has one of the two answers: the function does the same whatever the answer is.
fn reunited(stepper: &Stepper, mut groups: Vec<Group>) -> Vec<Group> {
    let params: Vec<VarId> = stepper.function.cfg.params.iter().flatten().copied().flatten().collect();
    let is_alike = |one: &Group, two: &Group| {
        one.origin == two.origin
            && one.value == two.value
            && Key { held: two.key.held, ..one.key } == two.key
            && one.facts.held.is_both_answers(two.facts.held)
            && params.iter().all(|var| known(stepper, &one.facts, *var) == known(stepper, &two.facts, *var))
    };
    let mut at = 0;
    while at < groups.len() {
        match (at + 1..groups.len()).find(|other| is_alike(&groups[at], &groups[*other])) {
            Some(other) => {
                let other = groups.remove(other);
                let group = &mut groups[at];
                group.key.held = group.key.held.joined(other.key.held);
                group.facts.join(stepper.automaton, &other.facts, false);
                at = 0;
            }
            None => at += 1,
        }
    }
    groups
}

/// Merges groups until at most [`MAX_CASES`] are left; fails with the edge of one if more are left. Groups no longer stay apart
/// for these differences, given up in this order: the arguments for which a constant is returned, answers about memory, the signs
/// of written values, returned constants, and whether a returned value of unknown sign is 0.
fn few(stepper: &Stepper, mut groups: Vec<Group>) -> Result<Vec<Group>, EdgeId> {
    let coarser: [fn(&mut Key); MAX_OUTS + 4] = [
        // For which arguments a constant is returned.
        |_| {},
        |key| key.held = Held::default(),
        |key| key.outs[2] = Sign::Any,
        |key| key.outs[1] = Sign::Any,
        |key| key.outs[0] = Sign::Any,
        |key| key.signs[0] = key.signs[0].without_constant(),
        |key| key.signs[0] = key.signs[0].without_zero(),
    ];
    for coarser in coarser {
        if groups.len() <= MAX_CASES {
            break;
        }
        let finer = std::mem::take(&mut groups);
        for mut group in finer {
            coarser(&mut group.key);
            add(stepper, &mut groups, group);
        }
    }
    if groups.len() > MAX_CASES { Err(groups[0].edge) } else { Ok(groups) }
}

/// Returns whether the function was asked to allocate 0 bytes: a parameter of type `size_t` is 0. Then
/// to return NULL is no failure.
pub(crate) fn asks_for_nothing(stepper: &Stepper, facts: &Facts) -> bool {
    let cfg = stepper.function.cfg;
    cfg.params.iter().flatten().enumerate().any(|(position, var)| {
        var.is_some_and(|var| {
            cfg.var(var).ty == Type::Int(IntType::size_of(cfg.model))
                && stepper.flow.is_steady(var, position)
                && facts.value(stepper.automaton, var.into()) == Interval::ZERO
        })
    })
}

/// Returns the interval of a variable; all numbers if the interval says no more than the variable's type.
pub(crate) fn known(stepper: &Stepper, facts: &Facts, var: VarId) -> Interval {
    let value = facts.value(stepper.automaton, var.into());
    if value == stepper.automaton.range(var.into()) { Interval::TOP } else { value }
}

/// Returns the groups for one state at a return. A returned pointer that is a fresh object or NULL gives two
/// groups.
fn returned(stepper: &Stepper, key: Key, facts: &Facts, edge: EdgeId, value: Option<ExprId>) -> Vec<Group> {
    let group = |origin, interval: Interval| Group {
        key: key.returning(returned_sign(stepper, facts, value, interval)),
        origin,
        value: interval,
        facts: facts.clone(),
        edge,
    };
    let Some(expr) = value else { return vec![group(Origin::Any, Interval::TOP)] };
    let interval = stepper.value(facts, expr);
    if let Some(param) = stepper.flow.param(stepper.function, expr) {
        return vec![group(Origin::Param(param), interval)];
    }
    if let Some(var) = stepper.var(expr)
        && facts.owns(Owner::Var(var))
    {
        let failed = facts.failed == Failure::Failed && !asks_for_nothing(stepper, facts);
        let failed = if failed { Origin::Failed } else { Origin::Any };
        let (origin, made) = match origin(stepper, facts, Owner::Var(var)) {
            Some(Origin::Opened(by)) if !is_pointer(stepper, expr) => {
                return vec![group(Origin::Opened(by), interval)];
            }
            made => (made.unwrap_or(Origin::Any), interval.meet(Interval::NON_NULL)),
        };
        let null = interval.contains(0).then(|| group(failed, Interval::ZERO));
        return null.into_iter().chain([group(origin, made)]).collect();
    }
    let failed = match facts.failed {
        Failure::None => false,
        // `p = malloc(n); if (!p) handler(); return p;` is no failure, because the handler may never return,
        // but `if (!p) { complain(); return NULL; }` is one.
        Failure::Handled => stepper.var(expr).is_none(),
        Failure::Failed => !asks_for_nothing(stepper, facts),
    };
    let origin = if failed && interval == Interval::ZERO && is_pointer(stepper, expr) {
        Origin::Failed
    } else {
        Origin::Any
    };
    vec![group(origin, interval)]
}

/// Returns the origin of what an owner has: memory, or a resource. `None` if that differs between runs.
pub(super) fn origin(stepper: &Stepper, facts: &Facts, owner: Owner) -> Option<Origin> {
    let cfg = stepper.function.cfg;
    let mut origins = facts.made_for(owner).map(|edge| match opened(cfg, edge) {
        Some(resource) => {
            cfg.edge_ids().find(|id| opened(cfg, *id) == Some(resource)).map_or(Origin::Any, Origin::Opened)
        }
        None => Origin::Fresh,
    });
    let first = origins.next()?;
    origins.all(|other| other == first).then_some(first)
}

/// Returns the sign of a returned value that keeps its group apart from others.
fn returned_sign(stepper: &Stepper, facts: &Facts, expr: Option<ExprId>, value: Interval) -> Sign {
    let Some(expr) = expr.filter(|expr| !is_pointer(stepper, *expr)) else { return sign(value) };
    match (sign(value), value.as_point()) {
        (Sign::Negative | Sign::Positive, Some(constant)) => Sign::Is(constant),
        (Sign::Any, _) if is_nonzero(stepper, facts, expr) => Sign::NonZero,
        (sign, _) => sign,
    }
}

/// Returns whether an expression is a variable that is known not to be 0, perhaps converted to a wider type.
fn is_nonzero(stepper: &Stepper, facts: &Facts, mut expr: ExprId) -> bool {
    let cfg = stepper.function.cfg;
    loop {
        let ty = cfg.expr(expr).ty;
        expr = match cfg.expr(expr).kind {
            ExprKind::Var(var) => return facts.sign_of(stepper.automaton, var) == Sign::NonZero,
            ExprKind::Cast(inner) => match (ty, cfg.expr(inner).ty) {
                (Type::Int(outer), Type::Int(from)) if outer.bits >= from.bits => inner,
                _ => return false,
            },
            _ => return false,
        };
    }
}

pub(crate) fn is_pointer(stepper: &Stepper, expr: ExprId) -> bool {
    stepper.function.cfg.expr(expr).ty == Type::Pointer
}

/// Returns whether two groups that return the same constant do so for different arguments, which their join would not say:
/// `if (!p) return -1; if (!q) return -1;` returns -1 if one of them is NULL. The join says it all if the groups differ in one
/// argument only, and there is no gap between its values.
fn are_told_apart(stepper: &Stepper, one: &Group, two: &Group) -> bool {
    if one.value.as_point().is_none() || one.value != two.value {
        return false;
    }
    let params = stepper.function.cfg.params.iter().flatten().flatten();
    let values = |param: &VarId| [&one.facts, &two.facts].map(|facts| known(stepper, facts, *param));
    let differing: Vec<[Interval; 2]> = params.map(values).filter(|[one, two]| one != two).collect();
    let is_disjoint = |[one, two]: &[Interval; 2]| one.meet(*two).is_empty();
    match differing[..] {
        [[one, two]] => is_disjoint(&[one, two]) && has_gap(one, two),
        _ => differing.iter().any(is_disjoint),
    }
}

/// Returns whether there are numbers between two intervals.
fn has_gap(one: Interval, two: Interval) -> bool {
    match (one.bounds(), two.bounds()) {
        (Some((low, high)), Some((other_low, other_high))) => {
            high.saturating_add(1) < other_low || other_high.saturating_add(1) < low
        }
        _ => false,
    }
}

/// Adds a group to `groups`: joins it with the group of the same key and origin, if there is one.
fn add(stepper: &Stepper, groups: &mut Vec<Group>, group: Group) {
    add_unless(stepper, groups, group, &|_, _| false);
}

/// Does the same, but does not join groups that stay apart.
fn add_unless(
    stepper: &Stepper,
    groups: &mut Vec<Group>,
    group: Group,
    stay_apart: &dyn Fn(&Group, &Group) -> bool,
) {
    let is_alike = |known: &Group| known.key == group.key && known.origin == group.origin;
    match groups.iter_mut().find(|known| is_alike(known) && !stay_apart(known, &group)) {
        Some(known) => {
            known.value = known.value.hull(group.value);
            known.facts.join(stepper.automaton, &group.facts, false);
        }
        None => groups.push(group),
    }
}
