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
    freed::{self, Misuse, ended_text, freed_text},
    line,
};

declare! {
    /// ## What it does
    ///
    /// Finds accesses to memory after it was freed: through the pointer that was freed, through a copy of
    /// it (`q = p`), or through a pointer into the object (`q = p + 4`). Handing a freed pointer to a
    /// function counts too, unless the function is known and only compares it. So does a copy to a variable
    /// that the function never looks at, if a round of the loop before made it while the memory was there:
    /// the value of a pointer is indeterminate once its object is gone. No run of a program shows that, so
    /// such a finding is never confirmed.
    ///
    /// ## Why is this bad
    ///
    /// The memory may belong to another object already. Reading it gives foreign data, writing it destroys
    /// foreign data, and attackers use both.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # struct list { struct list *next; };
    /// void f(struct list *p)
    /// {
    ///     free(p);
    ///     p->next = NULL;
    /// }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <stdlib.h>
    /// # void example(int *p)
    /// # {
    /// # int x;
    /// for (x = 10; x > 0; x--) {
    ///     *p = x;
    ///     if (x == 1)
    ///         free(p);
    /// }
    /// # }
    /// ```
    ///
    /// The only path to the second `*p` frees in one round and goes on to the next. Two conflicts cover all
    /// such paths: `{x = 10, x > 0, x == 1}` (the first round does not free) and `{x == 1, x--, x > 0}`
    /// (after the round that frees there is no other).
    ///
    /// ## Limits
    ///
    /// An object is followed inside one function. A pointer that another function keeps and frees is not
    /// seen.
    UseAfterFree {
        title: "Memory is used after it was freed",
        finds: "accesses to freed memory",
        cwe: 416,
        cert: &["MEM30-C"],
        misra: &["Dir 4.1", "Rule 1.3"],
        severity: Severity::Warning,
        names: Names {
            cppcheck: &["deallocuse", "deallocret", "useClosedFile"],
            gcc: &["-Wanalyzer-use-after-free", "-Wuse-after-free"],
            clang: &["unix.Malloc"],
        },
        detection: Detection::Search(&UseAfterFree),
        edges: MisuseEdges::Steps,
        ends_runs: true,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| {
                sentence!(
                    "`{}` is used here in a run of the program, but its memory{} was freed before",
                    misuse.subject,
                    misuse.from
                )
            },
        }),
        driver: Driver {
            reports: &["heap-use-after-free"],
            names_line: true,
            instrument: Instrument::TouchArguments,
            after_call: AfterCall::Nothing,
        },
    }
}

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
    fn for_any_reason(&self) -> &dyn Property {
        &AnyFreed::Used
    }

    fn decisions(&self, _function: &Function, _found: &Counterexample) -> Decisions {
        Decisions::AfterFirst
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        freed::used_text(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let pointer = self.subject(function, found);
        let used = match function.cfg.edge(found.misuse()).action {
            Action::Assign { .. } => "copied",
            Action::Return(_) => "returned",
            _ => "used",
        };
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
