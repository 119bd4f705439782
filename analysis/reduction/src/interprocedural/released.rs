//! Doubts about locks that a function leaves to its callers, all of which release them: `if (begin()) { ... end(); }`.

use csieve_base::{cancel::Cancelled, rule::Rule, text::sentence};
use csieve_graph::{Action, Cfg, EdgeId, ExprId, ExprKind, VarKind, cell_text};
use csieve_reports::finding::{Doubt, Finding, HintId};

use super::{
    Subject,
    calling::calling,
    notebook::Notebook,
    returning::{Behind, all_callers, returned},
};

/// Makes findings doubtful that leave a lock taken where the function returns, one with static storage or in an object that the
/// caller passes, if all callers release it on every way on which they return.
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
            (Lock::named(subject.cfg, &finding.subject), returned(subject.cfg, finding.span))
        else {
            continue;
        };
        subject.cancel.go_on()?;
        let releases = |cfg: &Cfg, (call, id): (EdgeId, EdgeId)| match cfg.edge(id).action {
            Action::Unlock { lock: released, .. } => lock.is(cfg, call, released),
            _ => false,
        };
        let is_released = |behind: &Behind| !behind.may_return();
        let Some(calling) = calling(subject, (own.file, own.name()), notebook) else { continue };
        if !all_callers(subject, &calling, (own, returned), notebook, &releases, &is_released) {
            continue;
        }
        let calls = calling.calls(own.name());
        let sentence = if calls == 1 {
            sentence!("the only caller releases `{}` before it returns", finding.subject)
        } else {
            sentence!("all callers release `{}` before they return", finding.subject)
        };
        finding.verdict.set_doubt(Doubt::new(HintId::ReleasedByCallers, sentence));
    }
    Ok(())
}

/// A lock that callers know, too.
enum Lock<'c> {
    /// It has static storage and this name.
    Static(&'c str),
    /// It is this member, or the object itself if there is none, of what callers pass at a position.
    Passed { at: usize, path: Vec<&'c str> },
}

impl<'c> Lock<'c> {
    /// Returns the lock that a function takes and that is told by this text, if callers know it.
    fn named(cfg: &'c Cfg, text: &str) -> Option<Self> {
        cfg.edges.iter().find_map(|edge| match edge.action {
            Action::Lock { lock, .. } if cell_text(cfg, lock) == text => Self::of(cfg, lock),
            _ => None,
        })
    }

    fn of(cfg: &'c Cfg, pointer: ExprId) -> Option<Self> {
        if let Some(name) = object(cfg, pointer) {
            return Some(Self::Static(name));
        }
        let (root, path) = member(cfg, pointer);
        let var = cfg.expr(root).kind.as_var()?;
        let at = cfg.params.as_ref()?.iter().position(|param| *param == Some(var))?;
        let stays = !cfg.var(var).exposed && cfg.edges.iter().all(|edge| !edge.effects().sets_var(var));
        stays.then_some(Self::Passed { at, path })
    }

    /// Returns whether a pointer of a caller leads to the lock that a call left taken.
    fn is(&self, caller: &Cfg, call: EdgeId, pointer: ExprId) -> bool {
        match self {
            Self::Static(name) => object(caller, pointer) == Some(name),
            Self::Passed { at, path } => match &caller.edge(call).action {
                Action::Call { args, .. } => {
                    let passed = args.get(*at).map(|passed| member(caller, *passed));
                    let (root, found) = member(caller, pointer);
                    passed.is_some_and(|(base, before)| {
                        base == root && found == [before, path.clone()].concat()
                    })
                }
                _ => false,
            },
        }
    }
}

/// Returns the pointer from which another one leads to a member, and the names of the members on the way.
fn member(cfg: &Cfg, pointer: ExprId) -> (ExprId, Vec<&str>) {
    let (mut at, mut path) = (cfg.exprs.strip_casts(pointer), Vec::new());
    while let ExprKind::Inside { base, path: name, index: None } = &cfg.expr(at).kind {
        path.push(name.as_str());
        at = cfg.exprs.strip_casts(*base);
    }
    path.reverse();
    (at, path)
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
