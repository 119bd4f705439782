//! Doubts about paths on which a `longjmp` jumps back to a `setjmp` while a property follows a value.

use csieve_base::text::{Line, sentence};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{
    Doubt,
    observers::{NotBoth, Without},
};

/// Returns the doubt about a counterexample that follows a value across a jump back to a `setjmp`. As far as
/// the function shows, any call may jump back, but hardly any call does.
pub(super) fn jumps_back<'a>(function: &'a Function<'a>, found: &Counterexample) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let behind = found.start.map_or(0, |start| start + 1);
    let jump = *found.word[behind..].iter().find(|edge| cfg.jumps_back.contains(edge))?;
    let line = Line(cfg.edge(jump).span.start);
    Some(Doubt {
        sentence: sentence!("only if a `longjmp` returns to line {} at this point", line),
        observers: match found.origin() {
            Some(origin) => vec![Box::new(NotBoth { first: origin, second: jump })],
            None => vec![Box::new(Without(jump))],
        },
    })
}
