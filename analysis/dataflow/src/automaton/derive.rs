//! Derives the events of the interval automaton from the actions of the CFG's edges.

use std::cell::LazyCell;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use csieve_domains::interval::{Interval, pointer_range};
use csieve_graph::{Action, BinaryOp, Cfg, Edge, EdgeId, ExprId, ExprKind, VarId, VarKind};

use super::{
    Automaton, Dependencies, Event, Op, Program, Quantities, Quantity, QuantityId, Update, UpdateId,
    compile::Compiler,
    constrain::{Constrainer, KeptSums, Restriction, is_address, unconverted},
    quantity_range,
    trust::Cells,
};

/// Derives the interval automaton of a function. With `wrapv`, signed overflow wraps.
pub fn automaton(cfg: &Cfg, dependencies: &[Dependencies], wrapv: bool) -> Automaton {
    derived(cfg, dependencies, wrapv, false)
}

/// Derives the automaton of a function under an unsound assumption: writes and calls change only what they
/// plainly name (module `trust`). It must not be used to refute a path.
pub fn trusting_automaton(cfg: &Cfg, dependencies: &[Dependencies], wrapv: bool) -> Automaton {
    derived(cfg, dependencies, wrapv, true)
}

fn derived(cfg: &Cfg, dependencies: &[Dependencies], wrapv: bool, trusts: bool) -> Automaton {
    let (quantities, kept) = (Quantities::new(cfg), KeptSums::default());
    let mut constrainer = Constrainer { cfg, dependencies, quantities, wrapv, kept };
    // Every quantity is named first. An expression is then recognised as a quantity wherever it occurs.
    let mut asked = FixedBitSet::with_capacity(cfg.vars.len());
    for edge in &cfg.edges {
        for (target, _) in restrictions(&mut constrainer, edge) {
            asked.grow_and_insert(target.index());
        }
    }
    let shared = read_again(cfg);
    let kept: Vec<_> = cfg
        .edges
        .iter()
        .map(|edge| match edge.action {
            Action::Assign { var, value } => constrainer.kept_sum(var, value, &asked, &shared),
            _ => None,
        })
        .collect();
    name_copies(cfg, &mut constrainer.quantities);
    let restrictions: Vec<_> = cfg.edges.iter().map(|edge| restrictions(&mut constrainer, edge)).collect();
    let quantities = constrainer.quantities;
    let ranges = quantities.ids().map(|id| quantity_range(cfg, quantities.get(id))).collect();
    let cells: Option<Vec<Cells>> =
        trusts.then(|| quantities.ids().map(|id| Cells::of(cfg, &quantities, id)).collect());
    let dependents = Dependents::new(cfg, dependencies, &quantities, cells.as_deref());
    let mut deriver = Deriver {
        cells,
        cfg,
        dependencies,
        quantities: &quantities,
        dependents: &dependents,
        wrapv,
        updates: Vec::new(),
        kept: &kept,
    };
    let events = cfg.edge_ids().zip(restrictions).map(|(id, own)| deriver.edge(id, own)).collect();
    let updates = deriver.updates;
    Automaton { quantities, ranges, updates, events }
}

/// Returns the loads that several assignments read, or that one assignment in a loop reads.
fn read_again(cfg: &Cfg) -> FxHashSet<ExprId> {
    let (mut once, mut again) = (FxHashSet::default(), FxHashSet::default());
    let cyclic = LazyCell::new(|| cfg.cyclic());
    for edge in &cfg.edges {
        let Action::Assign { value, .. } = edge.action else { continue };
        let read = unconverted(cfg, value);
        if matches!(cfg.expr(read).kind, ExprKind::Load(_))
            && (!once.insert(read) || cyclic.contains(edge.from.index()))
        {
            again.insert(read);
        }
    }
    again
}

