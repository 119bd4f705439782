//! Doubts about paths behind calls of what nothing declares: that go on although the call may never return
//! (`if (!p) die("no memory");`, where nothing declares `die`), or that need another function than that of the library which
//! has the name.

use csieve_base::{
    library::{Entry, Library},
    text::{Line, sentence},
};
use csieve_graph::{Action, CallTarget, EdgeId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::Without};

/// Returns the doubt about a counterexample on whose path a call of what nothing declares is not one of the library
/// function of this name.
pub(super) fn is_another<'a>(
    function: &'a Function<'a>,
    library: &Library,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let name_of = |edge: EdgeId| match &cfg.edge(edge).action {
        Action::Call { target: CallTarget::MaybeMacro(name), .. } => {
            library.function(name).is_some_and(has_path).then_some(name)
        }
        _ => None,
    };
    let (call, name) = found.word.iter().find_map(|&edge| Some((edge, name_of(edge)?)))?;
    let line = Line(cfg.edge(call).span.start);
    // The path that the table tells leads past each of them.
    let others = cfg.edge_ids().filter(|edge| name_of(*edge).is_some());
    Some(Doubt {
        sentence: sentence!(
            "only if `{}` on line {}, which nothing declares, is not the library's",
            name,
            line
        ),
        observers: others.map(|edge| Box::new(Without(edge)) as Box<_>).collect(),
    })
}

/// Returns whether a call of what nothing declares has a path on which it is this function of the library.
fn has_path(entry: &Entry) -> bool {
    !entry.common && !entry.noreturn
}

/// Returns the doubt about a counterexample that goes on behind a call of what nothing declares, while runs get to
/// the misuse without that call, too. Its declaration, in a header that is missing, may say that it never returns.
pub(super) fn returns_undeclared<'a>(
    function: &'a Function<'a>,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let behind = found.start.map_or(0, |start| start + 1);
    let (misuse, way) = found.word[behind..].split_last()?;
    let place = cfg.edge(*misuse).from;
    let is_avoidable =
        |call: EdgeId| cfg.leading_to([place], |edge| edge != call).contains(cfg.entry.index());
    let (call, name) = way.iter().find_map(|&edge| match &cfg.edge(edge).action {
        Action::Call { target: CallTarget::MaybeMacro(name), result: None, .. } if is_avoidable(edge) => {
            Some((edge, name))
        }
        _ => None,
    })?;
    let line = Line(cfg.edge(call).span.start);
    Some(Doubt {
        sentence: sentence!("only if `{}` on line {} returns, which nothing declares", name, line),
        observers: vec![Box::new(Without(call))],
    })
}
