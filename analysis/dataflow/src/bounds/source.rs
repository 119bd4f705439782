//! Calls that bring numbers from outside the program, according to the tables of library functions.

use csieve_base::library::Numbers;
use csieve_domains::interval::Interval;
use csieve_graph::{Action, Cfg, EdgeId, ExprId, VarId};

/// A call that brings numbers from outside the program.
pub(super) struct Source<'c> {
    /// The name of the function that is called.
    pub callee: &'c str,
    numbers: Numbers,
    args: &'c [ExprId],
    result: Option<VarId>,
}

impl<'c> Source<'c> {
    /// Returns the call on an edge. None if the edge has no call that brings numbers from outside.
    pub(super) fn of(cfg: &'c Cfg, edge: EdgeId) -> Option<Self> {
        let entry = cfg.known.function(edge)?;
        let mut numbers = entry.number?;
        let (callee, args, result, range) = match &cfg.edge(edge).action {
            Action::LibraryCall { callee, args, result, range, .. } => {
                (callee.as_str(), args, *result, *range)
            }
            Action::Call { target, args, result } => (target.name()?, args, *result, None),
            _ => return None,
        };
        if entry.at_most.is_some() {
            // Without a known limit, the size that the call is given says what its result can be.
            numbers.range = range.filter(|range| Some(*range) != entry.result);
            numbers.range?;
        }
        Some(Self { callee, numbers, args, result })
    }

    /// Returns whether the numbers that the call brings are from outside the program. Numbers that it parses
    /// from a text, as `atoi(s)` does, are only if that text is. All others always are.
    pub(super) fn is_from_outside(&self, is_text: impl Fn(ExprId) -> bool) -> bool {
        let Some(at) = self.numbers.text else { return true };
        self.args.get(at).is_some_and(|text| is_text(*text))
    }

    /// Returns the variables that get the numbers of the call: the one for its result (`n = atoi(s)`), or
    /// those to which its arguments point (`scanf("%d", &n)`).
    pub(super) fn targets(&self, target: impl Fn(ExprId) -> Option<VarId>) -> Vec<VarId> {
        match self.numbers.into {
            None => self.result.into_iter().collect(),
            Some(first) => self.args.iter().skip(first).filter_map(|arg| target(*arg)).collect(),
        }
    }

    /// Returns the interval of the numbers that the call can bring.
    pub(super) fn values(&self) -> Interval {
        self.numbers.range.map_or(Interval::TOP, |(low, high)| Interval::new(low, high))
    }
}
