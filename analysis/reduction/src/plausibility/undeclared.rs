//! Doubts about paths that go on behind a call that may never return: `if (!p) die("no memory");`, where
//! nothing declares `die`.

use csieve_base::text::{Line, sentence};
use csieve_graph::{Action, CallTarget, EdgeId};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::Without};

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
