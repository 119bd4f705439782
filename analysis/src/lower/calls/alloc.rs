//! Allocation: it succeeds or it fails, and both ways are followed.

use super::{Call, Wanted};
use crate::{
    cfg::{Action, ExprId, ExprKind, Loc, TO_NOTHING, VarId},
    lower::{Lowered, Lowering, convert::Value, ctype::CType, place::Place},
};

/// Functions whose result is a fresh object of their own or NULL.
pub(super) fn allocates(name: &str) -> bool {
    matches!(
        name,
        "malloc"
            | "calloc"
            | "aligned_alloc"
            | "memalign"
            | "valloc"
            | "pvalloc"
            | "strdup"
            | "strndup"
            | "wcsdup"
            | "__builtin_malloc"
            | "__builtin_calloc"
            | "__builtin_strdup"
    )
}

impl<'a> Lowering<'a> {
    pub(super) fn alloc_call(&mut self, call: &Call<'a>) -> Lowered<Option<Value>> {
        match call.name {
            "alloca" | "__builtin_alloca" | "__builtin_alloca_with_align" => {
                self.arguments(call)?;
                let name = self.object_name("alloca");
                let expr = self.graph.automatic(name);
                Ok(Some(Value { expr, ty: CType::VOID.pointer() }))
            }
            "realloc" | "reallocarray" if call.args.len() >= 2 => self.realloc(call).map(Some),
            name if allocates(name) => self.allocate(call).map(Some),
            _ => Ok(None),
        }
    }

    fn allocate(&mut self, call: &Call<'a>) -> Lowered<Value> {
        let args = self.arguments(call)?;
        if call.name.ends_with("dup")
            && let Some(source) = args.first()
        {
            self.dereference(source.expr, crate::cfg::Access::Read, call.span);
        }
        let place = self.allocation_place(call);
        let Place::Var { var, .. } = place else { return Ok(self.unknown_value()) };
        let callee = call.name.to_owned();
        let success = self.graph.step(self.here, Action::Alloc { var, callee: callee.clone() }, call.span);
        let failure = self.graph.step(self.here, Action::AllocFail { var, callee }, call.span);
        self.merge_unless_dead(&[success, failure], call);
        Ok(self.current(&place))
    }

    /// `realloc(p, n)`: the old object is freed and a new one made, or nothing happens.
    fn realloc(&mut self, call: &Call<'a>) -> Lowered<Value> {
        let args = self.arguments(call)?;
        let old = args[0].expr;
        let place = self.allocation_place(call);
        let Place::Var { var, .. } = place else { return Ok(self.unknown_value()) };
        let callee = call.name.to_owned();
        let start = self.here;
        let mut ends = Vec::new();
        let is_null = matches!(self.graph.exprs_ref().get(old).kind, ExprKind::Const(0));
        if !is_null {
            let freed =
                self.graph.step(start, Action::Free { pointer: old, callee: callee.clone() }, call.span);
            ends.push(self.graph.step(freed, Action::Alloc { var, callee: callee.clone() }, call.span));
            ends.extend(self.realloc_to_nothing(old, var, &args[1..], call));
        }
        let first = if is_null {
            start
        } else {
            self.graph.step(start, Action::FreeNull { pointer: old }, call.span)
        };
        ends.push(self.graph.step(first, Action::Alloc { var, callee: callee.clone() }, call.span));
        ends.push(self.graph.step(start, Action::AllocFail { var, callee }, call.span));
        self.merge_unless_dead(&ends, call);
        Ok(self.current(&place))
    }

    /// `realloc(p, 0)`: some libraries free the old object and return NULL.
    fn realloc_to_nothing(
        &mut self,
        old: ExprId,
        var: VarId,
        sizes: &[Value],
        call: &Call<'a>,
    ) -> Option<Loc> {
        if sizes.iter().all(|size| self.as_truth(size) == Some(true)) {
            return None;
        }
        let mut at = self.here;
        if let [size] = sizes {
            at = self.graph.step(at, Action::Assume { cond: size.expr, holds: false }, call.span);
        }
        let callee = format!("{}{TO_NOTHING}", call.name);
        let freed = self.graph.step(at, Action::Free { pointer: old, callee }, call.span);
        Some(self.graph.step(freed, Action::AllocFail { var, callee: call.name.to_owned() }, call.span))
    }

    /// The variable an allocation writes; one that nobody asked for is a temporary, and leaks.
    fn allocation_place(&mut self, call: &Call<'a>) -> Place {
        let ty = self.result_as_declared(call.name, CType::VOID.pointer());
        match &call.wanted {
            Wanted::Into(var, into) if into.is_pointer() || into.is_unknown() => {
                Place::Var { var: *var, ty: into.clone() }
            }
            _ => self.temporary(&ty, self.source(call.node).to_owned()),
        }
    }

    fn merge_unless_dead(&mut self, ends: &[crate::cfg::Loc], call: &Call<'a>) {
        let dead = self.dead;
        self.merge(ends, call.span);
        self.dead = dead;
    }
}
