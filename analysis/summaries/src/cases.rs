//! Turns the states at the returns of a function into the cases of its summary.

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{
    Action, Cfg, EdgeId, ExprId, ExprKind, Inside, InsideStep, IntType, Type, VarId, VarKind, expr_text,
};
use csieve_lowering::summary::{Case, Freed, Null, Param, Returned, Summary, Written};
use csieve_modelcheck::model::rounds::counts_rounds;

use super::{
    conditions::Held,
    function::{Node, returns},
    outs::positions,
    params::MAX_PARAMS,
    state::{Facts, Failure, Key, MAX_OUTS, Owner, Sign, sign},
    step::Stepper,
    unseen::mark_unseen,
};

/// The largest number of cases of a summary.
const MAX_CASES: usize = 6;
/// The largest number of nested calls in the description of what a callee does.
const MAX_DEPTH: usize = 3;
/// The largest number of written variables of the file that a summary names. If there are more, all of memory
/// counts as written.
const MAX_GLOBALS: usize = 8;

/// The states at returns that become one case.
struct Group {
    key: Key,
    origin: Origin,
    value: Interval,
    facts: Facts,
    edge: EdgeId,
}

/// The origin of a returned value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Any,
    Fresh,
    Failed,
    Param(usize),
}

/// Returns the summary of a function from its states; `None` if it needs too many cases.
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
                add(stepper, &mut groups, group);
            }
        }
    }
    let groups = few(stepper, reunited(stepper, absorbed(stepper, groups)))?;
    let (globals, names_all) = written_globals(cfg, is_file_variable);
    let params = cfg.params.as_ref()?;
    let accessed = always_accessed(stepper, nodes);
    let mut cases: Vec<Case> = groups.iter().map(|group| case(stepper, group, !names_all)).collect();
    mark_unseen(stepper, &mut cases);
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
                touched: position >= MAX_PARAMS || stepper.flow.touched & (1 << position) != 0,
                kept: position >= MAX_PARAMS || stepper.flow.kept & (1 << position) != 0,
                contents_kept: position >= MAX_PARAMS || stepper.flow.contents_kept & (1 << position) != 0,
            })
            .collect(),
        cases,
        globals,
    };
    Some(summary)
}

/// Merges groups in which the object of a parameter has no possible value. Callers that rely on the values of
/// objects never meet such runs. Each of these groups joins one that differs only in those objects, if there
/// is one.
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

/// Merges pairs of groups that differ only in the answer to one question and have both answers between them:
/// the function does the same whatever the answer is.
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

