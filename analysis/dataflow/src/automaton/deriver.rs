//! Derives the events of one edge: updates and kills of quantities.

use rustc_hash::FxHashMap;

use csieve_domains::interval::{Interval, pointer_range};
use csieve_graph::{Assigns, BinaryOp, Cfg, EdgeId, ExprId, ExprKind, VarId, VarKind, Writes};

use super::{
    Dependencies, Event, Killed, Linear, Op, Program, Quantities, Quantity, QuantityId, Update, UpdateId,
    compile::Compiler,
    conditions::Shared,
    constrain::{is_address, unconverted},
    dependents::Dependents,
    derive::address_comparison,
    quantity_range,
    said::Saying,
    trust::Cells,
};

pub(super) struct Deriver<'a> {
    /// The memory that every quantity reads, indexed by [`QuantityId`]. None unless a trusting automaton is
    /// derived.
    pub(super) cells: Option<Vec<Cells>>,
    pub(super) cfg: &'a Cfg,
    pub(super) dependencies: &'a [Dependencies],
    pub(super) quantities: &'a Quantities,
    pub(super) dependents: &'a Dependents,
    pub(super) wrapv: bool,
    pub(super) updates: Vec<Update>,
    /// The sum of quantities that an edge makes constant, and the constant. Indexed by [`EdgeId`].
    pub(super) kept: &'a [Option<(QuantityId, i128)>],
    pub(super) comparisons: &'a Comparisons,
    /// The calls that say what others say.
    pub(super) saying: &'a Saying,
}

/// The quantities that compare each variable with the address of an object, in ascending order, with the address.
pub(super) type Comparisons = FxHashMap<VarId, Vec<(QuantityId, ExprId)>>;

pub(super) fn comparisons(cfg: &Cfg, quantities: &Quantities) -> Comparisons {
    let mut comparisons = Comparisons::default();
    for id in quantities.ids() {
        if let Some((var, address)) = address_comparison(cfg, quantities.get(id)) {
            comparisons.entry(var).or_default().push((id, address));
        }
    }
    comparisons
}

