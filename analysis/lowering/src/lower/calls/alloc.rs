//! Lowering of allocations, with one path for success and one for failure.

use super::{Call, Wanted};
use csieve_base::library::{Effects, Entry, NullResult, Storage};
use csieve_domains::interval::type_range;
use csieve_frontend::syntax::{Kind, Node};
use csieve_graph::{
    Action, BinaryOp, CopiedString, ExprId, ExprKind, Freeing, IntType, Loc, Type, VarId, VarKind,
};

use crate::lower::{Lowered, Lowering, convert::Value, ctype::CType, place::Lvalue};

impl<'a> Lowering<'a> {
    pub(super) fn alloc_call(&mut self, call: &Call<'a>, entry: &Entry, storage: Storage) -> Lowered<Value> {
        match (storage, entry.reallocates) {
            (Storage::Stack, _) => {
                let args = self.arguments(call)?;
                self.needed(call, entry, &args);
                let allocated = self.allocated_bytes(entry, &args);
                let allocated = self.note_allocation(allocated, call.name, call.span);
                if self.may_come_back(call) {
                    return Ok(self.any(&CType::VOID.pointer()));
                }
                // Reports show memory on the stack under this name, whichever function allocates it.
                let name = self.object_name("alloca");
                let expr = self.graph.automatic(name);
                let here = self.here;
                self.graph.concrete().blank.insert(expr, here);
                self.note_computed(expr, allocated, call.span);
                Ok(Value { expr, ty: CType::VOID.pointer() })
            }
            (Storage::Heap, Some(old)) => self.realloc(call, entry, old),
            (Storage::Heap, None) => self.allocate(call, entry),
        }
    }