/// Merges groups until a summary may have them all; `None` if they stay too many. These differences are given
/// up, in this order: answers about memory, the signs of written objects, returned constants, and whether a
/// returned value of unknown sign is 0.
fn few(stepper: &Stepper, mut groups: Vec<Group>) -> Option<Vec<Group>> {
    let coarser: [fn(&mut Key); MAX_OUTS + 3] = [
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
    (groups.len() <= MAX_CASES).then_some(groups)
}

/// Whether an allocation of 0 bytes was asked for: a parameter of type `unsigned long` is 0. Then NULL is no
/// failure.
fn asks_for_nothing(stepper: &Stepper, facts: &Facts) -> bool {
    let cfg = stepper.function.cfg;
    cfg.params.iter().flatten().enumerate().any(|(position, var)| {
        var.is_some_and(|var| {
            cfg.var(var).ty == Type::Int(IntType::ULONG)
                && stepper.flow.is_steady(var, position)
                && facts.value(stepper.automaton, var.into()) == Interval::ZERO
        })
    })
}

/// Returns what is known of a variable; all values if that is no more than its type says.
fn known(stepper: &Stepper, facts: &Facts, var: VarId) -> Interval {
    let value = facts.value(stepper.automaton, var.into());
    if value == stepper.automaton.range(var.into()) { Interval::TOP } else { value }
}

/// Returns the groups of one state at a return. A fresh object that may be NULL gives two groups.
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
        let null = interval.contains(0).then(|| group(failed, Interval::ZERO));
        return null.into_iter().chain([group(Origin::Fresh, interval.meet(Interval::NON_NULL))]).collect();
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

/// Returns the sign by which a returned value is told apart from others.
fn returned_sign(stepper: &Stepper, facts: &Facts, expr: Option<ExprId>, value: Interval) -> Sign {
    let Some(expr) = expr.filter(|expr| !is_pointer(stepper, *expr)) else { return sign(value) };
    match (sign(value), value.as_point()) {
        (Sign::Negative | Sign::Positive, Some(constant)) => Sign::Is(constant),
        (Sign::Any, _) if is_nonzero(stepper, facts, expr) => Sign::NonZero,
        (sign, _) => sign,
    }
}

/// Whether an expression is a variable that is known not to be 0, perhaps converted to a wider type.
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

fn is_pointer(stepper: &Stepper, expr: ExprId) -> bool {
    stepper.function.cfg.expr(expr).ty == Type::Pointer
}

/// Adds a group: joins it with the group of the same key and origin, if there is one.
fn add(stepper: &Stepper, groups: &mut Vec<Group>, group: Group) {
    match groups.iter_mut().find(|known| known.key == group.key && known.origin == group.origin) {
        Some(known) => {
            known.value = known.value.hull(group.value);
            known.facts.join(stepper.automaton, &group.facts, false);
        }
        None => groups.push(group),
    }
}

fn case(stepper: &Stepper, group: &Group, writes_unnamed: bool) -> Case {
    let (cfg, facts) = (stepper.function.cfg, &group.facts);
    let params = cfg.params.as_deref().unwrap_or_default();
    let args = params.iter().enumerate().map(|(position, var)| match var {
        Some(var) if stepper.flow.is_steady(*var, position) => known(stepper, facts, *var),
        _ => Interval::TOP,
    });
    let nonzero = params.iter().enumerate().filter(|(position, var)| {
        var.is_some_and(|var| {
            stepper.flow.is_steady(var, *position) && facts.sign_of(stepper.automaton, var) == Sign::NonZero
        })
    });
    let nonzero: Vec<usize> = nonzero.map(|(position, _)| position).collect();
    let args: Vec<Interval> = args.collect();
    let freed = (0..32).filter(|target| group.key.freed & (1 << target) != 0);
    let inside = |edge: EdgeId, text: String| within(cfg, edge, text);
    Case {
        returns_nonzero: group.key.signs[0] == Sign::NonZero,
        returns: match group.origin {
            Origin::Any => Returned::Value(group.value),
            Origin::Failed => Returned::Failed,
            Origin::Fresh => Returned::Fresh,
            Origin::Param(param) => Returned::Param(param),
        },
        conditions: stepper.conditions.of_case(facts.held, &args, &nonzero),
        args,
        nonzero,
        // Arguments beyond the parameters are not followed.
        opaque: facts.opaque || cfg.variadic,
        writes_memory: facts.writes_memory || writes_unnamed,
        frees: freed
            .map(|index| {
                let target = stepper.targets.get(index);
                let pointer = match cfg.edge(target.edge).action {
                    Action::Free { pointer, .. } => expr_text(cfg, pointer),
                    _ => String::new(),
                };
                Freed {
                    path: target.path.clone(),
                    inside: inside(target.edge, format!("`{pointer}` is freed")),
                }
            })
            .collect(),
        may_free: Vec::new(),
        writes: positions(group.key.written).map(|param| written(stepper, facts, param)).collect(),
        inside: match inside(group.edge, returns_text(group)) {
            told if is_without_rounds(stepper, group) => {
                Arc::new(Inside { counted: true, ..(*told).clone() })
            }
            told => told,
        },
    }
}

/// Whether 0 is returned because a loop that counts its rounds had none.
fn is_without_rounds(stepper: &Stepper, group: &Group) -> bool {
    let cfg = stepper.function.cfg;
    let edge = cfg.edge(group.edge);
    let Action::Return(Some(value)) = edge.action else { return false };
    let ExprKind::Var(var) = cfg.expr(cfg.exprs.strip_casts(value)).kind else { return false };
    group.value == Interval::ZERO && counts_rounds(cfg, var, &[edge.from])
}

fn returns_text(group: &Group) -> String {
    match (group.origin, group.value.as_point()) {
        (Origin::Failed, _) => "it returns NULL".to_owned(),
        (Origin::Fresh, _) => "it returns the memory".to_owned(),
        (_, Some(value)) => format!("it returns {value}"),
        _ => "it returns".to_owned(),
    }
}

fn written(stepper: &Stepper, facts: &Facts, param: usize) -> Written {
    let stores = &stepper.outs.stores[param];
    let certain = facts.overwritten & (1 << param) != 0;
    let value = match stores.types.as_slice() {
        [ty] if certain => Some((*ty, facts.outs[param].value.meet(type_range(*ty)))),
        _ => None,
    };
    let has_failed = facts.failed == Failure::Failed && !asks_for_nothing(stepper, facts);
    let null = if has_failed { Null::Failed } else { Null::Unknown };
    let inside =
        stores.first.map(|edge| within(stepper.function.cfg, edge, "its object is written".to_owned()));
    Written {
        param,
        certain,
        partly: stores.partly,
        value,
        fresh: (certain && facts.owns(Owner::Out(param))).then_some(null),
        inside,
    }
}

/// Returns the parameters whose objects every run accesses, as a bit set. Runs that never return count too.
fn always_accessed(stepper: &Stepper, nodes: &[Node]) -> u32 {
    let cfg = stepper.function.cfg;
    let mut misused = FixedBitSet::with_capacity(nodes.len());
    for edge in &cfg.edges {
        if matches!(edge.action, Action::Misuse { .. }) {
            misused.insert(edge.to.index());
        }
    }
    let mut accessed = u32::MAX;
    for (index, node) in nodes.iter().enumerate() {
        let successors = &cfg.successors[index];
        let ends = successors.is_empty() && index != cfg.exit.index() && !misused.contains(index);
        if ends || successors.iter().any(|id| matches!(cfg.edge(*id).action, Action::Return(_))) {
            for (_, facts, _) in &node.states {
                accessed &= facts.accessed;
            }
        }
    }
    accessed
}

/// Returns the first access to the object of a parameter.
fn access(stepper: &Stepper, param: usize) -> Option<Arc<Inside>> {
    let cfg = stepper.function.cfg;
    let edge = cfg.edge_ids().find(|id| match cfg.edge(*id).action {
        Action::Deref { pointer, .. } => stepper.flow.param(stepper.function, pointer) == Some(param),
        _ => false,
    })?;
    let Action::Deref { pointer, .. } = cfg.edge(edge).action else { return None };
    Some(within(cfg, edge, format!("`{}` is accessed", expr_text(cfg, pointer))))
}

fn within(cfg: &Cfg, edge: EdgeId, text: String) -> Arc<Inside> {
    let edge = cfg.edge(edge);
    let inner = edge.inside.as_ref().filter(|inner| depth(inner) < MAX_DEPTH);
    let step = InsideStep { span: edge.span, line: None, text, inside: inner.cloned() };
    let counted = edge.inside.as_ref().is_some_and(|inner| inner.counted);
    let told = edge.inside.as_ref().is_some_and(|inner| inner.told);
    let function = cfg.function.as_str().into();
    Arc::new(Inside { function, file: None, steps: vec![step], counted, told, varies: cfg.varies })
}

/// Returns how many calls deep a description goes.
fn depth(inside: &Inside) -> usize {
    1 + inside.steps.iter().filter_map(|step| step.inside.as_deref()).map(depth).max().unwrap_or(0)
}

/// Returns the names of the file's variables that may be written, ascending, and whether these are all:
/// `false` if there are too many or if variables that the file does not declare may be written.
fn written_globals(cfg: &Cfg, is_file_variable: &dyn Fn(&str) -> bool) -> (Vec<Arc<str>>, bool) {
    let mut names: Vec<Arc<str>> = Vec::new();
    let mut all = true;
    let mut write = |var: VarId| {
        let var = cfg.var(var);
        if var.kind == VarKind::Global {
            all &= is_file_variable(&var.name);
            names.push(var.name.as_str().into());
        }
    };
    for edge in &cfg.edges {
        edge.assigned().into_iter().for_each(&mut write);
        if let Action::Opaque { vars } = &edge.action {
            vars.iter().copied().for_each(&mut write);
        }
    }
    names.sort_unstable();
    names.dedup();
    if names.len() > MAX_GLOBALS { (Vec::new(), false) } else { (names, all) }
}
