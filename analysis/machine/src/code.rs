//! What a run prepares of each function that it calls: the parts of expressions in the order in which they are
//! evaluated, the size checks of edges, and quick forms of locations and edges. Each is made when it is first
//! needed.

use std::cell::OnceCell;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::quick::Ways;
use csieve_graph::{Cfg, EdgeId, ExprId, ExprKind, Loc, Meant};

/// The prepared form of a function's graph.
#[derive(Debug)]
pub(crate) struct Code<'g> {
    /// The graph.
    pub cfg: &'g Cfg,
    /// The size checks for each edge that has some, as indices into `sizes.uses` of the graph.
    pub uses: FxHashMap<EdgeId, Vec<usize>>,
    /// The indices of the variables whose address the function takes.
    pub addressed: FixedBitSet,
    /// By expression: the expression and all of its parts, ascending.
    parts: Box<[OnceCell<Box<[ExprId]>>]>,
    ways: Box<[OnceCell<Box<Ways>>]>,
}

impl<'g> Code<'g> {
    /// Prepares a graph.
    pub(crate) fn new(cfg: &'g Cfg) -> Self {
        let mut uses: FxHashMap<EdgeId, Vec<usize>> = FxHashMap::default();
        for (index, one) in cfg.sizes.uses.iter().enumerate() {
            uses.entry(one.edge).or_default().push(index);
        }
        let taken = cfg.expr_ids().filter_map(|id| match cfg.expr(id).kind {
            ExprKind::AddressOf(var) => Some(var.index()),
            _ => None,
        });
        Self {
            cfg,
            uses,
            addressed: taken.collect(),
            parts: empty(cfg.exprs.len()),
            ways: empty(cfg.location_count()),
        }
    }

    /// Returns an expression and all of its parts, ascending. Operands have smaller ids than the expressions
    /// around them, so this is an order in which they can be evaluated.
    pub(crate) fn parts(&self, expr: ExprId) -> &[ExprId] {
        self.parts[expr.0 as usize].get_or_init(|| parts(self.cfg, expr).into())
    }

    /// Returns the quick form of the edges that leave a location.
    #[inline(always)]
    pub(crate) fn ways(&self, at: Loc) -> &Ways {
        self.ways[at.index()].get_or_init(|| Box::new(Ways::new(self, at)))
    }
}

fn empty<T>(count: usize) -> Box<[OnceCell<T>]> {
    (0..count).map(|_| OnceCell::new()).collect()
}

fn parts(cfg: &Cfg, expr: ExprId) -> Vec<ExprId> {
    let mut needed = vec![expr];
    let mut next = 0;
    while next < needed.len() {
        let id = needed[next];
        needed.extend(cfg.exprs.operands(id));
        needed.extend(operand_meant(cfg, id));
        next += 1;
        if next % 64 == 0 {
            // Parts that occur several times are kept once. Otherwise their number could grow exponentially.
            let (done, open) = needed.split_at_mut(next);
            done.sort_unstable();
            open.sort_unstable();
            let mut open = open.to_vec();
            open.dedup();
            open.retain(|id| done.binary_search(id).is_err());
            needed.truncate(next);
            needed.extend(open);
        }
    }
    needed.sort_unstable();
    needed.dedup();
    needed
}

/// Returns the operand of an expression that stands for any value in the graph, but has a meaning.
fn operand_meant(cfg: &Cfg, id: ExprId) -> Option<ExprId> {
    let ExprKind::Any(_) = cfg.expr(id).kind else { return None };
    match cfg.concrete.values.get(&id)? {
        Meant::Value(value) => Some(*value),
        Meant::Bits(pointer) => record(cfg, *pointer),
        Meant::Real(_) | Meant::Object { .. } | Meant::Result(_) => None,
    }
}

/// Returns the pointer to the record of the bit-field at a pointer; `None` for other pointers.
fn record(cfg: &Cfg, pointer: ExprId) -> Option<ExprId> {
    cfg.concrete.bits.get(&pointer)?;
    match cfg.expr(pointer).kind {
        ExprKind::Inside { base, .. } => Some(base),
        _ => None,
    }
}