    /// Returns whether one execution of the function may come to a call more than once. Each time, `alloca`
    /// makes another object, while all of them live until the function returns.
    fn may_come_back(&self, call: &Call<'a>) -> bool {
        let is_loop = |node: Node<'_>| {
            matches!(node.kind(), Kind::ForStatement | Kind::WhileStatement | Kind::DoStatement)
        };
        self.usage.has_labels
            || !self.second_returns.is_empty()
            || std::iter::successors(Some(call.node), |node| node.parent()).any(is_loop)
    }

    fn allocate(&mut self, call: &Call<'a>, entry: &Entry) -> Lowered<Value> {
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        let place = self.allocation_place(call);
        let Lvalue::Var { var, .. } = place else { return Ok(self.unknown_value()) };
        if entry.effects == Effects::Anything || self.writes_memory(call, entry) {
            self.effect(call, entry, args.iter().map(|value| value.expr).collect(), None, None);
        }
        let callee = call.name.to_owned();
        let allocated = self.allocated_bytes(entry, &args);
        let allocated = self.note_allocation(allocated, call.name, call.span);
        let success = self.graph.step(self.here, Action::Alloc { var, callee: callee.clone() }, call.span);
        self.note_allocated(self.graph.last_edge(), allocated);
        self.note_copied(call.name, &args);
        if let Some(value) = entry.failure {
            let failure = self.failed_with(value, var, call);
            let success = self.never(value, var, success, call);
            self.merge_unless_dead(&[success, failure], call);
        } else if let Some(failure) = self.failure(self.here, entry, &args, var, call) {
            self.merge_unless_dead(&[success, failure], call);
        } else {
            self.here = success;
        }
        Ok(self.current(&place))
    }

    /// Adds the path on which an allocation gives NULL. Returns the end of that path; `None` if the call never
    /// gives NULL. A NULL because nothing is asked for is no reason to expect a misuse.
    fn failure(
        &mut self,
        start: Loc,
        entry: &Entry,
        args: &[Value],
        var: VarId,
        call: &Call<'a>,
    ) -> Option<Loc> {
        match entry.null {
            Some(NullResult::Never) => None,
            Some(NullResult::Empty) => {
                let sizes = entry.bytes.iter().filter_map(|at| args.get(*at));
                let is_nonzero = |size: &Value| self.as_truth(size) == Some(true);
                if entry.bytes.is_empty() || sizes.clone().all(is_nonzero) {
                    return None;
                }
                let unknown = self.graph.exprs().any(Type::Pointer);
                let at = self.graph.step(start, Action::Assign { var, value: unknown }, call.span);
                let value = self.graph.exprs().var(var, Type::Pointer);
                Some(self.graph.step(at, Action::Learn { value, low: 0, high: 0 }, call.span))
            }
            _ => {
                let failed = Action::AllocFail { var, callee: call.name.to_owned() };
                Some(self.graph.step(start, failed, call.span))
            }
        }
    }

    /// Records the string of which the allocation on the last edge holds a copy, if there is one.
    fn note_copied(&mut self, name: &str, args: &[Value]) {
        let copied = match (name.trim_start_matches("__builtin_"), args) {
            ("strdup", [text]) => CopiedString { text: text.expr, most: None },
            ("strndup", [text, most]) => CopiedString { text: text.expr, most: Some(most.expr) },
            _ => return,
        };
        let edge = self.graph.last_edge();
        self.graph.concrete().copies.insert(edge, copied);
    }

    /// Adds the path of a failed allocation whose result is not NULL but `value`, for example `(void *)-1`.
    /// Returns the end of that path.
    fn failed_with(&mut self, value: i128, var: VarId, call: &Call<'a>) -> Loc {
        let value = self.pointer_constant(value);
        self.graph.step(self.here, Action::Assign { var, value }, call.span)
    }

    /// Assumes, at the end `at` of the path of success, that the allocation's result is not `value`, the
    /// result of a failure. Returns the new end of that path.
    fn never(&mut self, value: i128, var: VarId, at: Loc, call: &Call<'a>) -> Loc {
        let failed = self.pointer_constant(value);
        let pointer = self.graph.exprs().var(var, Type::Pointer);
        let cond = self.graph.exprs().add(ExprKind::Binary(BinaryOp::Ne, pointer, failed), Type::INT);
        self.graph.step(at, Action::Assume { cond, holds: true }, call.span)
    }

    fn pointer_constant(&mut self, value: i128) -> ExprId {
        let value = value.rem_euclid(IntType::ULONG.max() + 1);
        self.graph.exprs().add(ExprKind::Const(value), Type::Pointer)
    }

    /// Lowers `realloc(p, n)`: either the old object is freed and a new one allocated, or the call fails and
    /// changes nothing.
    fn realloc(&mut self, call: &Call<'a>, entry: &Entry, position: usize) -> Lowered<Value> {
        let args = self.arguments(call)?;
        self.needed(call, entry, &args);
        let old = args[position].expr;
        let sizes: Vec<Value> = entry.bytes.iter().filter_map(|size| args.get(*size)).cloned().collect();
        let place = self.allocation_place(call);
        let Lvalue::Var { var, .. } = place else { return Ok(self.unknown_value()) };
        let callee = call.name.to_owned();
        let allocated = self.allocated_bytes(entry, &args);
        let allocated = self.note_allocation(allocated, call.name, call.span);
        let start = self.here;
        let mut ends = Vec::new();
        let is_null = matches!(self.graph.exprs_ref().get(old).kind, ExprKind::Const(0));
        if !is_null {
            let freed = self.graph.step(
                start,
                Action::Free { pointer: old, callee: callee.clone(), freeing: Freeing::Certain },
                call.span,
            );
            ends.push(self.graph.step(freed, Action::Alloc { var, callee: callee.clone() }, call.span));
            self.note_allocated(self.graph.last_edge(), allocated);
            if entry.null != Some(NullResult::Never) {
                ends.extend(self.realloc_to_nothing(old, var, &sizes, entry, call));
            }
        }
        let first = if is_null {
            start
        } else {
            self.graph.step(start, Action::FreeNull { pointer: old }, call.span)
        };
        ends.push(self.graph.step(first, Action::Alloc { var, callee: callee.clone() }, call.span));
        self.note_allocated(self.graph.last_edge(), allocated);
        if entry.null != Some(NullResult::Empty) {
            let mut failing = vec![start];
            if !is_null && self.is_shared_place(old) {
                let high = type_range(Type::Pointer).bounds().map_or(1, |(_, high)| high);
                failing = vec![
                    first,
                    self.graph.step(start, Action::Learn { value: old, low: 1, high }, call.span),
                ];
            }
            for start in failing {
                ends.extend(self.failure(start, entry, &args, var, call));
            }
        }
        self.merge_unless_dead(&ends, call);
        Ok(self.current(&place))
    }

    /// Returns whether a pointer is read from memory or a global variable: a place that may be the only one to
    /// hold the memory when `realloc` fails.
    fn is_shared_place(&self, pointer: ExprId) -> bool {
        let pointer = self.graph.exprs_ref().strip_casts(pointer);
        match self.graph.exprs_ref().get(pointer).kind {
            ExprKind::Var(var) => self.graph.var_info(var).kind == VarKind::Global,
            ExprKind::Load(_) => true,
            _ => false,
        }
    }

    /// Adds the path for `realloc(p, 0)`, where some libraries free the old object and return NULL. Returns
    /// the end of that path, or `None` if the size is surely not 0.
    fn realloc_to_nothing(
        &mut self,
        old: ExprId,
        var: VarId,
        sizes: &[Value],
        entry: &Entry,
        call: &Call<'a>,
    ) -> Option<Loc> {
        if !sizes.is_empty() && sizes.iter().all(|size| self.as_truth(size) == Some(true)) {
            return None;
        }
        let mut at = self.here;
        if let [size] = sizes {
            at = self.graph.step(at, Action::Assume { cond: size.expr, holds: false }, call.span);
        }
        let callee = call.name.to_owned();
        let free = Action::Free { pointer: old, callee: callee.clone(), freeing: Freeing::ToNothing };
        let freed = self.graph.step(at, free, call.span);
        if entry.null == Some(NullResult::Empty) {
            let value = self.graph.exprs().null();
            return Some(self.graph.step(freed, Action::Assign { var, value }, call.span));
        }
        Some(self.graph.step(freed, Action::AllocFail { var, callee }, call.span))
    }

    /// Returns the variable that receives the allocated object. It is a temporary if the result is not
    /// assigned to a variable, so that an unused object is seen to leak.
    fn allocation_place(&mut self, call: &Call<'a>) -> Lvalue {
        let ty = self.result_as_declared(call.name, CType::VOID.pointer());
        match &call.wanted {
            Wanted::Into(var, into) if into.is_pointer() || into.is_unknown() => {
                Lvalue::Var { var: *var, ty: into.clone() }
            }
            _ => self.temporary(&ty, self.source(call.node).to_owned()),
        }
    }

    pub(super) fn merge_unless_dead(&mut self, ends: &[csieve_graph::Loc], call: &Call<'a>) {
        let dead = self.dead;
        self.merge(ends, call.span);
        self.dead = dead;
    }
}
