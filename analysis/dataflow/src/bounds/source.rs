//! Calls that bring numbers from outside the program, as tables of library functions say.

use csieve_base::library::Numbers;
use csieve_domains::interval::Interval;
use csieve_graph::{Action, Cfg, EdgeId, ExprId, VarId};

/// A call that brings numbers from outside.
pub(super) struct Source<'c> {
    /// The function.
    pub callee: &'c str,
    numbers: Numbers,
    args: &'c [ExprId],
    result: Option<VarId>,
}

impl<'c> Source<'c> {
    /// The call on an edge, if it is one.
    pub(super) fn of(cfg: &'c Cfg, edge: EdgeId) -> Option<Self> {
        let numbers = cfg.known.function(edge)?.number?;
        let (callee, args, result) = match &cfg.edge(edge).action {
            Action::LibraryCall { callee, args, result, .. } => (callee.as_str(), args, *result),
            Action::Call { target, args, result } => (target.name()?, args, *result),
            _ => return None,
        };
        Some(Self { callee, numbers, args, result })
    }

    /// Whether the numbers come from outside: they always do, or the text that they are read from does.
    pub(super) fn is_from_outside(&self, is_text: impl Fn(ExprId) -> bool) -> bool {
        let Some(at) = self.numbers.text else { return true };
        self.args.get(at).is_some_and(|text| is_text(*text))
    }

    /// Where the numbers go: into the result, or to what these arguments lead to.
    pub(super) fn targets(&self, target: impl Fn(ExprId) -> Option<VarId>) -> Vec<VarId> {
        match self.numbers.into {
            None => self.result.into_iter().collect(),
            Some(first) => self.args.iter().skip(first).filter_map(|arg| target(*arg)).collect(),
        }
    }

    /// What they can be.
    pub(super) fn values(&self) -> Interval {
        self.numbers.range.map_or(Interval::TOP, |(low, high)| Interval::new(low, high))
    }
}
