//! Doubts about locks that a function leaves to its callers, all of which release them: `if (begin()) { ... end(); }`.

use csieve_base::{cancel::Cancelled, rule::Rule, text::sentence};
use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, VarKind};
use csieve_reports::finding::{Doubt, Finding, HintId};

use super::{
    Subject,
    calling::calling,
    notebook::Notebook,
    returning::{Behind, all_callers, returned},
};

/// Makes findings doubtful that leave a lock with static storage taken where the function returns, if all callers release it on
/// every way on which they return.
///
/// # Errors
/// [`Cancelled`] if asked to stop.
pub(super) fn doubt(
    subject: Subject,
    findings: &mut [&mut Finding],
    notebook: &mut Notebook,
) -> Result<(), Cancelled> {
    let Some(own) = subject.own() else { return Ok(()) };
    for finding in findings.iter_mut().filter(|one| one.rule == Rule::MissingUnlock) {
        let (Some(lock), Some(returned)) =
            (lock(subject.cfg, &finding.subject), returned(subject.cfg, finding.span))
        else {
            continue;
        };
        subject.cancel.go_on()?;
        let releases = |cfg: &Cfg, id: EdgeId| match cfg.edge(id).action {
            Action::Unlock { lock: released, .. } => object(cfg, released) == Some(lock),
            _ => false,
        };
        let is_released = |behind: &Behind| !behind.may_return();
        let Some(calling) = calling(subject, (own.file, own.name()), notebook) else { continue };
        if !all_callers(subject, &calling, (own, returned), notebook, &releases, &is_released) {
            continue;
        }
        let calls = calling.calls(own.name());
        let sentence = if calls == 1 {
            sentence!("the only caller releases `{}` before it returns", lock)
        } else {
            sentence!("all callers release `{}` before they return", lock)
        };
        finding.verdict.set_doubt(Doubt::new(HintId::ReleasedByCallers, sentence));
    }
    Ok(())
}

/// Returns the name of the lock with static storage that a function takes and that is told by this text.
fn lock<'c>(cfg: &'c Cfg, text: &str) -> Option<&'c str> {
    cfg.edges.iter().find_map(|edge| match edge.action {
        Action::Lock { lock, .. } => object(cfg, lock).filter(|name| *name == text),
        _ => None,
    })
}

/// Returns the name of the object with static storage to which a pointer leads.
fn object(cfg: &Cfg, pointer: ExprId) -> Option<&str> {
    let pointer = cfg.exprs.strip_casts(pointer);
    match &cfg.expr(pointer).kind {
        ExprKind::Address(name) if !cfg.automatic.contains(&pointer) => Some(name),
        ExprKind::AddressOf(var) if cfg.var(*var).kind == VarKind::Global => Some(&cfg.var(*var).name),
        _ => None,
    }
}
