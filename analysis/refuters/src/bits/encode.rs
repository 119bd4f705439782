//! The encoding of edges and expressions as facts about bit-vectors.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use csieve_domains::{
    bits::{Comparison, TermId, Terms},
    bitwise::width,
};
use csieve_graph::{Assigns, Cfg, Edge, EdgeId, ExprId, Tests, Type, VarId, Writes};
use csieve_modelcheck::model::{Function, is_stable_address};

use super::{
    effects::{SymbolSubject, writes},
    facts::{Atom, Fact, PathFacts, Version},
};

/// The expressions of a graph that read memory, by address and type.
pub(crate) type Loads = FxHashMap<(ExprId, Type), ExprId>;

/// Collects the expressions of a graph that read memory.
pub(crate) fn loads(cfg: &Cfg) -> Loads {
    let load = |id: ExprId| Some(((cfg.expr(id).kind.as_load()?, cfg.expr(id).ty), id));
    cfg.expr_ids().filter_map(load).collect()
}

/// Encodes a path edge by edge: collects the facts that hold for every run along the edges taken so far.
pub struct Encoder<'a> {
    pub(super) function: &'a Function<'a>,
    /// Whether signed overflow wraps.
    pub(super) wrapv: bool,
    pub(super) terms: Terms,
    pub(super) versions: Vec<Version>,
    /// The symbols of the current values of places.
    pub(super) current: FxHashMap<SymbolSubject, TermId>,
    /// The variables that may have been written so far. `None` if it need not be known which values are
    /// initial ones.
    pub(super) written: Option<FixedBitSet>,
    /// The expressions of the graph that read memory, by address and type.
    pub(super) loads: Rc<Loads>,
    pub(super) facts: Vec<Fact>,
    pub(super) atoms: Vec<Atom>,
    /// Whether the run computes the expression that is encoded. If it does, a signed overflow in the
    /// expression ends the run, so there is none.
    pub(super) is_computed: bool,
    pub(super) position: usize,
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
        let effects = edge.effects();
        self.test(effects.tests);
        if let Writes::Object { pointer, value } = effects.writes {
            self.store(edge, pointer, value);
        } else {
            self.assign(edge, effects.assigns);
        }
        self.position += 1;
    }

    /// Adds what holds in a run that takes an edge.
    fn test(&mut self, tests: Tests) {
        match tests {
            Tests::Nothing => {}
            Tests::Condition { cond, holds } => self.assume(cond, holds),
            Tests::Misuse { kind, operand } => self.assume(operand, kind.is_condition()),
            Tests::Pointer { pointer, is_null } => self.assume(pointer, !is_null),
            Tests::Handle { handle, is_pointer: true } => self.assume(handle, true),
            Tests::Handle { handle, is_pointer: false } => self.within(handle, 0, i128::MAX),
            Tests::Within { value, low, high } => {
                self.is_computed = false;
                self.within(value, low, high);
                self.is_computed = true;
            }
            Tests::NoneOf { value, cases } => self.none_of(value, cases),
        }
    }

    /// Encodes the value that an edge assigns, which is computed before the edge writes.
    fn assign(&mut self, edge: &Edge, assigns: Assigns) {
        let value = if let Assigns::Value { value, .. } = assigns { self.value(value) } else { None };
        self.write(edge);
        match assigns {
            Assigns::Value { var, .. } => self.define(var, value),
            Assigns::Fresh { var } | Assigns::Handle { var, is_pointer: true } => {
                let symbol = self.var(var);
                self.truth_is(symbol, true);
            }
            Assigns::Null { var } => self.constant(var, 0),
            Assigns::Failure { var, value } => self.constant(var, value),
            Assigns::Handle { var, is_pointer: false } => self.bounded(var, (0, i128::MAX)),
            Assigns::Result { var, range: Some(range) } => self.bounded(var, range),
            Assigns::Result { range: None, .. } | Assigns::Any { .. } => {}
            Assigns::Undefined { .. } | Assigns::Nothing => {}
        }
    }

    /// Adds that a variable has a value between two bounds, both inclusive.
    fn bounded(&mut self, var: VarId, (low, high): (i128, i128)) {
        if let Some(symbol) = self.var(var) {
            self.between(symbol, self.function.cfg.var(var).ty, low, high);
        }
    }

    /// Encodes `*pointer = value`: the memory cell has the value afterwards, if an expression reads the cell
    /// and the value has a term.
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
    pub(super) fn cell(&self, pointer: ExprId, value: ExprId) -> Option<ExprId> {
        let ty = self.function.cfg.expr(value).ty;
        let load = self.loads.get(&(pointer, ty)).copied()?;
        is_stable_address(self.function, pointer).then_some(load)
    }

    /// Forgets the values of all places that an edge may write.
    pub(super) fn write(&mut self, edge: &Edge) {
        let effects = edge.effects();
        if !effects.writes.is_any() && effects.assigns.var().is_none() {
            return;
        }
        let function = self.function;
        self.current.retain(|place, _| !writes(function, edge, *place));
        let Some(written) = &mut self.written else { return };
        for var in function.cfg.var_ids() {
            if !written.contains(var.index()) && writes(function, edge, SymbolSubject::Var(var)) {
                written.insert(var.index());
            }
        }
    }

    pub(super) fn fresh(&mut self, width: u8, place: Option<SymbolSubject>) -> TermId {
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

    pub(super) fn var(&mut self, var: VarId) -> Option<TermId> {
        let width = width(self.function.cfg.var(var).ty)?;
        Some(self.place(SymbolSubject::Var(var), width))
    }

    /// Adds the fact that a variable, which was just written, has a value. Does nothing if the value has no
    /// term or another width.
    pub(super) fn define(&mut self, var: VarId, value: Option<TermId>) {
        let Some(value) = value else { return };
        if width(self.function.cfg.var(var).ty) == Some(self.terms.width(value))
            && let Some(symbol) = self.var(var)
        {
            self.equal(symbol, value);
        }
    }

    pub(super) fn constant(&mut self, var: VarId, value: i128) {
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

    pub(super) fn equal(&mut self, a: TermId, b: TermId) {
        let equal = self.terms.compare(Comparison::Eq, a, b);
        self.fact(equal);
    }
}
