//! What is prepared of each function: the parts of its expressions, the locations where ways join, and the variables
//! that are still read behind each location.

use std::{cell::RefCell, rc::Rc};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_graph::{Cfg, EdgeId, ExprId, ExprKind, Initial, Loc, Meant, VarId, VarKind};

/// The prepared form of a function.
#[derive(Debug)]
pub(crate) struct Code<'g> {
    /// The graph of the function.
    pub cfg: &'g Cfg,
    /// The number of the function, by which states are compared.
    pub number: u32,
    /// The locations into which several edges lead.
    pub joins: FixedBitSet,
    /// By location: the variables that are read before they get a new value.
    pub live: Vec<FixedBitSet>,
    parts: RefCell<FxHashMap<ExprId, Rc<[ExprId]>>>,
}

impl<'g> Code<'g> {
    /// Prepares a graph.
    pub(crate) fn new(cfg: &'g Cfg, number: u32) -> Self {
        let mut entering = vec![0_u32; cfg.location_count()];
        for edge in &cfg.edges {
            entering[edge.to.index()] += 1;
        }
        let joins = entering.iter().enumerate().filter(|(_, count)| **count > 1).map(|(at, _)| at).collect();
        Self { cfg, number, joins, live: live(cfg), parts: RefCell::default() }
    }

    /// Returns an expression with all of its parts, ascending.
    pub(crate) fn parts(&self, expr: ExprId) -> Rc<[ExprId]> {
        let mut known = self.parts.borrow_mut();
        Rc::clone(known.entry(expr).or_insert_with(|| parts(self.cfg, expr).into()))
    }
}

/// Returns whether the value of a variable is in the call, and not in an object.
pub(crate) fn is_plain(cfg: &Cfg, var: VarId) -> bool {
    let var = cfg.var(var);
    !var.exposed && var.kind != VarKind::Global
}

fn parts(cfg: &Cfg, expr: ExprId) -> Vec<ExprId> {
    let mut seen = FixedBitSet::with_capacity(expr.0 as usize + 1);
    let mut open = vec![expr];
    while let Some(id) = open.pop() {
        if !seen.put(id.0 as usize) {
            open.extend(cfg.exprs.operands(id));
            open.extend(meant_operands(cfg, id));
        }
    }
    seen.ones().map(|id| ExprId(id as u32)).collect()
}

/// Returns the operands of an expression that stands for any value but has a meaning.
fn meant_operands(cfg: &Cfg, id: ExprId) -> Vec<ExprId> {
    if !matches!(cfg.expr(id).kind, ExprKind::Any(_)) {
        return Vec::new();
    }
    match cfg.concrete.values.get(&id) {
        Some(Meant::Value(value) | Meant::Elements { bytes: value, .. }) => vec![*value],
        Some(Meant::Bits(pointer)) => cfg.expr(*pointer).kind.as_inside().into_iter().collect(),
        Some(Meant::Object { pointer, .. }) => vec![*pointer],
        _ => Vec::new(),
    }
}

/// Returns all expressions that taking an edge, or choosing it, may evaluate.
fn read(cfg: &Cfg, edge: EdgeId) -> Vec<ExprId> {
    let mut all: Vec<_> = cfg.edge(edge).reads().collect();
    if let csieve_graph::Action::Learn { value, .. } = cfg.edge(edge).action {
        all.push(value);
    }
    all.extend(cfg.concrete.conditions.get(&edge).map(|(condition, _)| *condition));
    all.extend(cfg.sizes.allocations.get(&edge).map(|allocated| allocated.bytes));
    all.extend(cfg.sizes.computed.get(&edge).map(|(_, allocated)| allocated.bytes));
    if let Some(Initial { constants, strings, .. }) = cfg.initials.get(&edge) {
        all.extend(constants.iter().chain(strings).flat_map(|(to, from)| [*to, *from]));
    }
    all
}

/// Returns, by location, the variables of calls whose values are read behind it. [`Vec`] by [`Loc`].
fn live(cfg: &Cfg) -> Vec<FixedBitSet> {
    let count = cfg.vars.len();
    let reads: Vec<FixedBitSet> = cfg
        .edge_ids()
        .map(|edge| {
            let mut vars = FixedBitSet::with_capacity(count);
            for part in read(cfg, edge).into_iter().flat_map(|expr| parts(cfg, expr)) {
                if let ExprKind::Var(var) = cfg.expr(part).kind {
                    vars.insert(var.index());
                }
            }
            vars
        })
        .collect();
    let mut before: Vec<Vec<EdgeId>> = vec![Vec::new(); cfg.location_count()];
    for id in cfg.edge_ids() {
        before[cfg.edge(id).to.index()].push(id);
    }
    let mut live = vec![FixedBitSet::with_capacity(count); cfg.location_count()];
    let mut open: Vec<Loc> = (0..cfg.location_count() as u32).map(Loc).collect();
    while let Some(at) = open.pop() {
        for &id in &before[at.index()] {
            let edge = cfg.edge(id);
            let mut vars = live[at.index()].clone();
            if let Some(var) = edge.assigned() {
                vars.set(var.index(), false);
            }
            vars.union_with(&reads[id.index()]);
            let from = &mut live[edge.from.index()];
            if !vars.is_subset(from) {
                from.union_with(&vars);
                open.push(edge.from);
            }
        }
    }
    live
}
