//! Doubts about leaks right after a test of `errno`: `fd = open(f); if (errno == EBUSY) return -1;`.

use csieve_base::text::{Line, sentence, words};
use csieve_graph::Action;
use csieve_modelcheck::model::{Counterexample, Function};

use super::{Doubt, observers::NotBoth};

/// Returns the doubt about a leak on a path with a test of `errno` right after the call that opened or
/// allocated. If the call succeeded, `errno` usually tells no error. `text` is the text of the function.
pub(super) fn succeeds_with_an_error<'a>(
    function: &'a Function<'a>,
    text: &str,
    found: &Counterexample,
) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let (start, origin) = (found.start?, found.origin()?);
    let behind = found.word[start + 1..].iter().copied();
    let mut behind = behind.take_while(|id| {
        let edge = cfg.edge(*id);
        let is_of_call = edge.span == cfg.edge(origin).span;
        let is_other =
            matches!(edge.action, Action::Call { .. } | Action::LibraryCall { .. } | Action::Opaque { .. });
        is_of_call || !is_other
    });
    let asked = behind.find(|id| {
        let edge = cfg.edge(*id);
        let source = text.get(edge.span.range()).unwrap_or_default();
        matches!(edge.action, Action::Assume { .. }) && words(source).any(|word| word == "errno")
    })?;
    let [call, test] = [origin, asked].map(|edge| Line(cfg.edge(edge).span.start));
    Some(Doubt {
        sentence: sentence!("only if line {} succeeds and line {} finds an error in `errno`", call, test),
        observers: vec![Box::new(NotBoth { first: origin, second: asked })],
    })
}
