use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, Edge, EdgeId, ExprId};

use crate::model::{
    Counterexample, Function, Holder, Holders, Mark, Move, Property, Relation, Tracked, ZeroTest, holder,
    zero_test,
};

use super::{
    Check, Decisions, Rule,
    any_reason::AnyClosed,
    freed::{self, freed_text, is_copied, used_text},
    line,
    resource_leak::is_at_most,
};

/// ## What it does
/// Finds calls that close a stream, descriptor or directory that was closed before. A descriptor whose closing
/// failed may be closed again.
///
/// ## Why is this bad
/// A stream that is closed twice corrupts memory. The number of a closed descriptor may belong to another file by
/// now: that one is closed, and data goes astray.
///
/// ## Example
/// ```c
/// if (close(fd) == 0)
///     done = 1;
/// close(fd);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DoubleClose;

impl Property for DoubleClose {
    fn rule(&self) -> Rule {
        Rule::DoubleClose
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        freed::at_entry(function)
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let edge = function.cfg.edge(edge);
        if let Action::Close { handle, .. } = edge.action {
            let closed = holder(function, handle)?;
            return Some(Move::To(Tracked { phase: Mark::Closed.into(), holders: Holders::one(closed) }));
        }
        // A resource is followed from where its handle is known if there are copies of that.
        match edge.action {
            Action::Open { var, .. } | Action::Call { result: Some(var), .. }
                if is_copied(function.cfg, var) =>
            {
                Some(Move::To(Tracked::by(Holder::Var(var))))
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let edge = function.cfg.edge(edge);
        let is_handle = |expr: ExprId| tracked.holders.relation(function, expr) == Some(Relation::Exact);
        let mut phase = tracked.phase;
        if let Action::Close { handle, resource, .. } = &edge.action
            && is_handle(*handle)
        {
            if phase.has(Mark::Closed) {
                return Move::Misuse { definite: resource.is_pointer };
            }
            phase = Mark::Closed.into();
        }
        if tracked.phase.has(Mark::Closed) && is_open_again(function, &tracked.holders, edge) {
            return Move::Gone;
        }
        let holders = tracked.holders.after(function, edge);
        if holders.none_exact() { Move::Gone } else { Move::To(Tracked { phase, holders }) }
    }
}

/// Whether a closed handle is none on this edge, is used in another wrong way, or may stand for something else
/// afterwards.
fn is_open_again(function: &Function, holders: &Holders, edge: &Edge) -> bool {
    let occurs = |expr: ExprId| holders.occurs_in(function, expr);
    match &edge.action {
        Action::Assume { cond, holds } => {
            is_at_most(function, holders, *cond, *holds, -1)
                || matches!(zero_test(function, edge), Some(ZeroTest::Zero(value))
                    if function.cfg.expr(value).ty.as_int().is_none()
                        && holders.relation(function, value) == Some(Relation::Exact))
        }
        Action::Deref { pointer, .. } => occurs(*pointer),
        Action::Call { args, .. } => args.iter().any(|arg| occurs(*arg)),
        Action::Opaque { .. } => true,
        _ => false,
    }
}

impl Check for DoubleClose {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyClosed
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterFirst
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        used_text(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let again = self.subject(function, found);
        match found.cause().or(found.origin()) {
            Some(close) => {
                let (closed, line) = (freed_text(function, close), line(function, close));
                if closed == again {
                    sentence!("`{}` is closed again; it was closed on line {} already", again, line)
                } else {
                    sentence!(
                        "`{}` is closed again; it was closed on line {} through `{}` already",
                        again,
                        line,
                        closed
                    )
                }
            }
            None => sentence!("`{}` is closed again", again),
        }
    }
}
