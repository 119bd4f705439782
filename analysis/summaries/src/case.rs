//! Makes one case of a summary from a group of states at the returns.

use std::sync::Arc;

use fixedbitset::FixedBitSet;

use csieve_base::library::Resource;
use csieve_domains::interval::{Interval, type_range};
use csieve_graph::{
    Action, Cfg, Edge, EdgeId, ExprKind, Inside, InsideStep, VarId, VarKind, When, expr_text,
};
use csieve_lowering::summary::{Case, Freed, Made, Null, Returned, Written};
use csieve_modelcheck::model::rounds::counts_rounds;

use super::{
    cases::{Group, MAX_DEPTH, MAX_GLOBALS, Origin, asks_for_nothing, known, origin},
    function::Node,
    outs::positions,
    state::{Facts, Failure, Owner, Sign},
    step::Stepper,
};

pub(super) fn case(stepper: &Stepper, group: &Group, writes_unnamed: bool) -> Case {
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
            Origin::Opened(by) => match opened(cfg, by) {
                Some(resource) => Returned::Opened(Arc::clone(resource)),
                None => Returned::Value(group.value),
            },
            Origin::Param(param) => Returned::Param(param),
        },
        conditions: stepper.conditions.of_case(facts.held, &args, &nonzero),
        args,
        nonzero,
        // What happens to further arguments of a variadic function is not followed.
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
                Arc::new(Inside { when: When { counted: true, ..told.when }, ..(*told).clone() })
            }
            told => told,
        },
    }
}

/// Returns a case of which nothing is known but that the function returns, on this edge among others.
pub(super) fn anything(stepper: &Stepper, edge: EdgeId) -> Case {
    let cfg = stepper.function.cfg;
    Case {
        returns: Returned::Value(Interval::TOP),
        returns_nonzero: false,
        args: vec![Interval::TOP; cfg.params.as_deref().unwrap_or_default().len()],
        nonzero: Vec::new(),
        conditions: Vec::new(),
        opaque: true,
        writes_memory: true,
        frees: Vec::new(),
        may_free: Vec::new(),
        writes: Vec::new(),
        inside: within(cfg, edge, "it returns".to_owned()),
    }
}

/// Returns whether a group of states returns 0 only because a loop that counts its own rounds made none.
pub(super) fn is_without_rounds(stepper: &Stepper, group: &Group) -> bool {
    let cfg = stepper.function.cfg;
    let edge = cfg.edge(group.edge);
    let Action::Return(Some(value)) = edge.action else { return false };
    let ExprKind::Var(var) = cfg.expr(cfg.exprs.strip_casts(value)).kind else { return false };
    group.value == Interval::ZERO && counts_rounds(cfg, var, &[edge.from])
}

/// Returns the resource that an edge opens.
pub(super) fn opened(cfg: &Cfg, edge: EdgeId) -> Option<&Arc<Resource>> {
    match &cfg.edge(edge).action {
        Action::Open { resource, .. } => Some(resource),
        _ => None,
    }
}

pub(super) fn returns_text(group: &Group) -> String {
    match (group.origin, group.value.as_point()) {
        (Origin::Failed, _) => "it returns NULL".to_owned(),
        (Origin::Fresh, _) => "it returns the memory".to_owned(),
        (Origin::Opened(_), _) => "it returns what it opened".to_owned(),
        (_, Some(value)) => format!("it returns {value}"),
        _ => "it returns".to_owned(),
    }
}

pub(super) fn written(stepper: &Stepper, facts: &Facts, param: usize) -> Written {
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
        fresh: if certain { made(stepper, facts, Owner::Out(param), null) } else { None },
        inside,
    }
}

/// Returns what an owner has that is made on all runs alike: memory, or one kind of resource with a pointer as its
/// handle. `None` if that differs between runs, or if the owner has nothing.
fn made(stepper: &Stepper, facts: &Facts, owner: Owner, null: Null) -> Option<Made> {
    let resource = match origin(stepper, facts, owner)? {
        Origin::Opened(by) => Some(opened(stepper.function.cfg, by).filter(|resource| resource.is_pointer)?),
        _ => None,
    };
    Some(Made { resource: resource.cloned(), null })
}

/// Returns the parameters that every run accesses memory through, one bit for each position. Runs that never
/// return count too.
pub(super) fn always_accessed(stepper: &Stepper, nodes: &[Node]) -> u32 {
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

/// Describes the first edge that accesses the object to which a parameter points.
pub(super) fn access(stepper: &Stepper, param: usize) -> Option<Arc<Inside>> {
    let cfg = stepper.function.cfg;
    let edge = cfg.edge_ids().find(|id| match cfg.edge(*id).action {
        Action::Deref { pointer, .. } => stepper.flow.param(stepper.function, pointer) == Some(param),
        _ => false,
    })?;
    let Action::Deref { pointer, .. } = cfg.edge(edge).action else { return None };
    Some(within(cfg, edge, format!("`{}` is accessed", expr_text(cfg, pointer))))
}

pub(super) fn within(cfg: &Cfg, edge: EdgeId, text: String) -> Arc<Inside> {
    let edge = cfg.edge(edge);
    let inner = edge.inside.as_ref().filter(|inner| depth(inner) < MAX_DEPTH);
    let step = InsideStep { span: edge.span, line: None, text, inside: inner.cloned() };
    let when = edge.inside.as_ref().map_or_else(When::default, |inner| inner.when);
    let function = cfg.function.as_str().into();
    let (varies, may_end) = (cfg.varies, may_end(cfg));
    Arc::new(Inside { function, file: None, steps: vec![step], when, varies, may_end })
}

/// Returns whether some run of a function may end the program instead of returning: a location other than the exit,
/// and other than the end of a misuse, has no successor, or a callee may do so.
fn may_end(cfg: &Cfg) -> bool {
    let is_end = |edge: &Edge| {
        let is_misuse = matches!(edge.action, Action::Misuse { .. });
        !is_misuse && edge.to != cfg.exit && cfg.successors[edge.to.index()].is_empty()
    };
    cfg.edges.iter().any(|edge| is_end(edge) || edge.inside.as_ref().is_some_and(|inside| inside.may_end))
}

/// Returns the nesting depth of a description of a callee's steps: 1 for a call, 2 for a call inside it.
pub(super) fn depth(inside: &Inside) -> usize {
    1 + inside.steps.iter().filter_map(|step| step.inside.as_deref()).map(depth).max().unwrap_or(0)
}

/// Returns the names of the file's variables that the function may write, ascending, and whether they are all
/// that it may write: `false` if there are too many or if it may write variables that the file does not
/// declare.
pub(super) fn written_globals(cfg: &Cfg, is_file_variable: &dyn Fn(&str) -> bool) -> (Vec<Arc<str>>, bool) {
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
