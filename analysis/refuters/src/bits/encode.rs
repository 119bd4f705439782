//! The encoding of edges and expressions as facts about bit-vectors.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_domains::{
    bits::{Comparison, TermId, Terms},
    bitwise::{self, is_between, is_one_of, is_true, is_zero, width},
};
use csieve_graph::{Action, Cfg, Edge, EdgeId, ExprId, ExprKind, Type, UnaryOp, VarId};
use csieve_modelcheck::model::{Function, is_stable_address};

use super::{
    effects::{SymbolSubject, writes},
    facts::{Atom, Fact, PathFacts, Version},
};

/// The expressions of a graph that read memory, by address and type.
pub(crate) type Loads = FxHashMap<(ExprId, Type), ExprId>;

/// Collects the expressions of a graph that read memory.
pub(crate) fn loads(cfg: &Cfg) -> Loads {
    let load = |id: ExprId| match cfg.expr(id).kind {
        ExprKind::Load(address) => Some(((address, cfg.expr(id).ty), id)),
        _ => None,
    };
    cfg.expr_ids().filter_map(load).collect()
}

/// Encodes a path edge by edge: collects the facts that hold for every run along the edges taken so far.
pub struct Encoder<'a> {
    pub(super) function: &'a Function<'a>,
    /// Whether signed overflow wraps.
    pub(super) wrapv: bool,
    pub(super) terms: Terms,
    versions: Vec<Version>,
    /// The symbols of the current values of places.
    current: FxHashMap<SymbolSubject, TermId>,
    /// The variables that may have been written so far. `None` if initial values are not asked for.
    written: Option<FixedBitSet>,
    /// The expressions that read memory.
    loads: Rc<Loads>,
    facts: Vec<Fact>,
    atoms: Vec<Atom>,
    /// Whether the run computes the expression that is encoded. If it does, a signed overflow in the
    /// expression ends the run, so there is none.
    pub(super) is_computed: bool,
    position: usize,
}

impl<'a> Encoder<'a> {
    /// Returns an encoder at the beginning of a path, without facts.
    pub fn new(function: &'a Function<'a>, wrapv: bool) -> Self {
        let written = Some(FixedBitSet::with_capacity(function.cfg.vars.len()));
        Self { written, ..Self::sharing(function, wrapv, Rc::new(loads(function.cfg))) }
    }

    /// Returns an encoder without facts that uses the given table of loads and does not record initial
    /// values. This is cheaper if many single edges of one graph are encoded.
    pub fn sharing(function: &'a Function<'a>, wrapv: bool, loads: Rc<Loads>) -> Self {
        Self {
            function,
            wrapv,
            terms: Terms::default(),
            versions: Vec::new(),
            current: FxHashMap::default(),
            written: None,
            loads,
            facts: Vec::new(),
            atoms: Vec::new(),
            is_computed: true,
            position: 0,
        }
    }

