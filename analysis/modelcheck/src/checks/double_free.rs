use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, EdgeId};

use crate::model::{Counterexample, Function, Move, Property, Tracked};

use super::{
    Check, Decisions, Rule,
    any_reason::AnyFreed,
    freed::{self, Misuse, freed_text},
    line,
};

declare! {
    /// ## What it does
    ///
    /// Finds calls of `free` and `realloc` for memory that was freed before, through the same pointer or a
    /// copy.
    ///
    /// ## Why is this bad
    ///
    /// Freeing twice corrupts the allocator. At best the program aborts; at worst attackers write where
    /// they like.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # void example(char *buffer, int failed)
    /// # {
    ///     if (failed)
    ///         free(buffer);
    ///     free(buffer);
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # void example(char *buffer, int keep)
    /// # {
    ///     int owned = 1;
    ///     if (keep) {
    ///         free(buffer);
    ///         owned = 0;
    ///     }
    ///     if (owned)
    ///         free(buffer);
    /// # }
    /// ```
    ///
    /// `{owned = 0, owned != 0}` has no solution: the second call is not reached after the first.
    ///
    /// ## Limits
    ///
    /// A function of another file frees its argument unseen unless the files are checked together or a
    /// [table](../library.md) says so.
    DoubleFree {
        title: "Memory is freed twice",
        finds: "memory freed twice",
        cwe: 415,
        cert: &["MEM30-C"],
        misra: &["Dir 4.1", "Rule 22.2"],
        severity: Severity::Warning,
        names: Names { cppcheck: &["doubleFree"], gcc: &["-Wanalyzer-double-free"], clang: &["unix.Malloc"] },
        detection: Detection::Search(&DoubleFree),
        edges: MisuseEdges::Steps,
        ends_runs: true,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| {
                sentence!(
                    "`{}` is freed here in a run of the program, but its memory{} was freed already",
                    misuse.subject,
                    misuse.from
                )
            },
        }),
        driver: Driver {
            reports: &["attempting double-free"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

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
            // Passing a freed pointer to a callee ends no run, but the callee may change what is known of the
            // pointer.
            Err(Misuse::Passed) => Move::Gone,
        }
    }
}

impl Check for DoubleFree {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyFreed::FreedAgain
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
