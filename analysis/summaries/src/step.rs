//! Applies one edge to the facts of a state.

use csieve_dataflow::automaton::{Automaton, Program, value_program};
use csieve_domains::{equations::Silent, interval::Interval};
use csieve_graph::{Action, CallTarget, Edge, EdgeId, ExprId, ExprKind, Freeing, Type, VarId, VarKind};
use csieve_modelcheck::model::{Function, strip_pointer_casts};

use super::{
    conditions::Conditions,
    counters::Counters,
    outs::{Outs, copied, loaded, positions},
    params::Flow,
    state::{Dirty, Facts, Failure, Key, Out, Owner},
    targets::Targets,
};

/// The data that all steps in one function share.
pub(crate) struct Stepper<'a> {
    /// The function that is summarised.
    pub function: &'a Function<'a>,
    /// The interval automaton of the function.
    pub automaton: &'a Automaton,
    /// Where the values of the function's parameters may go.
    pub flow: &'a Flow,
    /// How the function writes the objects to which its parameters point.
    pub outs: &'a Outs,
    /// The variables of the function that only count up.
    pub counters: &'a Counters,
    /// The pointers that the function frees.
    pub targets: &'a Targets,
    /// The questions that the function asks about its arguments and memory at entry.
    pub conditions: &'a Conditions,
    /// Whether signed overflow wraps around.
    pub wrapv: bool,
}