    /// Returns the control-flow graph.
    pub fn cfg(&self) -> &'a Cfg {
        self.function.cfg
    }

    /// Returns the terms so far.
    pub fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Returns the facts so far, as terms of width 1.
    pub fn facts(&self) -> impl Iterator<Item = TermId> {
        self.facts.iter().map(|fact| fact.term)
    }

    /// Encodes the value that an expression would have here, whether or not the run computes it. `None` if
    /// its type has no bits.
    pub fn imagined(&mut self, root: ExprId) -> Option<TermId> {
        let is_computed = std::mem::replace(&mut self.is_computed, false);
        let value = self.value(root);
        self.is_computed = is_computed;
        value
    }

    /// Returns the facts of the path.
    pub fn finish(self) -> PathFacts {
        PathFacts { terms: self.terms, facts: self.facts, atoms: self.atoms, versions: self.versions }
    }

    /// Takes an edge: adds the facts that its action makes true, and forgets the values that it may change.
    pub fn edge(&mut self, id: EdgeId) {
        let edge = self.function.cfg.edge(id);
        match &edge.action {
            Action::Assume { cond, holds } => self.assume(*cond, *holds),
            Action::Misuse { kind, operand } => self.assume(*operand, kind.is_condition()),
            Action::Deref { pointer, .. } | Action::Free { pointer, .. } => self.assume(*pointer, true),
            Action::FreeNull { pointer } => self.assume(*pointer, false),
            Action::Close { handle, resource, .. } if resource.is_pointer => self.assume(*handle, true),
            Action::Close { handle, .. } => self.within(*handle, 0, i128::MAX),
            Action::Learn { value, low, high } => {
                self.is_computed = false;
                self.within(*value, *low, *high);
                self.is_computed = true;
            }
            Action::AssumeNone { value, cases } => self.none_of(*value, cases),
            Action::Assign { var, value } => {
                let value = self.value(*value);
                self.write(edge);
                self.define(*var, value);
            }
            Action::Store { pointer, value } => self.store(edge, *pointer, *value),
            Action::Alloc { var, .. } => {
                self.write(edge);
                let symbol = self.var(*var);
                self.truth_is(symbol, true);
            }
            Action::AllocFail { var, .. } => {
                self.write(edge);
                self.constant(*var, 0);
            }
            Action::OpenFail { var, resource, .. } => {
                self.write(edge);
                self.constant(*var, if resource.is_pointer { 0 } else { -1 });
            }
            Action::Open { var, resource, .. } => {
                self.write(edge);
                let symbol = self.var(*var);
                if resource.is_pointer {
                    self.truth_is(symbol, true);
                } else if let Some(symbol) = symbol {
                    self.between(symbol, self.function.cfg.var(*var).ty, 0, i128::MAX);
                }
            }
            Action::LibraryCall { result: Some(var), range: Some((low, high)), .. } => {
                self.write(edge);
                if let Some(symbol) = self.var(*var) {
                    self.between(symbol, self.function.cfg.var(*var).ty, *low, *high);
                }
            }
            _ => self.write(edge),
        }
        self.position += 1;
    }

    /// Encodes `*pointer = value`: the cell has the value afterwards, if both are known.
    fn store(&mut self, edge: &Edge, pointer: ExprId, value: ExprId) {
        let (cell, stored) = (self.cell(pointer, value), self.value(value));
        self.write(edge);
        if let (Some(cell), Some(stored)) = (cell, stored) {
            let place = SymbolSubject::Value(cell);
            let symbol = self.fresh(self.terms.width(stored), Some(place));
            self.current.insert(place, symbol);
            self.equal(symbol, stored);
        }
    }

    /// Takes an edge, but adds no facts: only the values that the edge may change are forgotten.
    pub fn forget(&mut self, id: EdgeId) {
        self.write(self.function.cfg.edge(id));
        self.position += 1;
    }

    /// Returns the expression that reads the memory cell of a store. `None` if no expression reads it, or if
    /// the address may change.
    fn cell(&self, pointer: ExprId, value: ExprId) -> Option<ExprId> {
        let ty = self.function.cfg.expr(value).ty;
        let load = self.loads.get(&(pointer, ty)).copied()?;
        is_stable_address(self.function, pointer).then_some(load)
    }

    /// Forgets the values of all places that an edge may write.
    fn write(&mut self, edge: &Edge) {
        let function = self.function;
        self.current.retain(|place, _| !writes(function, edge, *place));
        let Some(written) = &mut self.written else { return };
        for var in function.cfg.var_ids() {
            if !written.contains(var.index()) && writes(function, edge, SymbolSubject::Var(var)) {
                written.insert(var.index());
            }
        }
    }

    fn fresh(&mut self, width: u8, place: Option<SymbolSubject>) -> TermId {
        let is_initial = match (place, &self.written) {
            (Some(SymbolSubject::Var(var)), Some(written)) => !written.contains(var.index()),
            _ => false,
        };
        self.versions.push(Version { place, is_initial });
        self.terms.symbol(width).1
    }

    /// Returns the symbol for the current value of a place. It is a new symbol if the place may have been
    /// written since it last got one.
    pub fn place(&mut self, place: SymbolSubject, width: u8) -> TermId {
        if let Some(known) = self.current.get(&place) {
            return *known;
        }
        let symbol = self.fresh(width, Some(place));
        self.current.insert(place, symbol);
        symbol
    }

    /// Returns a fresh symbol without a place, which may have any value.
    pub(super) fn any(&mut self, width: u8) -> TermId {
        self.fresh(width, None)
    }

    fn var(&mut self, var: VarId) -> Option<TermId> {
        let width = width(self.function.cfg.var(var).ty)?;
        Some(self.place(SymbolSubject::Var(var), width))
    }

    /// Adds the fact that a variable, which was just written, has a value. Does nothing if the value has no
    /// term or another width.
    fn define(&mut self, var: VarId, value: Option<TermId>) {
        let Some(value) = value else { return };
        if width(self.function.cfg.var(var).ty) == Some(self.terms.width(value))
            && let Some(symbol) = self.var(var)
        {
            self.equal(symbol, value);
        }
    }

    fn constant(&mut self, var: VarId, value: i128) {
        let Some(width) = width(self.function.cfg.var(var).ty) else { return };
        let value = self.terms.constant(width, value as u128);
        self.define(var, Some(value));
    }

    /// Adds the fact that a term of width 1 holds at this position. Facts that are trivial or known are left
    /// out.
    pub(super) fn fact(&mut self, term: TermId) {
        let here = self.facts.iter().rev().take_while(|fact| fact.position == self.position);
        let is_known = here.into_iter().any(|fact| fact.term == term);
        if !is_known && self.terms.as_constant(term) != Some(1) {
            self.facts.push(Fact { position: self.position, term });
        }
    }

    fn equal(&mut self, a: TermId, b: TermId) {
        let equal = self.terms.compare(Comparison::Eq, a, b);
        self.fact(equal);
    }

    fn assume(&mut self, cond: ExprId, holds: bool) {
        let value = self.value(cond);
        let before = self.facts.len();
        self.truth_is(value, holds);
        if self.facts.len() > before {
            self.atom(cond, holds);
        }
    }

    /// Records the comparison that the last fact comes from, if it is a comparison of integers.
    fn atom(&mut self, mut cond: ExprId, mut holds: bool) {
        let (cfg, fact) = (self.function.cfg, self.facts.len() - 1);
        while let ExprKind::Unary(UnaryOp::Not, inner) = cfg.expr(cond).kind {
            (cond, holds) = (inner, !holds);
        }
        let ExprKind::Binary(op, a, b) = cfg.expr(cond).kind else { return };
        let types = [a, b].map(|operand| cfg.expr(operand).ty);
        if op.is_comparison()
            && types.iter().all(|ty| ty.as_int().is_some())
            && let (Some(left), Some(right)) = (self.value(a), self.value(b))
        {
            let op = if holds { op } else { op.negated() };
            self.atoms.push(Atom { fact, op, left: (left, types[0]), right: (right, types[1]) });
        }
    }

    fn truth_is(&mut self, value: Option<TermId>, holds: bool) {
        let Some(value) = value else { return };
        let zero = is_zero(&mut self.terms, value);
        let fact = if holds { self.terms.not(zero) } else { zero };
        self.fact(fact);
    }

    fn within(&mut self, value: ExprId, low: i128, high: i128) {
        let ty = self.function.cfg.expr(value).ty;
        if let Some(term) = self.value(value) {
            self.between(term, ty, low, high);
        }
    }

    /// Adds the fact that a value lies between two bounds, both inclusive.
    fn between(&mut self, value: TermId, ty: Type, low: i128, high: i128) {
        let fact = is_between(&mut self.terms, value, ty, low, high);
        self.fact(fact);
    }

    fn none_of(&mut self, value: ExprId, cases: &[i128]) {
        let Some(value) = self.value(value) else { return };
        let one = is_one_of(&mut self.terms, value, cases);
        let none = self.terms.not(one);
        self.fact(none);
    }

    /// Encodes the value of an expression. `None` if its type has no bits.
    pub(super) fn value(&mut self, root: ExprId) -> Option<TermId> {
        let mut known: FxHashMap<ExprId, Option<TermId>> = FxHashMap::default();
        for id in self.below(root) {
            let term = self.node(id, &known);
            known.insert(id, term);
        }
        known[&root]
    }

    /// Returns an expression and all expressions from which its value is computed, operands first.
    fn below(&self, root: ExprId) -> Vec<ExprId> {
        let exprs = &self.function.cfg.exprs;
        let mut found = vec![root];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            next += 1;
            // The value of a load is a symbol, which does not depend on the value of the address.
            if !matches!(exprs.get(id).kind, ExprKind::Load(_)) {
                for operand in exprs.operands(id) {
                    if !found.contains(&operand) {
                        found.push(operand);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn node(&mut self, id: ExprId, known: &FxHashMap<ExprId, Option<TermId>>) -> Option<TermId> {
        let expr = self.function.cfg.expr(id);
        let own = width(expr.ty)?;
        let computed = match &expr.kind {
            ExprKind::Const(value) => Some(self.terms.constant(own, *value as u128)),
            ExprKind::Var(var) => self.var(*var).filter(|term| self.terms.width(*term) == own),
            ExprKind::Any(_) => Some(self.any(own)),
            ExprKind::Load(_) => None,
            ExprKind::Address(_) | ExprKind::AddressOf(_) => {
                let address = self.place(SymbolSubject::Value(id), own);
                self.truth_is(Some(address), true);
                Some(address)
            }
            ExprKind::Inside { base, .. } => {
                let inside = self.place(SymbolSubject::Value(id), own);
                if let Some(base) = known[base] {
                    // A pointer into an object is NULL only if the base is.
                    let no_base = is_zero(&mut self.terms, base);
                    let not_null = is_true(&mut self.terms, inside);
                    let fact = self.terms.or(no_base, not_null);
                    self.fact(fact);
                }
                Some(inside)
            }
            ExprKind::Unary(op, operand) => known[operand].and_then(|term| self.unary(*op, term, expr.ty)),
            ExprKind::Binary(op, a, b) => match (known[a], known[b]) {
                (Some(x), Some(y)) => self.binary(*op, (*a, x), (*b, y), expr.ty),
                _ => None,
            },
            ExprKind::Cast(inner) => {
                let from = self.function.cfg.expr(*inner).ty;
                known[inner].and_then(|term| bitwise::cast(&mut self.terms, term, from, expr.ty))
            }
            ExprKind::Seen(inner, _) => known[inner].filter(|term| self.terms.width(*term) == own),
        };
        Some(computed.unwrap_or_else(|| self.opaque(id, own)))
    }

    /// Returns the symbol of an expression whose value is not computed. It stays the same until something
    /// that the expression depends on is written.
    fn opaque(&mut self, id: ExprId, width: u8) -> TermId {
        if self.function.dependencies(id).unstable {
            return self.any(width);
        }
        let value = self.place(SymbolSubject::Value(id), width);
        let is_truth = match self.function.cfg.expr(id).kind {
            ExprKind::Binary(op, ..) => op.is_comparison(),
            ExprKind::Unary(op, _) => op == UnaryOp::Not,
            _ => false,
        };
        if is_truth && width > 1 {
            let one = self.terms.constant(width, 1);
            let fact = self.terms.compare(Comparison::Ule, value, one);
            self.fact(fact);
        }
        value
    }
}
