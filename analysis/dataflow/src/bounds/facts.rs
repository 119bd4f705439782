//! Computes facts about pointers: the object that a pointer certainly leads to, and its size. A fact at a
//! location holds on every path to that location.

use std::rc::Rc;

use imbl::{GenericOrdMap, ordmap::DiffItem, shared_ptr::RcK};
use rustc_hash::FxHashMap;

use super::{
    wide,
    write::{depends, may_write, may_write_at_all},
};
use csieve_base::{
    budget::Steps,
    fixpoint::{Limits, NEVER, Plan, Stop, Transfer, solve},
};
use csieve_graph::{
    Action, Allocated, Assigns, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, Type, UseKind, Writes, outermost,
    reaches,
};

use crate::automaton::Dependencies;

/// The object that a pointer leads to, and where in the object it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Object {
    /// The size of the object in bytes.
    pub size: ExprId,
    /// The distance from the start of the object to where the pointer leads, in bytes.
    pub offset: ExprId,
    /// The edge that made the object. None if the object has a declared size.
    pub made: Option<EdgeId>,
}

/// A fact about a pointer: the object that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    /// The object that the pointer leads to unless it is NULL. None if it is NULL.
    object: Option<Object>,
    on: Rc<Dependencies>,
}

/// The facts at a location, by the expression of the pointer. Locations that follow each other share them.
pub(super) type Facts = GenericOrdMap<ExprId, Fact, RcK>;

/// Returns the facts after each edge that accesses memory through a pointer whose object has no declared
/// size. Edges without facts are left out.
pub(super) fn facts(cfg: &mut Cfg) -> FxHashMap<EdgeId, Facts> {
    let mut wanted: Vec<EdgeId> = Vec::new();
    for used in &cfg.sizes.uses {
        let (pointer, width) = match &used.kind {
            UseKind::Access { pointer, bytes } => (*pointer, *bytes),
            UseKind::Buffer { pointer, .. } => (*pointer, 1),
            UseKind::Allocation { .. } | UseKind::Shift { .. } | UseKind::Arithmetic { .. } => continue,
        };
        let last = reaches(&cfg.exprs, &cfg.sizes, pointer, width).pop();
        if last.is_some_and(|reach| reach.extent.is_none()) {
            wanted.push(used.edge);
        }
    }
    if wanted.is_empty() || !has_sources(cfg) {
        return FxHashMap::default();
    }
    let at = at_locations(cfg);
    let behind = |edge: &EdgeId| at.get(cfg.edge(*edge).to.index())?.clone().map(|facts| (*edge, facts));
    wanted.iter().filter_map(behind).filter(|(_, facts)| !facts.is_empty()).collect()
}

/// Returns whether any pointer of the function ever gets an object of known size.
fn has_sources(cfg: &Cfg) -> bool {
    !cfg.sizes.allocations.is_empty()
        || !cfg.sizes.computed.is_empty()
        || cfg.edges.iter().any(|edge| {
            let Assigns::Value { var, value } = edge.effects().assigns else { return false };
            if cfg.var(var).ty != Type::Pointer {
                return false;
            }
            let reached = reaches(&cfg.exprs, &cfg.sizes, value, 1);
            reached.first().is_some_and(|reach| {
                reach.extent.is_some() || matches!(cfg.expr(reach.base).kind, ExprKind::AddressOf(_))
            })
        })
}

/// The budget of the pass, in steps: one for each fact at each edge that writes something. Without facts, misuses of
/// objects whose size the function computes are not looked for.
const MAX_STEPS: u32 = 8_000_000;

/// Returns the facts at every location. None for a location that no run reaches. No locations if the budget runs out.
fn at_locations(cfg: &mut Cfg) -> Vec<Option<Facts>> {
    let (flow, entry) = (cfg.flow(), cfg.entry.index());
    let order = cfg.flow_order(&flow);
    let plan = Plan { delay: NEVER, narrowing: 0 };
    let mut steps = Steps::new(MAX_STEPS);
    // Facts at a location only become fewer, so the iteration ends without widening.
    solve((&flow, &order), plan, &mut Pass { cfg }, [entry], &mut Limits::of(&mut steps)).unwrap_or_default()
}

