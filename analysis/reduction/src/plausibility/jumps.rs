//! Paths on which something jumps back to a `setjmp` just in time.

use csieve_base::text::{Line, sentence};
use csieve_modelcheck::model::{Counterexample, Function};

use super::{
    Doubt,
    observers::{NotBoth, Without},
};

/// The doubt about a counterexample that follows something across a jump back: any call may jump for all that the function
/// shows, and hardly any does.
pub(super) fn jumps_back<'a>(function: &'a Function<'a>, found: &Counterexample) -> Option<Doubt<'a>> {
    let cfg = function.cfg;
    let behind = found.start.map_or(0, |start| start + 1);
    let jump = *found.word[behind..].iter().find(|edge| cfg.jumps_back.contains(edge))?;
    let line = Line(cfg.edge(jump).span.start);
    Some(Doubt {
        sentence: sentence!("only if something jumps back to line {} at that very moment", line),
        observers: match found.origin() {
            Some(origin) => vec![Box::new(NotBoth { first: origin, second: jump })],
            None => vec![Box::new(Without(jump))],
        },
    })
}
