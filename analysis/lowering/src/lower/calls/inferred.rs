//! What is inferred of the results of calls from the habits of all callers. It changes no graph: it is a note on the edge
//! that writes the result.

use csieve_domains::interval::Interval;
use csieve_graph::{Action, EdgeId, Inferred};

use super::Call;
use crate::{
    habits::{Habit, literals},
    lower::{Lowering, context::FunctionInfo},
    summary::{Case, Returned, Summary},
};

impl Lowering<'_> {
    /// Notes on the edge of a call that its result may be NULL, if the habit of all callers alone says so.
    pub(super) fn infer_from_habit(&mut self, call: &Call<'_>, function: &FunctionInfo, edge: EdgeId) {
        let is_pointer = function.returns.is_pointer() && !function.attributes.returns_nonnull;
        let habit = self.habit(call).filter(|_| is_pointer);
        if let Some(inferred) = habit.map(|habit| inferred(call, habit)) {
            self.graph.infer(edge, inferred);
        }
    }

    /// Notes on the last edges of a case of a summary, from `from` on, that the result may be NULL, if the habit of all
    /// callers says that callers must expect that. Where an allocation may fail, nothing has to be inferred.
    pub(super) fn infer_from_case(&mut self, call: &Call<'_>, summary: &Summary, case: &Case, from: usize) {
        let Some(habit) = self.habit(call) else { return };
        let is_null = |case: &Case| case.returns == Returned::Value(Interval::ZERO);
        let says_enough =
            |case: &Case| matches!(case.returns, Returned::Failed | Returned::Fresh | Returned::Opened(_));
        if summary.cases.iter().any(says_enough) {
            return;
        }
        let has_way = summary.cases.iter().any(is_null);
        if !(if has_way { is_null(case) } else { may_be_null(case) }) {
            return;
        }
        let inferred = inferred(call, habit);
        for at in (from..self.graph.edge_count()).rev() {
            let edge = EdgeId(at as u32);
            let is_result = match self.graph.action(edge) {
                Action::Learn { low: 0, high: 0, .. } => has_way,
                Action::Call { result, .. } | Action::LibraryCall { result, .. } => {
                    !has_way && result.is_some()
                }
                _ => false,
            };
            if is_result {
                self.graph.infer(edge, inferred);
                return;
            }
        }
    }
}

impl<'a> Lowering<'a> {
    /// Returns the habit of all callers of a function, if it says that the result of such a call may be NULL.
    fn habit(&self, call: &Call<'_>) -> Option<&'a Habit> {
        let habit = self.summaries.habit(call.name).filter(|habit| habit.may_be_null)?;
        let literals = literals(call.node, self.text);
        let is_covered = literals.iter().all(|(position, literal)| habit.covers(*position, literal));
        (is_covered && habit.counts_for(&literals)).then_some(&**habit)
    }
}

/// Returns whether the result of a case may be NULL for all that the summary says.
fn may_be_null(case: &Case) -> bool {
    matches!(case.returns, Returned::Value(range) if range.contains(0)) && !case.returns_nonzero
}

fn inferred(call: &Call<'_>, habit: &Habit) -> Inferred {
    let evidence = format!("{} test the result for NULL", habit.tests);
    Inferred { callee: call.name.to_owned(), evidence, is_failure: habit.is_failure }
}
