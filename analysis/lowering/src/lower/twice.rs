//! Functions that return a second time: `setjmp`, `vfork` and others like them.
//!
//! A jump back to such a call may happen at every call that may reach `longjmp`. After `sigsetjmp`, and in
//! files that install signal handlers, it may happen after every action. The jump leaves memory unchanged. A
//! variable that was written since the first return may have its last value or any other (C11 7.13.2.1,
//! paragraph 3), independently of the other variables.

use rustc_hash::FxHashSet;

use super::{Lowered, Lowering, calls::Call, convert::Value, ctype::CType, place::Lvalue};
use csieve_base::{
    library::{Second, Twice},
    text::Span,
};
use csieve_graph::{
    Access, Action, CallTarget, Cfg, CfgBuilder, EdgeId, ExprId, IntType, Loc, Type, VarId, VarKind,
};

/// A call that may return a second time, such as `setjmp`.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecondReturn {
    /// The location that a jump back leads to.
    back: Loc,
    /// The location at which execution continues after the first and after the second return.
    after: Loc,
    span: Span,
    /// The variable that is 1 while the child process of a `vfork` runs; `None` for other calls. The second
    /// return, in the parent process, follows when the child has ended.
    child: Option<VarId>,
    /// Whether only calls can jump back to this call, and no signal handler can.
    by_calls: bool,
}

impl<'a> Lowering<'a> {
    /// Lowers a call of a function that returns twice.
    pub(super) fn call_twice(&mut self, call: &Call<'a>, twice: Twice) -> Lowered<Value> {
        let args: Vec<ExprId> = self.arguments(call)?.into_iter().map(|value| value.expr).collect();
        if let Some(buffer) = args.first() {
            self.dereference(*buffer, Access::Write, call.span);
        }
        let callee = call.name.to_owned();
        let action = if twice.runs {
            Action::Call { target: CallTarget::Named(callee), args, result: None }
        } else {
            Action::LibraryCall { callee, args, result: None, range: None, writes_memory: true }
        };
        self.step(action, call.span);
        let place = self.temporary(&CType::TRUTH, self.source(call.node).to_owned());
        let Lvalue::Var { var, .. } = place else { return Ok(self.any(&CType::TRUTH)) };
        let (after, back) = (self.graph.location(), self.graph.location());
        let told = twice.result == Second::ZeroFirst;
        let child = if twice.result == Second::ZeroInChild { self.child(call, var, after) } else { None };
        let is_zero = told || child.is_some();
        let first =
            if is_zero { self.graph.exprs().constant(0, IntType::INT) } else { self.any(&CType::TRUTH).expr };
        self.step(Action::Assign { var, value: first }, call.span);
        self.join(after, call.span);
        if !self.dead {
            let by_calls = !twice.signals && !self.handles_signals();
            self.second_returns.push(SecondReturn { back, after, span: call.span, child, by_calls });
            self.here = back;
            let second = match twice.result {
                Second::ZeroAgain => self.graph.exprs().constant(0, IntType::INT),
                _ => self.any(&CType::TRUTH).expr,
            };
            self.step(Action::Assign { var, value: second }, call.span);
            if told || child.is_some() {
                // Two ranges, below and above zero, so that copies of the result keep the bounds of their
                // range.
                let cond = self.graph.exprs().var(var, Type::INT);
                self.step(Action::Assume { cond, holds: true }, call.span);
                let (not_zero, dead) = (self.here, self.dead);
                for (low, high) in [(1, IntType::INT.max()), (IntType::INT.min(), -1)] {
                    (self.here, self.dead) = (not_zero, dead);
                    self.step(Action::Learn { value: cond, low, high }, call.span);
                    self.join(after, call.span);
                }
            } else {
                self.join(after, call.span);
            }
        }
        self.resume(after);
        Ok(self.current(&place))
    }

    /// Lowers the first return of a `vfork`: either no child process is created and the result is -1, or the
    /// child runs. Returns the variable that is 1 while the child runs.
    fn child(&mut self, call: &Call<'a>, result: VarId, after: Loc) -> Option<VarId> {
        let Lvalue::Var { var, .. } = self.temporary(&CType::TRUTH, "the child runs".to_owned()) else {
            return None;
        };
        let (start, dead) = (self.here, self.dead);
        for (place, value) in [(var, 0), (result, -1)] {
            let value = self.graph.exprs().constant(value, IntType::INT);
            self.step(Action::Assign { var: place, value }, call.span);
        }
        self.join(after, call.span);
        (self.here, self.dead) = (start, dead);
        let value = self.graph.exprs().constant(1, IntType::INT);
        self.step(Action::Assign { var, value }, call.span);
        Some(var)
    }

    /// Adds an edge for a jump back. Runs never take it: in them, a call of `longjmp` is the only jump.
    fn jump(&mut self, from: Loc, to: Loc, span: Span) {
        let edge = self.graph.edge(from, to, Action::Skip, span);
        let never = self.graph.exprs().constant(0, IntType::INT);
        self.graph.concrete().conditions.insert(edge, (never, true));
    }

