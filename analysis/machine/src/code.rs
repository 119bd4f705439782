//! What runs prepare of each function that they call: the parts of expressions in the order in which they
//! are evaluated, the size checks of edges, and quick forms of locations and edges. Each is made when it is
//! first needed. Runs of the same search share it.

use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::{bits::bit_field, inputs::Graphs, quick::Ways, value::ObjectId};
use csieve_graph::{Cfg, EdgeId, ExprId, ExprKind, Loc, Meant, Reach, VarId, reaches};

/// The prepared form of a function's graph.
pub(crate) struct Code<'g> {
    /// The graph.
    pub cfg: &'g Cfg,
    /// Where the graphs of callees are.
    pub graphs: &'g dyn Graphs,
    /// The size checks for each edge that has some, as indices into `sizes.uses` of the graph.
    pub uses: FxHashMap<EdgeId, Vec<usize>>,
    /// The indices of the variables whose address the function takes.
    pub addressed: FixedBitSet,
    /// By expression: the expression and all of its parts, ascending.
    parts: Box<[OnceCell<Box<[ExprId]>>]>,
    ways: Box<[OnceCell<Box<Ways<'g>>>]>,
    /// By variable: its name.
    names: Box<[OnceCell<Rc<str>>]>,
    /// By pointer: the arrays and members of known size through which it was computed.
    rows: RefCell<FxHashMap<ExprId, Rc<[Reach]>>>,
}

/// The objects that a run has found for a function's graph.
pub(crate) struct Found {
    /// By variable: the object, if the variable is global and the run has used it here.
    globals: Box<[Cell<Option<ObjectId>>]>,
    /// The objects for which addresses stand in all calls of the function, as far as the run has used them.
    objects: RefCell<FxHashMap<ExprId, ObjectId>>,
}

/// What runs with the same graphs have prepared, by the address of the graph.
#[derive(Default)]
pub(crate) struct Codes<'g>(RefCell<FxHashMap<usize, Rc<Code<'g>>>>);

impl<'g> Codes<'g> {
    /// Returns the prepared form of a graph.
    pub(crate) fn of(&self, cfg: &'g Cfg, graphs: &'g dyn Graphs) -> Rc<Code<'g>> {
        let mut all = self.0.borrow_mut();
        let code = all.entry(std::ptr::from_ref(cfg).addr());
        Rc::clone(code.or_insert_with(|| Rc::new(Code::new(cfg, graphs))))
    }
}

impl<'g> Code<'g> {
    /// Prepares a graph.
    pub(crate) fn new(cfg: &'g Cfg, graphs: &'g dyn Graphs) -> Self {
        let mut uses: FxHashMap<EdgeId, Vec<usize>> = FxHashMap::default();
        for (index, one) in cfg.sizes.uses.iter().enumerate() {
            uses.entry(one.edge).or_default().push(index);
        }
        let taken = cfg.expr_ids().filter_map(|id| Some(cfg.expr(id).kind.as_address_of()?.index()));
        Self {
            cfg,
            graphs,
            uses,
            addressed: taken.collect(),
            parts: empty(cfg.exprs.len()),
            ways: empty(cfg.location_count()),
            names: empty(cfg.vars.len()),
            rows: RefCell::default(),
        }
    }

    /// Returns the arrays and members of known size through which a pointer was computed. An access is as wide as the
    /// first of them is here wide 0.
    pub(crate) fn rows(&self, pointer: ExprId) -> Rc<[Reach]> {
        let mut all = self.rows.borrow_mut();
        let rows = all.entry(pointer).or_insert_with(|| {
            let reaches = reaches(&self.cfg.exprs, &self.cfg.sizes, pointer, 0);
            reaches.into_iter().filter(|reach| reach.extent.is_some()).collect()
        });
        Rc::clone(rows)
    }

    /// Returns the name of a variable.
    pub(crate) fn name(&self, var: VarId) -> Rc<str> {
        Rc::clone(self.names[var.index()].get_or_init(|| self.cfg.var(var).name.as_str().into()))
    }

    /// Returns whether no pointer can lead to an object that is gone when the function returns: it has no
    /// objects but scalar variables whose address nobody takes.
    pub(crate) fn lends_nothing(&self) -> bool {
        let cfg = self.cfg;
        self.addressed.is_clear() && cfg.automatic.is_empty() && cfg.sizes.computed.is_empty()
    }

    /// Returns an expression and all of its parts, ascending. Operands have smaller ids than the expressions
    /// around them, so this is an order in which they can be evaluated.
    pub(crate) fn parts(&self, expr: ExprId) -> &[ExprId] {
        self.parts[expr.0 as usize].get_or_init(|| parts(self.cfg, expr).into())
    }

    /// Returns the quick form of the edges that leave a location.
    #[inline]
    pub(crate) fn ways(&self, at: Loc) -> &Ways<'g> {
        self.ways[at.index()].get_or_init(|| Box::new(Ways::new(self, at)))
    }
}

impl Found {
    /// Creates what a run knows that has found no object.
    pub(crate) fn new(cfg: &Cfg) -> Self {
        Self { globals: vec![Cell::new(None); cfg.vars.len()].into(), objects: RefCell::default() }
    }

    /// Returns the object of a global variable, if a call of the function has used it.
    pub(crate) fn global(&self, var: VarId) -> Option<ObjectId> {
        self.globals[var.index()].get()
    }

    /// Notes the object of a global variable.
    pub(crate) fn found_variable(&self, var: VarId, id: ObjectId) {
        self.globals[var.index()].set(Some(id));
    }

    /// Returns the object for which an address stands in all calls of the function, if one has used it.
    pub(crate) fn object(&self, address: ExprId) -> Option<ObjectId> {
        self.objects.borrow().get(&address).copied()
    }

    /// Notes the object for which an address stands in all calls of the function.
    pub(crate) fn found_object(&self, address: ExprId, id: ObjectId) {
        self.objects.borrow_mut().insert(address, id);
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
        needed.extend(operands_meant(cfg, id).into_iter().flatten());
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

/// Returns the operands of an expression that stands for any value in the graph, but has a meaning.
fn operands_meant(cfg: &Cfg, id: ExprId) -> [Option<ExprId>; 2] {
    let ExprKind::Any(_) = cfg.expr(id).kind else { return [None; 2] };
    match cfg.concrete.values.get(&id) {
        Some(Meant::Value(value) | Meant::Elements { bytes: value, .. }) => [Some(*value), None],
        Some(Meant::Bits(pointer)) => [bit_field(cfg, *pointer).map(|(record, _)| record), None],
        Some(Meant::Exact { operands, .. }) => operands.map(Some),
        Some(Meant::Real(_) | Meant::Object { .. } | Meant::Result(_) | Meant::Argument(_)) | None => {
            [None; 2]
        }
    }
}