/// Returns the restrictions that hold for every run that takes an edge.
fn restrictions(constrainer: &mut Constrainer, edge: &Edge) -> Vec<Restriction> {
    match &edge.action {
        Action::Assume { cond, holds } => constrainer.condition(*cond, *holds),
        Action::Learn { value, low: 1, high: 1 } if is_comparison(constrainer.cfg, *value) => {
            constrainer.condition(*value, true)
        }
        Action::Learn { value, low, high } => constrainer.within(*value, *low, *high),
        Action::AssumeNone { value, cases } => constrainer.none_of(*value, cases),
        Action::Deref { pointer, .. } | Action::Free { pointer, .. } => constrainer.condition(*pointer, true),
        Action::Close { handle, resource, .. } if resource.is_pointer => constrainer.condition(*handle, true),
        Action::Close { handle, .. } => constrainer.not_negative(*handle),
        Action::Misuse { kind, operand } => constrainer.condition(*operand, kind.is_condition()),
        Action::FreeNull { pointer } => constrainer.condition(*pointer, false),
        _ => Vec::new(),
    }
}

fn is_comparison(cfg: &Cfg, expr: ExprId) -> bool {
    matches!(cfg.expr(expr).kind, ExprKind::Binary(op, ..) if op.is_comparison())
}

/// The quantities that a write invalidates.
struct Dependents {
    /// For every variable, the quantities that depend on it, other than its own. Indexed by [`VarId`].
    of_var: Vec<Vec<QuantityId>>,
    /// The quantities that a write to memory may change: exposed variables, loads, and all that depends on
    /// these.
    of_memory: Vec<QuantityId>,
}

impl Dependents {
    fn new(
        cfg: &Cfg,
        dependencies: &[Dependencies],
        quantities: &Quantities,
        trusts: Option<&[Cells]>,
    ) -> Self {
        let mut of_var = vec![Vec::new(); cfg.vars.len()];
        let mut of_memory = Vec::new();
        let given = given(cfg);
        for id in quantities.ids() {
            let own = quantity_dependencies(dependencies, quantities, id);
            for var in &own.vars {
                if QuantityId::from(*var) != id {
                    of_var[var.index()].push(id);
                }
            }
            if own.memory {
                // An exposed variable is memory too: a write to it may change the value of a load.
                let cells = trusts.map(|cells| &cells[id.index()]);
                let is_callers = match cells {
                    Some(cells) => cells.are_behind(cfg, &given),
                    None => Cells::of(cfg, quantities, id).are_behind(cfg, &given),
                };
                let is_like = |var: &VarId| {
                    let is_own = cfg.var(*var).kind != VarKind::Global;
                    !(is_own && is_callers) && cells.is_none_or(|cells| cells.are_like(cfg, *var))
                };
                for var in cfg.var_ids().filter(|var| cfg.var(*var).exposed && is_like(var)) {
                    if !of_var[var.index()].contains(&id) {
                        of_var[var.index()].push(id);
                    }
                }
            }
            if own.memory || own.vars.iter().any(|var| cfg.var(*var).exposed) {
                of_memory.push(id);
            }
        }
        Self { of_var, of_memory }
    }
}

/// Returns the parameters that are neither written nor exposed. They keep the caller's value, so none of them
/// points to a variable of this call.
fn given(cfg: &Cfg) -> FixedBitSet {
    let is_param = |var: &VarId| cfg.var(*var).kind == VarKind::Param && !cfg.var(*var).exposed;
    let mut given: FixedBitSet = cfg.var_ids().filter(is_param).map(VarId::index).collect();
    for edge in &cfg.edges {
        let opaque = match &edge.action {
            Action::Opaque { vars } => vars.as_slice(),
            _ => &[],
        };
        for var in edge.assigned().iter().chain(opaque) {
            if var.index() < given.len() {
                given.set(var.index(), false);
            }
        }
    }
    given
}

