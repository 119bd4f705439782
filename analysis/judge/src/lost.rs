//! The property of losing memory or a resource, whatever happens to the pointer in between.

use fixedbitset::FixedBitSet;

use csieve_base::rule::Rule;
use csieve_graph::{Action, Edge, EdgeId, ExprId, Freeing};
use csieve_modelcheck::model::{
    Function, Holder, Mark, Move, Property, Relation, Tracked, ZeroTest, zero_test,
};

/// The path has come by the place of the loss.
const PASSED: Mark = Mark::Armed;

/// Follows what the function gets at some edges until it may be lost: where no place is known any more that holds it,
/// and where the function returns. It is not lost if it is certainly released or returned before. What is stored or
/// passed on may be lost at any time with what keeps it.
pub(crate) struct Lost {
    /// The rule of the claim.
    pub rule: Rule,
    /// The edges that get what may be lost.
    pub origins: FixedBitSet,
    /// The edges at which it is said to be lost; the path must come by one of them. `None` if any path counts.
    pub by: Option<FixedBitSet>,
}

impl Lost {
    /// Returns whether an edge gives a variable something that may be lost: what was allocated or opened, or the
    /// result of a call that may have done so.
    pub(crate) fn is_origin(function: &Function, edge: EdgeId) -> bool {
        let edge = function.cfg.edge(edge);
        let is_made = matches!(edge.action, Action::Alloc { .. } | Action::Open { .. });
        let is_call = matches!(
            edge.action,
            Action::Call { result: Some(_), .. } | Action::LibraryCall { result: Some(_), .. }
        );
        is_made || is_call
    }

    /// Returns a state after an edge, with the mark that the path has come by the place of the loss.
    fn passed(&self, tracked: Tracked, edge: EdgeId) -> Tracked {
        let is_by = self.by.as_ref().is_none_or(|by| by.contains(edge.index()));
        let phase = tracked.phase.with_if(is_by, PASSED);
        tracked.in_phase(phase)
    }
}

impl Property for Lost {
    fn rule(&self) -> Rule {
        self.rule
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let var = function.cfg.edge(edge).assigned().filter(|_| self.origins.contains(edge.index()))?;
        let is_exposed = function.cfg.var(var).exposed;
        let tracked = Tracked::by(Holder::Var(var));
        let phase = tracked.phase.with_if(is_exposed, Mark::Escaped);
        Some(Move::To(self.passed(tracked.in_phase(phase), edge)))
    }

    fn step(&self, function: &Function, tracked: &Tracked, id: EdgeId) -> Move {
        let edge = function.cfg.edge(id);
        let relation = |value| tracked.holders.relation(function, value);
        let is_it = |value| relation(value) == Some(Relation::Exact);
        let is_released = match edge.action {
            Action::Free { pointer, freeing: Freeing::Certain, .. } => is_it(pointer),
            Action::Close { handle, .. } => is_it(handle),
            Action::Return(Some(value)) => relation(value).is_some(),
            // NULL is no memory and no resource; the number 0 may be one.
            _ => match zero_test(function, edge) {
                Some(ZeroTest::Zero(value)) => function.cfg.expr(value).ty.as_int().is_none() && is_it(value),
                _ => false,
            },
        };
        if is_released {
            return Move::Gone;
        }
        let phase = tracked.phase.with_if(escapes(function, tracked, edge), Mark::Escaped);
        let next = self.passed(Tracked { phase, holders: tracked.holders.after(function, edge) }, id);
        let may_be_lost = next.holders.is_empty()
            || next.phase.has(Mark::Escaped)
            || matches!(edge.action, Action::Return(_));
        if may_be_lost && next.phase.has(PASSED) { Move::Perhaps(next) } else { Move::To(next) }
    }
}

/// Returns whether an edge may let memory or other code have the object, so that holders do not tell when it is lost.
fn escapes(function: &Function, tracked: &Tracked, edge: &Edge) -> bool {
    let occurs = |value: ExprId| tracked.holders.occurs_in(function, value);
    match &edge.action {
        Action::Store { value, .. } => occurs(*value),
        Action::Assign { var, value } => function.cfg.var(*var).exposed && occurs(*value),
        Action::Call { args, .. } => args.iter().any(|arg| occurs(*arg)),
        Action::Opaque { .. } => true,
        _ => false,
    }
}