/// The forward pass that computes facts. It adds the expressions of sizes and offsets to the graph.
struct Pass<'c> {
    cfg: &'c mut Cfg,
}

impl Transfer for Pass<'_> {
    type State = Option<Facts>;
    type Change = Facts;

    fn start(&self, node: usize) -> Option<Facts> {
        (node == self.cfg.entry.index()).then(Facts::default)
    }

    fn along(
        &mut self,
        edge: usize,
        from: &Option<Facts>,
        limits: &mut Limits,
    ) -> Result<Option<Facts>, Stop> {
        if may_write_at_all(self.cfg.edge(EdgeId(edge as u32))) {
            limits.take(1 + from.as_ref().map_or(0, Facts::len))?;
        }
        let mut facts = from.clone();
        if let Some(facts) = &mut facts {
            step(self.cfg, EdgeId(edge as u32), facts);
        }
        Ok(facts)
    }

    fn join(&mut self, _: usize, known: &mut Option<Facts>, comes: Facts) -> Result<bool, Stop> {
        Ok(match known {
            Some(known) => meet(known, &comes),
            None => {
                *known = Some(comes);
                true
            }
        })
    }
}

/// Keeps the facts that hold on both of two paths, and returns whether `known` changed. A pointer that is
/// NULL on one path keeps its object of the other.
fn meet(known: &mut Facts, other: &Facts) -> bool {
    let before = known.clone();
    let mut changed = false;
    for item in before.diff(other) {
        match item {
            DiffItem::Add(..) => continue,
            DiffItem::Update { old: (_, fact), new: (_, same) }
                if same.object.is_none() || same.object == fact.object =>
            {
                continue;
            }
            DiffItem::Update { old: (pointer, fact), new: (_, object) } if fact.object.is_none() => {
                known.insert(*pointer, object.clone());
            }
            DiffItem::Update { old: (pointer, _), .. } | DiffItem::Remove(pointer, _) => {
                known.remove(pointer);
            }
        }
        changed = true;
    }
    changed
}

/// Returns the place that gets a pointer on an edge, and the object that it leads to then.
fn gained(cfg: &mut Cfg, id: EdgeId, facts: &Facts) -> Option<(ExprKind, Option<Object>)> {
    let effects = cfg.edge(id).effects();
    if let Writes::Object { pointer, value } = effects.writes {
        if cfg.expr(value).ty != Type::Pointer || facts.is_empty() {
            return None;
        }
        let address = depends(cfg, &[pointer]);
        let is_stable =
            !address.memory && !address.unstable && address.vars.iter().all(|var| !cfg.var(*var).exposed);
        let leads = leads_to(cfg, value, facts).filter(|_| is_stable)?;
        return Some((ExprKind::Load(pointer), leads.object()));
    }
    match effects.assigns {
        Assigns::Value { var, value } if cfg.var(var).ty == Type::Pointer => {
            Some((ExprKind::Var(var), leads_to(cfg, value, facts)?.object()))
        }
        Assigns::Null { var } => Some((ExprKind::Var(var), None)),
        Assigns::Fresh { var } | Assigns::Any { var } => {
            let allocated = cfg.sizes.allocations.get(&id).copied()?;
            Some((ExprKind::Var(var), Some(fresh(cfg, allocated, id)?)))
        }
        Assigns::Nothing
        | Assigns::Value { .. }
        | Assigns::Failure { .. }
        | Assigns::Handle { .. }
        | Assigns::Result { .. }
        | Assigns::Undefined { .. } => None,
    }
}