fn quantity_dependencies(all: &[Dependencies], quantities: &Quantities, id: QuantityId) -> Dependencies {
    let mut out = Dependencies::default();
    let mut pending = vec![id];
    let mut seen = FixedBitSet::with_capacity(quantities.len());
    while let Some(id) = pending.pop() {
        if seen.put(id.index()) {
            continue;
        }
        let mut expression = |expr: ExprId| {
            let own = &all[expr.0 as usize];
            out.vars.extend_from_slice(&own.vars);
            out.memory |= own.memory;
        };
        match quantities.get(id) {
            Quantity::Var(var) => out.vars.push(*var),
            Quantity::Test => {}
            Quantity::Value(expr) => expression(*expr),
            Quantity::Truth(_, a, b) => {
                expression(*a);
                expression(*b);
            }
            Quantity::Sum(terms) => pending.extend(terms.iter().map(|term| term.0)),
            Quantity::IsZero(sum) => pending.extend(sum.terms.iter().map(|term| term.0)),
        }
    }
    out.vars.sort_unstable();
    out.vars.dedup();
    out
}

struct Deriver<'a> {
    /// The memory that every quantity reads, indexed by [`QuantityId`]. None unless the automaton is a
    /// trusting one.
    cells: Option<Vec<Cells>>,
    cfg: &'a Cfg,
    dependencies: &'a [Dependencies],
    quantities: &'a Quantities,
    dependents: &'a Dependents,
    wrapv: bool,
    updates: Vec<Update>,
    /// The sum that an edge makes constant, with its value. Indexed by [`EdgeId`].
    kept: &'a [Option<(QuantityId, i128)>],
}

