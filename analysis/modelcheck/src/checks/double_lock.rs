use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, InRuns, Instrument, MisuseEdges, MisuseSort, Names,
    RunSubject, Severity, declare,
};
use csieve_base::hints::LockHint;
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, EdgeId};

use crate::model::{Counterexample, Function, Mark, Move, Phase, Property, Tracked, is_changed};

use super::{
    Check, Rule,
    any_lock::AnyTaken,
    line,
    locks::{self, ends_owner, followed, is_left_to, lock_in, lock_of, with_result},
};

declare! {
    /// ## What it does
    ///
    /// Finds calls that take a lock that the same function has taken before and not released: mutexes,
    /// read-write locks and spin locks of POSIX, mutexes of C11, and a program's own `lock()` and
    /// `unlock()`. A lock is known by the expression that points to it.
    ///
    /// ## Why is this bad
    ///
    /// The thread waits for itself, forever.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <pthread.h>
    /// # struct queue { pthread_mutex_t lock; int count; };
    /// # void example(struct queue *q)
    /// # {
    ///     pthread_mutex_lock(&q->lock);
    ///     if (q->count == 0)
    ///         pthread_mutex_lock(&q->lock);
    /// # pthread_mutex_unlock(&q->lock);
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <pthread.h>
    /// # struct queue { pthread_mutex_t lock; int count; };
    /// # void example(struct queue *q, int shared)
    /// # {
    ///     if (shared)
    ///         pthread_mutex_lock(&q->lock);
    ///     if (!shared)
    ///         pthread_mutex_lock(&q->lock);
    /// # pthread_mutex_unlock(&q->lock);
    /// # }
    /// ```
    ///
    /// `{shared != 0, shared == 0}` has no solution: no path takes the lock twice.
    ///
    /// ## Limits
    ///
    /// Reading twice with a read-write lock is no finding, and neither is a mutex in a file that sets
    /// attributes of mutexes, because it may be recursive. Semaphores are not locks here. Locks of your own
    /// can be added: see [library.md](../library.md).
    DoubleLock {
        title: "A lock is taken that is held already",
        finds: "locks taken while they are held",
        cwe: 764,
        cert: &["CON35-C", "POS48-C"],
        misra: &["Dir 4.13"],
        severity: Severity::Warning,
        names: Names { cppcheck: &[], gcc: &[], clang: &["alpha.unix.PthreadLock"] },
        detection: Detection::Search(&DoubleLock),
        edges: MisuseEdges::Nowhere,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: Some(InRuns {
            subject: RunSubject::Operand,
            message: |misuse| {
                sentence!(
                    "`{}` is taken here in a run of the program, but it is held already",
                    misuse.subject
                )
            },
        }),
        driver: Driver {
            reports: &["csieve: locked twice"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for DoubleLock {
    fn rule(&self) -> Rule {
        Rule::DoubleLock
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            Action::Lock { lock, shared, .. } => {
                let phase = Phase::default().with_if(shared, Mark::Shared);
                followed(function, lock, phase).map(Move::To)
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let Some(held) = lock_in(tracked) else { return Move::Gone };
        let edge = function.cfg.edge(edge);
        match edge.action {
            Action::Lock { lock, shared, waits, .. } if lock == held => {
                let is_stuck = waits && !(shared && tracked.phase.has(Mark::Shared));
                return if is_stuck { Move::Misuse { definite: false } } else { Move::Gone };
            }
            Action::Unlock { lock, .. } if lock == held => return Move::Gone,
            _ => {}
        }
        let is_lost = is_changed(function, held, edge)
            || ends_owner(function, held, edge)
            || is_left_to(function, held, edge, LockHint::Releases);
        if is_lost { Move::Gone } else { with_result(function, tracked, edge).map_or(Move::Gone, Move::To) }
    }
}

impl Check for DoubleLock {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyTaken
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        locks::subject(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let lock = self.subject(function, found);
        match found.origin().filter(|origin| lock_of(&function.cfg.edge(*origin).action).is_some()) {
            Some(origin) => {
                sentence!(
                    "`{}` is taken here, but line {} has taken it already",
                    lock,
                    line(function, origin)
                )
            }
            None => sentence!("`{}` is taken here, but it is held already", lock),
        }
    }
}
