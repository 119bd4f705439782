//! Allocators that allocate from a context: `BN_CTX_get(ctx)`, `arena_alloc(arena, n)`.
//!
//! Once such an allocator has failed, later calls with the same context fail as well. So programs call it
//! many times and test the last result only.

use std::sync::Arc;

use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, Type, VarId};

/// The calls that get a context and return a pointer, of functions with a summary.
#[derive(Debug, Default)]
pub struct Contexts {
    /// The calls, in the order of their edges.
    calls: Vec<ContextCall>,
    /// The edges on which a call fails to allocate, ascending, each with the index of its call in `calls`.
    failures: Vec<(EdgeId, usize)>,
}

#[derive(Debug)]
struct ContextCall {
    edge: EdgeId,
    callee: Arc<str>,
    /// The pointers that are passed to this call. Each may be the object to which the result belongs.
    passed: Vec<ExprId>,
    result: VarId,
}

impl Contexts {
    /// Collects the calls in a function that get a context and return a pointer. Visits every edge once.
    pub fn new(cfg: &Cfg) -> Self {
        let mut contexts = Self::default();
        for id in cfg.edge_ids() {
            let edge = cfg.edge(id);
            let (Some(inside), Action::Call { args, result, .. } | Action::LibraryCall { args, result, .. }) =
                (&edge.inside, &edge.action)
            else {
                continue;
            };
            let is_context = |arg: &ExprId| {
                let arg = cfg.expr(*arg);
                arg.ty == Type::Pointer && matches!(arg.kind, ExprKind::Var(_) | ExprKind::Load(_))
            };
            let passed: Vec<ExprId> = args.iter().copied().filter(is_context).collect();
            // If a callee allocates, the edges for success and failure of the allocation follow the edge of
            // the call.
            let next = cfg.successors[edge.to.index()].first().copied();
            let given = next.and_then(|next| match cfg.edge(next).action {
                Action::Alloc { var, .. } => Some((var, None)),
                Action::AllocFail { var, .. } => Some((var, Some(next))),
                _ => None,
            });
            let Some((result, failure)) = given.or(result.map(|var| (var, None))) else { continue };
            if passed.is_empty() || cfg.var(result).ty != Type::Pointer {
                continue;
            }
            contexts.failures.extend(failure.map(|failure| (failure, contexts.calls.len())));
            contexts.calls.push(ContextCall { edge: id, callee: inside.function.clone(), passed, result });
        }
        contexts.failures.sort_unstable();
        contexts
    }

    /// Returns the number of the failed allocation on an edge, counted from 1. `None` if no allocation fails
    /// on the edge, or if the number exceeds 255.
    pub fn failure(&self, edge: EdgeId) -> Option<u8> {
        let at = self.failures.binary_search_by_key(&edge, |(failure, _)| *failure).ok()?;
        u8::try_from(at + 1).ok()
    }

    /// Returns whether `var` gets the result of another call of an allocator, after the call to which failure
    /// number `failure` belongs, and with one of the same pointers as an argument.
    pub fn is_later_result(&self, failure: u8, var: VarId) -> bool {
        let at = usize::from(failure).checked_sub(1).and_then(|at| self.failures.get(at));
        let Some(failed) = at.map(|(_, call)| &self.calls[*call]) else { return false };
        self.calls.iter().any(|call| {
            call.result == var
                && call.edge > failed.edge
                && call.callee == failed.callee
                && call.passed.iter().any(|context| failed.passed.contains(context))
        })
    }
}