impl Deriver<'_> {
    fn edge(&mut self, id: EdgeId, restrictions: Vec<Restriction>) -> Vec<Event> {
        let mut events = Vec::new();
        for (target, program) in restrictions {
            events.push(self.update(id, target, program, true));
        }
        let edge = self.cfg.edge(id);
        match &edge.action {
            Action::Assign { var, value } => self.assign(id, *var, *value, &mut events),
            Action::Alloc { var, .. } => {
                let fresh = Program::constant(pointer_range().meet(Interval::NON_NULL));
                self.write(id, *var, fresh, &mut events);
                // An allocator never returns the address of an automatic object of this call.
                let cfg = self.cfg;
                self.compare(id, *var, |other| is_automatic(cfg, other).then(|| truth(false)), &mut events);
            }
            Action::AllocFail { var, .. } => {
                self.write(id, *var, Program::constant(Interval::ZERO), &mut events);
            }
            Action::Open { var, resource, .. } => {
                let range = quantity_range(self.cfg, &Quantity::Var(*var));
                let valid = if resource.is_pointer { Interval::NON_NULL } else { Interval::NOT_NEGATIVE };
                self.write(id, *var, Program::constant(range.meet(valid)), &mut events);
            }
            Action::OpenFail { var, resource, .. } => {
                let invalid = if resource.is_pointer { Interval::ZERO } else { Interval::point(-1) };
                self.write(id, *var, Program::constant(invalid), &mut events);
            }
            Action::LibraryCall { result: Some(var), range: Some((min, max)), writes_memory, .. } => {
                if *writes_memory {
                    events.push(self.kill_memory(edge, None));
                }
                // A trusting automaton assumes that results such as string lengths are far below the largest
                // `int`.
                let most = if self.cells.is_some() { i128::from(i32::MAX / 2).max(*min) } else { *max };
                let range = Interval::new(*min, most.min(*max));
                self.write(id, *var, Program::constant(range), &mut events);
            }
            Action::Declare(var) => events.push(self.kill_var(*var)),
            Action::Store { pointer, value } => {
                let known = self.store(id, *pointer, *value, &mut events);
                events.push(self.kill_memory(edge, known));
            }
            Action::Opaque { vars } => {
                events.push(self.kill_memory(edge, None));
                events.extend(vars.iter().map(|var| self.kill_var(*var)));
            }
            _ => {
                if edge.writes_memory() {
                    events.push(self.kill_memory(edge, None));
                }
                if let Some(result) = edge.assigned() {
                    events.push(self.kill_var(result));
                }
            }
        }
        events
    }

    fn update(&mut self, edge: EdgeId, target: QuantityId, program: Program, restricts: bool) -> Event {
        let id = UpdateId(self.updates.len() as u32);
        let (reads, can_be_empty) = (program.reads(), program.can_be_empty());
        self.updates.push(Update { id, edge, target, program, reads, can_be_empty, restricts });
        Event::Update(id)
    }

    /// Gives a variable a new value, and kills the quantities that depend on the old one.
    fn write(&mut self, edge: EdgeId, var: VarId, program: Program, events: &mut Vec<Event>) {
        let update = self.update(edge, var.into(), program, false);
        events.push(update);
        let dependents = &self.dependents.of_var[var.index()];
        if !dependents.is_empty() {
            events.push(Event::Kill(dependents.clone()));
        }
    }

    fn assign(&mut self, edge: EdgeId, var: VarId, value: ExprId, events: &mut Vec<Event>) {
        let compiler = Compiler { cfg: self.cfg, quantities: self.quantities, wrapv: self.wrapv };
        let program = compiler.program(value);
        match self.increment(var, value) {
            None => {
                self.write(edge, var, program, events);
                if let Some((whole, value)) = self.kept[edge.index()] {
                    let update = self.update(edge, whole, Program::constant(Interval::point(value)), false);
                    events.push(update);
                }
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
                    let moved = self.update(edge, id, shifted(id, by), false);
                    events.push(moved);
                }
                let update = self.update(edge, var.into(), program, false);
                events.push(update);
                events.push(Event::Kill(lost));
            }
        }
    }

    /// Updates every comparison of the written variable `var` with the address of an object. `is_equal` gives
    /// the program for the truth of `var == address`, or None if nothing is known of it.
    fn compare(
        &mut self,
        edge: EdgeId,
        var: VarId,
        is_equal: impl Fn(ExprId) -> Option<Program>,
        events: &mut Vec<Event>,
    ) {
        for &id in &self.dependents.of_var[var.index()] {
            if let Some((own, address)) = address_comparison(self.cfg, self.quantities.get(id))
                && own == var
                && let Some(equal) = is_equal(address)
            {
                events.push(self.update(edge, id, equal, false));
            }
        }
    }

    /// Returns `c` for the assignment `x = x + c`, and `-c` for `x = x - c`. None for other assignments, and
    /// if the arithmetic of the type may wrap.
    fn increment(&self, var: VarId, value: ExprId) -> Option<i128> {
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
        match op {
            _ if *read != var => None,
            BinaryOp::Add => Some(*step),
            BinaryOp::Sub => Some(-*step),
            _ => None,
        }
    }

    /// Returns the coefficient of a variable in a sum. None if the sum has no such term, or if another term
    /// depends on the variable.
    fn coefficient(&self, id: QuantityId, var: VarId) -> Option<i128> {
        let Quantity::Sum(terms) = self.quantities.get(id) else { return None };
        let others = terms.iter().filter(|term| term.0 != var.into());
        let elsewhere = others
            .filter(|term| !matches!(self.quantities.get(term.0), Quantity::Var(_)))
            .any(|term| self.dependents.of_var[var.index()].contains(&term.0));
        let own = terms.iter().find(|term| term.0 == var.into())?;
        (!elsewhere).then_some(own.1)
    }

    /// Sets the load `*p` to `v` after `*p = v`, and returns its quantity. None if nothing reads the load, or
    /// if the store may change the address `p` itself.
    fn store(
        &mut self,
        edge: EdgeId,
        pointer: ExprId,
        value: ExprId,
        events: &mut Vec<Event>,
    ) -> Option<QuantityId> {
        let address = &self.dependencies[pointer.0 as usize];
        let stable = !address.memory
            && !address.unstable
            && address.vars.iter().all(|var| !self.cfg.var(*var).exposed);
        let loaded = self.quantities.ids().find(|id| match self.quantities.get(*id) {
            Quantity::Value(expr) => {
                let expr = self.cfg.expr(*expr);
                expr.kind == ExprKind::Load(pointer) && expr.ty == self.cfg.expr(value).ty
            }
            _ => false,
        })?;
        if !stable {
            return None;
        }
        let compiler = Compiler { cfg: self.cfg, quantities: self.quantities, wrapv: self.wrapv };
        let update = self.update(edge, loaded, compiler.program(value), false);
        events.push(update);
        Some(loaded)
    }

    fn kill_var(&self, var: VarId) -> Event {
        let mut killed = self.dependents.of_var[var.index()].clone();
        killed.push(var.into());
        Event::Kill(killed)
    }

    fn kill_memory(&self, edge: &Edge, but: Option<QuantityId>) -> Event {
        let is_lost = |id: &QuantityId| match &self.cells {
            _ if Some(*id) == but => false,
            Some(cells) => cells[id.index()].are_named_by(self.cfg, edge),
            None => true,
        };
        Event::Kill(self.dependents.of_memory.iter().copied().filter(is_lost).collect())
    }
}

