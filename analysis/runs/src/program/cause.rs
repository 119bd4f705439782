//! What leads to a misuse that a run of a program reached.

use csieve_base::{rule::Rule, text::Span};
use csieve_lowering::project::plain;
use csieve_machine::{Callee, Graphs, Subject};
use csieve_modelcheck::checks::declaration;
use csieve_reports::{
    finding::{Cause, CauseKind},
    report::failure,
};

use super::{Reached, World, policy::before};

/// Returns the cause of a misuse whose finding is in the function `home`, at `span`: the last call that failed, of an access
/// through NULL, or the call in `home` that made what is lost. None if the run does not show it.
pub(super) fn cause(world: &World, reached: &Reached, home: &str, span: Span) -> Option<Cause> {
    let rule = reached.misuse.rule;
    if rule == Rule::NullDereference {
        return failed(world, reached, home, span);
    }
    let Subject::Made(frames) = &reached.misuse.subject else { return None };
    let (_, call) = frames.iter().find(|(function, _)| function == home)?;
    let Callee::Graph(cfg) = world.graph(home) else { return None };
    let span = cfg.edge(*call).span;
    declaration(rule).is_loss().then_some(Cause { span, kind: CauseKind::Statement, is_expanded: false })
}

/// Returns the last call that failed. If another function than `home` made the call, that function is the one whose failure
/// `home` does not notice.
fn failed(world: &World, reached: &Reached, home: &str, span: Span) -> Option<Cause> {
    let all = before(world, &reached.trace, &reached.misuse);
    let (cfg, edge, kind) = all
        .filter_map(|(cfg, taken)| {
            let edge = cfg.edge(taken.edge);
            Some((cfg, edge, failure(cfg, edge)?))
        })
        .last()?;
    let is_expanded = edge.expanded.is_some();
    if cfg.function == home {
        return Some(Cause { span: edge.span, kind, is_expanded });
    }
    let CauseKind::Failure { allocates, .. } = kind else { return None };
    let callee = plain(&cfg.function).into();
    Some(Cause { span, kind: CauseKind::Failure { callee, allocates, is_own: true }, is_expanded: false })
}