impl Deriver<'_> {
    pub(super) fn edge(&mut self, id: EdgeId, restrictions: &[Shared]) -> Vec<Event> {
        let mut events = Vec::new();
        for restriction in restrictions {
            events.push(self.add(id, restriction.clone(), true));
        }
        let edge = self.cfg.edge(id);
        let effects = edge.effects();
        match effects.writes {
            Writes::Nothing => {}
            Writes::Object { pointer, value } => {
                let known = self.store(id, pointer, value, &mut events);
                events.push(self.kill_memory(id, known));
            }
            Writes::Region { .. } | Writes::Memory { .. } => events.push(self.kill_memory(id, None)),
            Writes::Anything { vars } => {
                events.push(self.kill_memory(id, None));
                events.extend(vars.iter().map(|var| self.kill_var(*var)));
            }
        }
        self.assigns(id, effects.assigns, &mut events);
        events
    }

    fn assigns(&mut self, id: EdgeId, assigns: Assigns, events: &mut Vec<Event>) {
        match assigns {
            Assigns::Nothing => {}
            Assigns::Value { var, value } => self.assign(id, var, value, events),
            Assigns::Fresh { var } => {
                let fresh = Program::constant(pointer_range().meet(Interval::NON_NULL));
                self.write(id, var, fresh, events);
                // An allocator never returns the address of an automatic object of this call.
                let cfg = self.cfg;
                self.compare(id, var, |other| is_automatic(cfg, other).then(|| truth(false)), events);
            }
            Assigns::Null { var } => self.write(id, var, Program::constant(Interval::ZERO), events),
            Assigns::Failure { var, value } => {
                self.write(id, var, Program::constant(Interval::point(value)), events);
            }
            Assigns::Handle { var, is_pointer } => {
                let range = quantity_range(self.cfg, &Quantity::Var(var));
                let valid = if is_pointer { Interval::NON_NULL } else { Interval::NOT_NEGATIVE };
                self.write(id, var, Program::constant(range.meet(valid)), events);
            }
            Assigns::Result { var, range } if self.saying.contains_key(&id) => {
                self.say(id, var, range, events);
            }
            Assigns::Result { var, range } => match self.result_range(id, range) {
                Some(range) => self.write(id, var, Program::constant(range), events),
                None => events.push(self.kill_var(var)),
            },
            Assigns::Any { var } | Assigns::Undefined { var } => events.push(self.kill_var(var)),
        }
    }

    /// Gives a variable what a pure function says, which other calls say too.
    fn say(&mut self, edge: EdgeId, var: VarId, range: Option<(i128, i128)>, events: &mut Vec<Event>) {
        let said = self.saying.get(&edge).and_then(|first| self.quantities.find(&Quantity::Said(*first)));
        let Some(said) = said else { return events.push(self.kill_var(var)) };
        let mut program = Program::quantity(said);
        if let Some(range) = self.result_range(edge, range) {
            let range = program.push(Op::Const(range));
            program.push(Op::Meet(0, range));
        }
        self.write(edge, var, program, events);
        self.keep(edge, events);
        // What is known of tests for equality is known of the variable, too.
        for id in self.dependents.of_var[var.index()].iter() {
            let Quantity::IsZero(sum) = self.quantities.get(*id) else { continue };
            let of_said = Linear { terms: vec![(said, 1)], offset: sum.offset };
            if sum.terms == [(var.into(), 1)]
                && let Some(known) = self.quantities.find(&Quantity::IsZero(of_said))
            {
                let update = self.update(edge, *id, Program::quantity(known));
                events.push(update);
            }
        }
    }

    /// Notes the sum of quantities that an edge makes constant.
    fn keep(&mut self, edge: EdgeId, events: &mut Vec<Event>) {
        if let Some((whole, value)) = self.kept[edge.index()] {
            let update = self.update(edge, whole, Program::constant(Interval::point(value)));
            events.push(update);
        }
    }

    /// Returns the results of a call of the library, if they have bounds. A trusting automaton assumes that
    /// results such as string lengths are far below the largest `int`, also where they are converted to one.
    fn result_range(&self, edge: EdgeId, range: Option<(i128, i128)>) -> Option<Interval> {
        if self.cells.is_none() {
            return range.map(|(min, max)| Interval::new(min, max));
        }
        let known = || self.cfg.known.function(edge).and_then(|entry| entry.result);
        let (min, max) = range.or_else(known)?;
        Some(Interval::new(min, i128::from(i32::MAX / 2).max(min).min(max)))
    }

    pub(super) fn update(&mut self, edge: EdgeId, target: QuantityId, program: Program) -> Event {
        self.add(edge, Shared::new(target, program), false)
    }

    fn add(&mut self, edge: EdgeId, Shared { target, program, reads }: Shared, restricts: bool) -> Event {
        let id = UpdateId(self.updates.len() as u32);
        let can_be_empty = program.can_be_empty();
        self.updates.push(Update { id, edge, target, program, reads, can_be_empty, restricts });
        Event::Update(id)
    }

    /// Gives a variable a new value, and kills the quantities that depend on the old one.
    pub(super) fn write(&mut self, edge: EdgeId, var: VarId, program: Program, events: &mut Vec<Event>) {
        let update = self.update(edge, var.into(), program);
        events.push(update);
        let dependents = &self.dependents.of_var[var.index()];
        if !dependents.is_empty() {
            events.push(Event::Kill(Killed::shared(dependents, None)));
        }
    }

    pub(super) fn assign(&mut self, edge: EdgeId, var: VarId, value: ExprId, events: &mut Vec<Event>) {
        let compiler = self.compiler();
        let program = compiler.program(value);
        match self.increment(var, value) {
            None => {
                self.write(edge, var, program, events);
                self.keep(edge, events);
                let quantities = self.quantities;
                let assigned = unconverted(self.cfg, value);
                let is_address = is_address(self.cfg, assigned);
                let is_equal = |other: ExprId| match quantities.find(&equality(assigned, other)) {
                    Some(copied) => Some(Program::quantity(copied)),
                    None => (is_address && other == assigned).then(|| truth(true)),
                };
                self.compare(edge, var, is_equal, events);
            }
            Some(step) => {
                let (moved, lost): (Vec<_>, Vec<_>) = self.dependents.of_var[var.index()]
                    .iter()
                    .partition(|id| self.coefficient(**id, var).is_some());
                for id in moved {
                    let by = step.saturating_mul(self.coefficient(id, var).unwrap_or(0));
                    let moved = self.update(edge, id, shifted(id, by));
                    events.push(moved);
                }
                let update = self.update(edge, var.into(), program);
                events.push(update);
                events.push(Event::Kill(lost.into()));
            }
        }
    }

    /// Updates every comparison of the written variable `var` with the address of an object. `is_equal` gives
    /// the program for the truth of `var == address`, or None if nothing is known of it.
    pub(super) fn compare(
        &mut self,
        edge: EdgeId,
        var: VarId,
        is_equal: impl Fn(ExprId) -> Option<Program>,
        events: &mut Vec<Event>,
    ) {
        let comparisons = self.comparisons;
        for (id, address) in comparisons.get(&var).into_iter().flatten() {
            if let Some(equal) = is_equal(*address) {
                events.push(self.update(edge, *id, equal));
            }
        }
    }

    /// Returns `c` for the assignment `x = x + c`, and `-c` for `x = x - c`. None for other assignments, and
    /// if the arithmetic of the type may wrap.
    pub(super) fn increment(&self, var: VarId, value: ExprId) -> Option<i128> {
        let expr = self.cfg.expr(value);
        let int = expr.ty.as_int()?;
        if !int.signed || self.wrapv || self.cfg.var(var).ty != expr.ty {
            return None;
        }
        let ExprKind::Binary(op, a, b) = expr.kind else { return None };
        let (ExprKind::Var(read), ExprKind::Const(step)) = (&self.cfg.expr(a).kind, &self.cfg.expr(b).kind)
        else {
            return None;
        };
        if *read == var { op.sign().map(|sign| sign * *step) } else { None }
    }

    /// Returns the coefficient of a variable in a sum. None if the sum has no such term, or if another term
    /// depends on the variable.
    pub(super) fn coefficient(&self, id: QuantityId, var: VarId) -> Option<i128> {
        let Quantity::Sum(terms) = self.quantities.get(id) else { return None };
        let others = terms.iter().filter(|term| term.0 != var.into());
        let elsewhere = others
            .filter(|term| !matches!(self.quantities.get(term.0), Quantity::Var(_)))
            .any(|term| self.dependents.of_var[var.index()].binary_search(&term.0).is_ok());
        let own = terms.iter().find(|term| term.0 == var.into())?;
        (!elsewhere).then_some(own.1)
    }

    /// Adds an update for the store `*p = v`: the quantity of the load `*p` gets the value of `v`. Returns
    /// that quantity. None if no expression loads `*p`, or if the store may change the address `p` itself.
    pub(super) fn store(
        &mut self,
        edge: EdgeId,
        pointer: ExprId,
        value: ExprId,
        events: &mut Vec<Event>,
    ) -> Option<QuantityId> {
        let address = &self.dependencies[pointer.0 as usize];
        // A trusting automaton assumes that the store changes nothing that its own address depends on.
        let is_apart = || !address.memory && address.vars.iter().all(|var| !self.cfg.var(*var).exposed);
        let stable = !address.unstable && (self.cells.is_some() || is_apart());
        let load = self.cfg.exprs.find(ExprKind::Load(pointer), self.cfg.expr(value).ty)?;
        let loaded = self.quantities.find(&Quantity::Value(load))?;
        if !stable {
            return None;
        }
        let compiler = self.compiler();
        let update = self.update(edge, loaded, compiler.program(value));
        events.push(update);
        Some(loaded)
    }

    /// Returns the context in which values are compiled.
    pub(super) fn compiler(&self) -> Compiler<'_> {
        let (cfg, quantities) = (self.cfg, self.quantities);
        Compiler { cfg, quantities, wrapv: self.wrapv, null_stays: self.cells.is_some() }
    }

    pub(super) fn kill_var(&self, var: VarId) -> Event {
        let mut killed = self.dependents.of_var[var.index()].to_vec();
        killed.push(var.into());
        Event::Kill(killed.into())
    }

    pub(super) fn kill_memory(&self, id: EdgeId, but: Option<QuantityId>) -> Event {
        let (all, edge) = (&self.dependents.of_memory, self.cfg.edge(id));
        if self.cells.is_none() && self.cfg.steady.is_empty() {
            return Event::Kill(Killed::shared(all, but));
        }
        let is_named = |of: QuantityId| {
            self.cells.as_ref().is_none_or(|cells| cells[of.index()].are_named_by(self.cfg, edge))
        };
        let steady = self.steady(id);
        let is_lost = |of: &QuantityId| Some(*of) != but && is_named(*of) && !self.is_made_of(*of, steady);
        let lost: Vec<QuantityId> = all.iter().copied().filter(is_lost).collect();
        Event::Kill(lost.into())
    }

    /// Returns the loads that an edge does not change, as [`Cfg::steady`] says.
    fn steady(&self, id: EdgeId) -> &[(EdgeId, ExprId)] {
        let of_edges_before = self.cfg.steady.partition_point(|(edge, _)| *edge < id);
        let from = &self.cfg.steady[of_edges_before..];
        &from[..from.partition_point(|(edge, _)| *edge == id)]
    }

    /// Returns whether a quantity reads no memory but these loads.
    fn is_made_of(&self, of: QuantityId, loads: &[(EdgeId, ExprId)]) -> bool {
        if loads.is_empty() {
            return false;
        }
        let reads_these = |expr: ExprId| {
            let mut others = false;
            self.cfg.exprs.walk(expr, |id, expr| {
                others |= match expr.kind {
                    ExprKind::Load(_) => loads.binary_search_by_key(&id, |(_, load)| *load).is_err(),
                    ExprKind::Var(var) => self.cfg.var(var).exposed,
                    ExprKind::Const(_)
                    | ExprKind::Any(_)
                    | ExprKind::Address(_)
                    | ExprKind::AddressOf(_)
                    | ExprKind::Inside { .. }
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Cast(_)
                    | ExprKind::Seen(..) => false,
                };
            });
            !others
        };
        let is_term = |term: &(QuantityId, i128)| self.is_made_of(term.0, loads);
        match self.quantities.get(of) {
            Quantity::Var(var) => !self.cfg.var(*var).exposed,
            Quantity::Test | Quantity::Said(_) => false,
            Quantity::Value(expr) => reads_these(*expr),
            Quantity::Truth(_, a, b) => reads_these(*a) && reads_these(*b),
            Quantity::Sum(terms) => terms.iter().all(is_term),
            Quantity::IsZero(sum) => sum.terms.iter().all(is_term),
        }
    }
}

pub(super) fn truth(holds: bool) -> Program {
    Program::constant(Interval::point(i128::from(holds)))
}

pub(super) fn equality(a: ExprId, b: ExprId) -> Quantity {
    Quantity::Truth(BinaryOp::Eq, a, b)
}

pub(super) fn shifted(id: QuantityId, by: i128) -> Program {
    let mut program = Program::default();
    let known = program.push(Op::Read(id));
    let by = program.push(Op::Const(Interval::point(by)));
    program.push(Op::Binary(BinaryOp::Add, known, by));
    program
}

/// Returns whether an address is that of an object whose lifetime ends with the call of the function.
pub(super) fn is_automatic(cfg: &Cfg, address: ExprId) -> bool {
    match cfg.expr(address).kind.as_address_of() {
        Some(var) => cfg.var(var).kind != VarKind::Global,
        None => cfg.automatic.contains(&address),
    }
}