    /// Adds the edges for all jumps back, once the rest of the graph is complete.
    pub(super) fn finish_second_returns(&mut self) {
        let Some(first) = self.second_returns.first().copied() else { return };
        let behind = edges_behind(self.graph.so_far(), &self.second_returns);
        let mut written = written(self.graph.so_far(), &behind);
        written.retain(|var| self.second_returns.iter().all(|point| point.child != Some(*var)));
        let join = self.graph.location();
        let only_calls = self.second_returns.iter().all(|point| point.by_calls);
        let mut before: FxHashSet<Loc> = FxHashSet::default();
        for id in behind {
            let edge = self.graph.so_far().edge(id);
            let (is_call, from, span) = (may_jump(self.graph.so_far(), id), edge.from, edge.span);
            let is_after = does_something(&edge.action) && (is_call || !only_calls);
            // The jump leaves before the edge of the call: facts that hold when the call returns need not
            // hold during the call.
            if is_call && before.insert(from) {
                self.jump(from, join, span);
            }
            if is_after {
                let (done, span) = self.graph.lengthen(id);
                self.jump(done, join, span);
            }
        }
        let mut here = if self.second_returns.iter().any(|point| point.child.is_some()) {
            // The child of `vfork` has its own open files, so handles in variables that the child wrote mean
            // nothing to the parent.
            self.graph.step(join, Action::Opaque { vars: written.clone() }, first.span)
        } else {
            perhaps(&mut self.graph, join, Action::Opaque { vars: Vec::new() }, first.span)
        };
        for var in written {
            // The variable becomes unknown on an opaque edge. An assignment would look like a leak of its old
            // value.
            let unknown = Action::Opaque { vars: vec![var] };
            here = perhaps(&mut self.graph, here, unknown, first.span);
        }
        for point in std::mem::take(&mut self.second_returns) {
            let mut from = here;
            if let Some(var) = point.child {
                // No child runs before the first `vfork`.
                let value = self.graph.exprs().constant(0, IntType::INT);
                self.graph.first(Action::Assign { var, value }, point.span);
                let cond = self.graph.exprs().var(var, Type::INT);
                from = self.graph.step(from, Action::Assume { cond, holds: true }, point.span);
                from = self.graph.step(from, Action::Assign { var, value }, point.span);
            }
            let back = self.graph.edge(from, point.back, Action::Skip, point.span);
            if point.child.is_none() {
                self.graph.jumps_back(back);
            }
        }
    }
}

/// Adds an action that may or may not happen. Returns the location at which the paths with and without it
/// join.
fn perhaps(graph: &mut CfgBuilder, from: Loc, action: Action, span: Span) -> Loc {
    let to = graph.location();
    graph.edge(from, to, Action::Skip, span);
    let done = graph.step(from, action, span);
    graph.edge(done, to, Action::Skip, span);
    to
}

/// Returns the edges that are reachable after the first return of a call in `points`, ascending.
fn edges_behind(graph: &Cfg, points: &[SecondReturn]) -> Vec<EdgeId> {
    let mut pending: Vec<Loc> = points.iter().map(|point| point.after).collect();
    let mut seen: FxHashSet<Loc> = pending.iter().copied().collect();
    let mut edges = Vec::new();
    while let Some(at) = pending.pop() {
        for &edge in &graph.successors[at.index()] {
            edges.push(edge);
            let to = graph.edge(edge).to;
            if seen.insert(to) {
                pending.push(to);
            }
        }
    }
    edges.sort_unstable();
    edges
}

/// Returns the variables that these edges may write, except those with static storage; ascending.
fn written(graph: &Cfg, edges: &[EdgeId]) -> Vec<VarId> {
    let mut written: Vec<VarId> = graph.var_ids().filter(|var| graph.var(*var).exposed).collect();
    for edge in edges.iter().map(|edge| graph.edge(*edge)) {
        written.extend(edge.assigned());
        if let Action::Opaque { vars } = &edge.action {
            written.extend(vars);
        }
    }
    written.retain(|var| graph.var(*var).kind != VarKind::Global);
    written.sort_unstable();
    written.dedup();
    written
}

/// Returns whether an edge may jump back to a `setjmp`. Unknown calls and calls with a summary may; a
/// function of the library table may only if its entry says so.
fn may_jump(graph: &Cfg, id: EdgeId) -> bool {
    let edge = graph.edge(id);
    match &edge.action {
        Action::Call { .. } | Action::Opaque { .. } => true,
        _ => graph.known.function(id).is_some_and(|entry| entry.jumps_back) || edge.inside.is_some(),
    }
}

/// Returns whether an action changes the state, so that a jump back after the action differs from one before
/// it.
fn does_something(action: &Action) -> bool {
    !matches!(
        action,
        Action::Skip
            | Action::Assume { .. }
            | Action::AssumeNone { .. }
            | Action::Deref { .. }
            | Action::FreeNull { .. }
            | Action::Misuse { .. }
            | Action::Return(_)
    )
}