/// Changes the facts before an edge to those after it.
fn step(cfg: &mut Cfg, id: EdgeId, facts: &mut Facts) {
    if let Some((address, allocated)) = cfg.sizes.computed.get(&id).copied()
        && cfg.edge(id).action == Action::Skip
    {
        facts.remove(&address);
        if let Some(object) = fresh(cfg, allocated, id) {
            let on = Rc::new(depends(cfg, &[object.size]));
            facts.insert(address, Fact { object: Some(object), on });
        }
        return;
    }
    let gained = gained(cfg, id, facts);
    let edge = cfg.edge(id);
    if may_write_at_all(edge) {
        let is_written = |(_, fact): &(&ExprId, &Fact)| may_write(cfg, edge, &fact.on);
        let written: Vec<ExprId> = facts.iter().filter(is_written).map(|(pointer, _)| *pointer).collect();
        for pointer in written {
            facts.remove(&pointer);
        }
    }
    if let Some((place, object)) = gained {
        let mut exprs: Vec<ExprId> = object.iter().flat_map(|object| [object.size, object.offset]).collect();
        // A size expression that this edge changes no longer gives the size of the object.
        if may_write(cfg, cfg.edge(id), &depends(cfg, &exprs)) {
            return;
        }
        let place = cfg.exprs.add(place, Type::Pointer);
        exprs.push(place);
        facts.insert(place, Fact { object, on: Rc::new(depends(cfg, &exprs)) });
    }
}

/// The target of a pointer.
enum Leads {
    /// The pointer leads to an object.
    To(Object),
    /// The pointer is NULL.
    Nowhere,
}

impl Leads {
    fn object(self) -> Option<Object> {
        match self {
            Self::To(object) => Some(object),
            Self::Nowhere => None,
        }
    }
}

/// Returns the target of a pointer. None if the target is not known.
fn leads_to(cfg: &mut Cfg, pointer: ExprId, facts: &Facts) -> Option<Leads> {
    let plain = cfg.exprs.strip_casts(pointer);
    let is_null = cfg.expr(plain).kind == ExprKind::Const(0)
        || facts.get(&plain).is_some_and(|fact| fact.object.is_none());
    if is_null { Some(Leads::Nowhere) } else { object(cfg, pointer, facts).map(Leads::To) }
}

fn fresh(cfg: &mut Cfg, allocated: Allocated, edge: EdgeId) -> Option<Object> {
    let size = wide::size(&mut cfg.exprs, allocated.bytes)?;
    let offset = wide::constant(&mut cfg.exprs, 0);
    // All ways through a call whose size an attribute tells give an object of that size.
    let is_same = |(_, other): &(&EdgeId, &Allocated)| allocated.is_told && **other == allocated;
    let first = cfg.sizes.allocations.iter().filter(is_same).map(|(first, _)| *first).min();
    let edge = first.unwrap_or(edge);
    (!depends(cfg, &[size]).unstable).then_some(Object { size, offset, made: Some(edge) })
}

/// Returns the object that a pointer leads to. None if the object or its size is not known.
pub(super) fn object(cfg: &mut Cfg, pointer: ExprId, facts: &Facts) -> Option<Object> {
    let reach = outermost(&cfg.exprs, &cfg.sizes, pointer)?;
    let (size, start, made) = match reach.extent {
        Some(extent) => {
            let size = wide::constant(&mut cfg.exprs, i128::from(extent));
            (size, wide::constant(&mut cfg.exprs, 0), None)
        }
        None => match cfg.expr(reach.base).kind.as_address_of() {
            Some(var) => {
                let bits = cfg.var(var).ty.as_int().map_or(64, |int| int.bits);
                if !matches!(cfg.var(var).ty, Type::Int(_) | Type::Pointer) {
                    return None;
                }
                let size = wide::constant(&mut cfg.exprs, i128::from(bits.div_ceil(8)));
                (size, wide::constant(&mut cfg.exprs, 0), None)
            }
            None => {
                let object = facts.get(&reach.base)?.object?;
                (object.size, object.offset, object.made)
            }
        },
    };
    let mut offset = start;
    let constant = wide::constant(&mut cfg.exprs, reach.constant);
    offset = wide::binary(&mut cfg.exprs, BinaryOp::Add, offset, constant);
    for (index, stride) in reach.parts {
        let (index, stride) = (wide::index(&mut cfg.exprs, index)?, wide::constant(&mut cfg.exprs, stride));
        let moved = wide::binary(&mut cfg.exprs, BinaryOp::Mul, index, stride);
        offset = wide::binary(&mut cfg.exprs, BinaryOp::Add, offset, moved);
    }
    let is_stable = !depends(cfg, &[size, offset]).unstable;
    is_stable.then_some(Object { size, offset, made })
}
