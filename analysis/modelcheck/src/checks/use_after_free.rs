use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, EdgeId};

use crate::model::{Counterexample, Function, Move, Property, Tracked};

use super::{
    Check, Decisions, Rule,
    any_reason::AnyFreed,
    freed::{self, Misuse, ended_text, freed_text},
    line,
};

/// ## What it does
/// Finds accesses to memory through a pointer, or a copy of it, after the memory was freed; also uses of a
/// stream or directory after it was closed.
///
/// ## Why is this bad
/// The memory may already belong to another object: the access reads or overwrites foreign data.
///
/// ## Example
/// ```c
/// free(p);
/// p->count = 0;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UseAfterFree;

impl Property for UseAfterFree {
    fn rule(&self) -> Rule {
        Rule::UseAfterFree
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        freed::at_entry(function)
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        freed::start(function, edge).map(Move::To)
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        match freed::step(function, tracked, edge) {
            Ok(Move::To(next)) if freed::is_copied_late(function, tracked, edge) => Move::Perhaps(next),
            Ok(next) => next,
            Err(Misuse::Access) => Move::Misuse { definite: true },
            Err(Misuse::Passed) => Move::Misuse { definite: false },
            Err(Misuse::FreedAgain | Misuse::Closed) => Move::Gone,
        }
    }
}

impl Check for UseAfterFree {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyFreed(Rule::UseAfterFree)
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterFirst
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        freed::used_text(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let pointer = self.subject(function, found);
        let is_copy = matches!(function.cfg.edge(found.misuse()).action, Action::Assign { .. });
        let used = if is_copy { "copied" } else { "used" };
        match found.cause().or(found.origin()) {
            Some(free) => {
                let (freed, line) = (freed_text(function, free), line(function, free));
                match ended_text(function, free) {
                    ended if freed == pointer => {
                        sentence!("`{}` is {} after it was {} on line {}", pointer, used, ended, line)
                    }
                    "closed" => {
                        sentence!(
                            "`{}` is {} after it was closed on line {} through `{}`",
                            pointer,
                            used,
                            line,
                            freed
                        )
                    }
                    _ => sentence!(
                        "`{}` is {} after its memory was freed on line {} through `{}`",
                        pointer,
                        used,
                        line,
                        freed
                    ),
                }
            }
            None => sentence!("`{}` is {} after it was freed", pointer, used),
        }
    }
}