impl Stepper<'_> {
    /// Applies an edge to a state. Returns `false` if no run takes the edge.
    pub(crate) fn step(&self, key: &mut Key, facts: &mut Facts, id: EdgeId) -> bool {
        let edge = self.function.cfg.edge(id);
        // The value to be stored is computed before the store changes anything.
        let stored = match edge.action {
            Action::Store { pointer, value } if self.flow.target(self.function, pointer).is_some() => {
                let read = |quantity| self.outs.value(self.automaton, facts, quantity);
                self.program(value).evaluate(&read, &mut Silent)
            }
            _ => Interval::TOP,
        };
        let counted = self.counters.counted(self.function.cfg, self.automaton, edge, &facts.known);
        if !facts.known.take(self.automaton, &self.automaton.events[id.index()]) {
            return false;
        }
        if let Some((var, value)) = counted {
            facts.known.restrict(self.automaton, var.into(), value);
        }
        self.act(key, facts, id, edge, stored);
        forget_copies(facts, edge);
        facts.writes_shared |= edge.assigned().is_some_and(|var| self.is_shared(var));
        self.conditions.hold(self.function, self.automaton, id, facts);
        self.outs.refine(self.automaton, facts);
        true
    }

    /// Returns the interval of an expression.
    pub(crate) fn value(&self, facts: &Facts, expr: ExprId) -> Interval {
        self.program(expr).evaluate(&|quantity| facts.value(self.automaton, quantity), &mut Silent)
    }

    fn program(&self, expr: ExprId) -> Program {
        value_program(self.function.cfg, &self.automaton.quantities, expr, self.wrapv)
    }

    /// Changes the facts by an allocation on the edge `id` that succeeds, or by the opening of a resource.
    fn allocate(&self, facts: &mut Facts, id: EdgeId, var: VarId) {
        facts.give_up(&[id]);
        facts.overwrite(var);
        if self.is_own(var) {
            facts.own(Owner::Var(var), id);
        }
    }

    /// Changes the facts by a call of a function that may do anything.
    fn call(&self, facts: &mut Facts, target: &CallTarget, args: &[ExprId], result: Option<VarId>) {
        facts.opaque = true;
        facts.failed = facts.failed.min(Failure::Handled);
        facts.dirty = Dirty::All;
        for arg in args {
            self.escape(facts, *arg);
        }
        if let CallTarget::Pointer(callee) = target {
            self.escape(facts, *callee);
        }
        if let Some(var) = result {
            facts.overwrite(var);
        }
    }

    /// Changes the facts by the result of a library function: the result may point into a fresh object that
    /// an argument owns.
    fn library_returns(&self, facts: &mut Facts, args: &[ExprId], result: Option<VarId>) {
        let near: Vec<EdgeId> = args.iter().flat_map(|arg| self.owned_by(facts, *arg)).collect();
        let Some(var) = result else { return };
        facts.overwrite(var);
        for made in near {
            facts.own(Owner::Near(var), made);
        }
    }

    fn act(&self, key: &mut Key, facts: &mut Facts, id: EdgeId, edge: &Edge, stored: Interval) {
        match &edge.action {
            Action::Deref { pointer, .. } => {
                if let Some(param) = self.flow.param(self.function, *pointer) {
                    facts.accessed |= 1 << param;
                }
            }
            Action::Store { pointer, value } => self.store(key, facts, *pointer, *value, stored),
            Action::Assign { var, value } => self.assign(facts, *var, *value),
            Action::Alloc { var, .. } => self.allocate(facts, id, *var),
            Action::AllocFail { var, .. } => {
                facts.overwrite(*var);
                facts.failed = Failure::Failed;
            }
            Action::Free { pointer, freeing, .. } => self.free(key, facts, id, *pointer, *freeing),
            Action::Call { target, args, result } => self.call(facts, target, args, *result),
            Action::LibraryCall { args, result, writes_memory, .. } => {
                if *writes_memory {
                    self.library_writes(key, facts, args);
                    // Without a check before this call, as in `p = malloc(n); memset(p, 0, n); return p;`, a
                    // NULL that is returned later does not count as a failed allocation.
                    if edge.inside.is_none() && args.iter().any(|arg| self.is_missing(facts, *arg)) {
                        facts.failed = facts.failed.min(Failure::Handled);
                    }
                }
                self.library_returns(facts, args, *result);
            }
            Action::Opaque { .. } => {
                facts.opaque = true;
                facts.dirty = Dirty::All;
                facts.fresh.clear();
            }
            // Summaries do not say who holds a lock, or a resource other than the one that is returned, so a call
            // that opens, closes, locks or unlocks counts as unknown.
            Action::Open { var, .. } => {
                facts.opaque = true;
                self.allocate(facts, id, *var);
            }
            Action::OpenFail { var, .. } => {
                facts.opaque = true;
                facts.overwrite(*var);
            }
            Action::Close { handle: shared, .. }
            | Action::CloseFail { handle: shared }
            | Action::Lock { lock: shared, .. }
            | Action::LockFail { lock: shared }
            | Action::Unlock { lock: shared, .. } => {
                facts.opaque = true;
                self.escape(facts, *shared);
            }
            Action::Declare(var) => facts.overwrite(*var),
            Action::Skip
            | Action::Assume { .. }
            | Action::AssumeNone { .. }
            | Action::Learn { .. }
            | Action::FreeNull { .. }
            | Action::Misuse { .. }
            | Action::Return(_) => {}
        }
    }

    /// Returns whether a pointer is, or may be, the NULL of a failed allocation.
    fn is_missing(&self, facts: &Facts, pointer: ExprId) -> bool {
        self.var(pointer).is_some_and(|var| {
            self.function.cfg.var(var).ty == Type::Pointer
                && (facts.owns(Owner::Var(var)) || facts.value(self.automaton, var.into()) == Interval::ZERO)
        })
    }

    /// Returns whether a variable is global and its address is known, so that pointers may lead to it.
    fn is_shared(&self, var: VarId) -> bool {
        let var = self.function.cfg.var(var);
        var.exposed && var.kind == VarKind::Global
    }

    fn is_own(&self, var: VarId) -> bool {
        let var = self.function.cfg.var(var);
        !var.exposed && var.kind != VarKind::Global
    }

    fn store(&self, key: &mut Key, facts: &mut Facts, pointer: ExprId, value: ExprId, stored: Interval) {
        let params = self.flow.inside(self.function, pointer);
        key.written |= params;
        // No pointer that the function was given leads into such an object.
        if !self.is_fresh(facts, pointer) {
            facts.dirty.add(pointer);
        }
        let target = self.flow.target(self.function, pointer);
        // An object that has no possible value, since only other code can have written it, keeps none
        // whatever is written.
        let is_possible = target.is_none_or(|param| !facts.outs[param].value.is_empty());
        let stored = if is_possible { stored } else { Interval::EMPTY };
        for param in positions(params) {
            facts.write_out(param);
        }
        match target {
            Some(param) => {
                facts.overwritten |= 1 << param;
                facts.outs[param] = Out { value: stored, copied: copied(self.function, value) };
                match self.var(value).filter(|var| facts.owns(Owner::Var(*var))) {
                    // From here on only the object to which the parameter points owns the fresh object.
                    Some(var) => {
                        let made: Vec<EdgeId> = facts.near(var).collect();
                        facts.give_up(&made);
                        for edge in made {
                            facts.own(Owner::Out(param), edge);
                        }
                    }
                    None => self.escape(facts, value),
                }
            }
            None => {
                facts.writes_memory |= params == 0 && !self.is_fresh(facts, pointer);
                self.escape(facts, value);
            }
        }
    }

    /// Returns whether a pointer leads into an object that only this function knows, or that is gone when the
    /// function returns.
    fn is_fresh(&self, facts: &Facts, mut pointer: ExprId) -> bool {
        loop {
            pointer = strip_pointer_casts(self.function, pointer);
            match self.function.cfg.expr(pointer).kind {
                ExprKind::Inside { base, .. } => pointer = base,
                ExprKind::Var(var) => return facts.owns(Owner::Var(var)),
                ExprKind::AddressOf(var) => return self.function.cfg.var(var).kind != VarKind::Global,
                ExprKind::Address(_) => return self.function.cfg.automatic.contains(&pointer),
                _ => return false,
            }
        }
    }

    fn library_writes(&self, key: &mut Key, facts: &mut Facts, args: &[ExprId]) {
        facts.writes_memory = true;
        facts.dirty = Dirty::All;
        for arg in args {
            let params = self.flow.inside(self.function, *arg);
            key.written |= params;
            for param in positions(params) {
                facts.write_out(param);
            }
        }
    }

    fn assign(&self, facts: &mut Facts, var: VarId, value: ExprId) {
        let made = self.owned_by(facts, value);
        if !self.is_own(var) {
            facts.give_up(&made);
            return;
        }
        let copied = self.var(value).is_some_and(|from| facts.owns(Owner::Var(from)));
        facts.overwrite(var);
        for edge in made {
            facts.own(if copied { Owner::Var(var) } else { Owner::Near(var) }, edge);
        }
    }

    fn free(&self, key: &mut Key, facts: &mut Facts, id: EdgeId, pointer: ExprId, freeing: Freeing) {
        if let Some(var) = self.var(pointer).filter(|var| facts.owns(Owner::Var(*var))) {
            let made: Vec<EdgeId> = facts.near(var).collect();
            facts.give_up(&made);
            return;
        }
        if let Some(param) = loaded(self.function, self.flow, pointer) {
            facts.disown(Owner::Out(param));
        }
        self.escape(facts, pointer);
        match self.targets.at(id).filter(|_| freeing == Freeing::Certain) {
            Some(target) if self.targets.is_as_at_entry(self.function, target, &facts.dirty) => {
                key.freed |= 1 << target;
            }
            _ => facts.opaque = true,
        }
    }

    /// Gives up the fresh objects to which a value leads, because other code gets to know them.
    fn escape(&self, facts: &mut Facts, value: ExprId) {
        let made = self.owned_by(facts, value);
        facts.give_up(&made);
    }

    /// Returns the edges that made the fresh objects to which a value may point.
    fn owned_by(&self, facts: &Facts, value: ExprId) -> Vec<EdgeId> {
        if facts.fresh.is_empty() {
            return Vec::new();
        }
        let mut made = Vec::new();
        let mut pending = vec![value];
        while let Some(expr) = pending.pop() {
            match self.function.cfg.expr(expr).kind {
                ExprKind::Var(var) => made.extend(facts.near(var)),
                ExprKind::Load(_) => {
                    // `*out`, if the function has stored a fresh object there.
                    if let Some(param) = loaded(self.function, self.flow, expr) {
                        made.extend(facts.made_for(Owner::Out(param)));
                    }
                }
                ExprKind::Binary(op, ..) if op.is_comparison() => {}
                _ => pending.extend(self.function.cfg.exprs.operands(expr)),
            }
        }
        made
    }

    /// Returns the variable whose value an expression is.
    pub(crate) fn var(&self, expr: ExprId) -> Option<VarId> {
        match self.function.cfg.expr(strip_pointer_casts(self.function, expr)).kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        }
    }
}

/// Removes the variables that an edge writes from [`Out::copied`], the known copies of written values.
fn forget_copies(facts: &mut Facts, edge: &Edge) {
    let assigned = edge.assigned();
    let is_written = |var: VarId| {
        assigned == Some(var) || matches!(&edge.action, Action::Opaque { vars } if vars.contains(&var))
    };
    for out in &mut facts.outs {
        out.copied = out.copied.filter(|var| !is_written(*var));
    }
}