/// The longest chain of copies that is followed back to its source.
const MAX_COPIES: usize = 4;

/// Names comparisons of temporaries with addresses of objects. In `p = small ? buffer : malloc(n)` the value
/// passes through a temporary. If `p` is compared with `buffer`, the comparison of the temporary with
/// `buffer` becomes a quantity too.
fn name_copies(cfg: &Cfg, quantities: &mut Quantities) {
    let mut compared: Vec<_> =
        quantities.ids().filter_map(|id| address_comparison(cfg, quantities.get(id))).collect();
    for _ in 0..MAX_COPIES {
        if compared.is_empty() {
            return;
        }
        let mut sources = Vec::new();
        for edge in &cfg.edges {
            let Action::Assign { var, value } = edge.action else { continue };
            let copied = unconverted(cfg, value);
            let ExprKind::Var(from) = cfg.expr(copied).kind else { continue };
            if cfg.var(from).kind == VarKind::Temp {
                for (_, address) in compared.iter().filter(|(own, _)| *own == var) {
                    quantities.add(equality(copied, *address));
                    sources.push((from, *address));
                }
            }
        }
        compared = sources;
    }
}

/// Returns the variable and the address of an object that a quantity compares with `==`. None for other
/// quantities.
fn address_comparison(cfg: &Cfg, quantity: &Quantity) -> Option<(VarId, ExprId)> {
    let Quantity::Truth(BinaryOp::Eq, a, b) = *quantity else { return None };
    let (a, b) = (unconverted(cfg, a), unconverted(cfg, b));
    let (own, address) = if is_address(cfg, a) { (b, a) } else { (a, b) };
    match cfg.expr(own).kind {
        ExprKind::Var(var) if is_address(cfg, address) => Some((var, address)),
        _ => None,
    }
}

fn equality(a: ExprId, b: ExprId) -> Quantity {
    Quantity::Truth(BinaryOp::Eq, a, b)
}

fn truth(holds: bool) -> Program {
    Program::constant(Interval::point(i128::from(holds)))
}

/// Returns whether an address is that of an object that ends with the call of the function.
fn is_automatic(cfg: &Cfg, address: ExprId) -> bool {
    match cfg.expr(address).kind {
        ExprKind::AddressOf(var) => cfg.var(var).kind != VarKind::Global,
        _ => cfg.automatic.contains(&address),
    }
}

fn shifted(id: QuantityId, by: i128) -> Program {
    let mut program = Program::default();
    let known = program.push(Op::Read(id));
    let by = program.push(Op::Const(Interval::point(by)));
    program.push(Op::Binary(BinaryOp::Add, known, by));
    program
}
