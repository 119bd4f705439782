//! The results of calls of functions with a summary.

use std::sync::Arc;

use super::learnt::Argument;
use csieve_domains::interval::Interval;
use csieve_graph::{Action, Type, VarId};

use crate::{
    lower::Lowering,
    summary::{Case, Returned, Summary},
};

impl Lowering<'_> {
    /// Returns the action that assigns the result of the call. `None` if the case states no more about the
    /// result than a range, and not a constant, an argument, a new object or NULL.
    pub(super) fn assigned_result(
        &mut self,
        summary: &Summary,
        case: &Case,
        args: &[Argument],
        result: Option<VarId>,
    ) -> Option<Action> {
        let var = result?;
        let ty = self.graph.var_info(var).ty;
        match &case.returns {
            Returned::Fresh if ty == Type::Pointer => {
                Some(Action::Alloc { var, callee: case.inside.function.to_string() })
            }
            Returned::Failed if ty == Type::Pointer => {
                Some(Action::AllocFail { var, callee: case.inside.function.to_string() })
            }
            Returned::Opened(resource) if resource.is_pointer == (ty == Type::Pointer) => {
                let callee = case.inside.function.to_string();
                Some(Action::Open { var, callee, resource: Arc::clone(resource) })
            }
            // What returns one argument and frees another returns something else if they are the same.
            Returned::Param(position) if !case.frees(*position) && self.is_freed(case, *position, args) => {
                None
            }
            Returned::Param(position) => match args.get(*position) {
                Some(Argument::Value(value, _)) if self.graph.exprs_ref().get(*value).ty == ty => {
                    Some(Action::Assign { var, value: *value })
                }
                _ => None,
            },
            // A function that never returns anything but NULL is a reason to expect NULL. Of others, callers
            // may know when they do.
            Returned::Value(_) if ty == Type::Pointer && summary.returns_null() => {
                let value = self.graph.exprs().null();
                Some(Action::Assign { var, value })
            }
            Returned::Value(range) => match (range.as_point(), ty) {
                (Some(value), Type::Int(int)) if range.is_subset(Interval::of_type(int)) => {
                    let value = self.graph.exprs().constant(value, int);
                    Some(Action::Assign { var, value })
                }
                _ => None,
            },
            Returned::Fresh | Returned::Failed | Returned::Opened(_) => None,
        }
    }

    /// Returns whether a case frees what is passed at a position, or passed at another one as well.
    pub(super) fn is_freed(&self, case: &Case, position: usize, args: &[Argument]) -> bool {
        let value = |at: usize| args.get(at)?.value().map(|value| self.graph.exprs_ref().strip_casts(value));
        let passed = value(position);
        let is_it = |at: usize| at == position || passed.is_some() && value(at) == passed;
        (0..args.len()).any(|at| is_it(at) && case.frees(at))
    }
}
