use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, EdgeId};

use crate::model::{Counterexample, Function, Move, Property, Tracked};

use super::{
    Check, Decisions, Rule,
    any_reason::AnyFreed,
    freed::{self, Misuse, freed_text},
    line,
};

/// ## What it does
/// Finds calls that free a pointer, or a copy of it, whose memory was freed before.
///
/// ## Why is this bad
/// Freeing twice corrupts the allocator; it aborts at best and lets attackers write memory at worst.
///
/// ## Example
/// ```c
/// if (error)
///     free(p);
/// free(p);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DoubleFree;

impl Property for DoubleFree {
    fn rule(&self) -> Rule {
        Rule::DoubleFree
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        freed::at_entry(function)
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let is_closed = matches!(function.cfg.edge(edge).action, Action::Close { .. });
        freed::start(function, edge).filter(|_| !is_closed).map(Move::To)
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        match freed::step(function, tracked, edge) {
            Ok(next) => next,
            Err(Misuse::FreedAgain) => Move::Misuse { definite: true },
            Err(Misuse::Access | Misuse::Closed) => Move::Gone,
            // Handing a freed pointer on is survived, and ends what is known of it.
            Err(Misuse::Passed) => Move::Gone,
        }
    }
}

impl Check for DoubleFree {
    fn for_any_reason(&self) -> &'static dyn Property {
        &AnyFreed(Rule::DoubleFree)
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterFirst
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        freed::used_text(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let again = self.subject(function, found);
        match found.cause().or(found.origin()) {
            Some(free) => {
                let (freed, line) = (freed_text(function, free), line(function, free));
                if freed == again {
                    sentence!("`{}` is freed again; it was freed on line {} already", again, line)
                } else {
                    sentence!(
                        "`{}` is freed, but its memory was freed on line {} through `{}` already",
                        again,
                        line,
                        freed
                    )
                }
            }
            None => sentence!("`{}` is freed again", again),
        }
    }
}
