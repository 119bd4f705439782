use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, Instrument, MisuseEdges, MisuseSort, Names, Severity,
    declare,
};
use csieve_base::hints::{LockHint, is_lock_for_callers};
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, Edge, EdgeId, ExprId, Type};

use crate::model::{Counterexample, Function, Move, Phase, Property, Tracked, is_changed};

use super::{
    Check, Rule,
    any_lock::AnyKept,
    line,
    locks::{
        self, behind_taking, ends_owner, followed, is_condition_of, is_left_to, is_taken_for_itself,
        leads_to, lock_in, releases, with_result,
    },
    stack_address_escape::local_object,
};

declare! {
    /// ## What it does
    ///
    /// Finds returns of a function that has taken a lock, and that releases it on other paths but not on
    /// this one. A function that never releases the lock takes it for its callers, and is no finding.
    ///
    /// ## Why is this bad
    ///
    /// The next thread that wants the lock waits forever.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <pthread.h>
    /// # struct queue { pthread_mutex_t lock; int count; };
    /// # int example(struct queue *q)
    /// # {
    ///     pthread_mutex_lock(&q->lock);
    ///     if (q->count == 0)
    ///         return -1;
    ///     q->count--;
    ///     pthread_mutex_unlock(&q->lock);
    /// # return 0;
    /// # }
    /// ```
    ///
    /// ## How a proof removes it
    ///
    /// ```c
    /// # #include <pthread.h>
    /// # static pthread_mutex_t mutex;
    /// # #define lock() pthread_mutex_lock(&mutex)
    /// # #define unlock() pthread_mutex_unlock(&mutex)
    /// # void work(void);
    /// # void example(int flags)
    /// # {
    ///     if (flags & 1)
    ///         lock();
    ///     work();
    ///     if (flags & 1)
    ///         unlock();
    /// # }
    /// ```
    ///
    /// `{flags & 1 != 0, flags & 1 == 0}` has no solution: every path that takes the lock releases it.
    ///
    /// ## Limits
    ///
    /// A function is taken to lock for its callers if its name says so (`queue_lock`, `acquire`) and it does
    /// not return a negative constant, or if it returns the object that has the lock. A callee is taken to
    /// release the lock if it is given it, or if its name says so. Two tests of one condition are taken to
    /// agree even if a callee could change it. A lock ends with the local object of the function, or with the
    /// freed object, that it lies in.
    MissingUnlock {
        title: "A function returns without releasing a lock",
        finds: "returns with a lock held",
        cwe: 667,
        cert: &["CON01-C"],
        misra: &["Dir 4.13"],
        severity: Severity::Warning,
        names: Names { cppcheck: &[], gcc: &[], clang: &[] },
        detection: Detection::Search(&MissingUnlock),
        edges: MisuseEdges::Nowhere,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: None,
        driver: Driver {
            reports: &["csieve: left locked"],
            names_line: false,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Locks,
        },
    }
}

impl Property for MissingUnlock {
    fn rule(&self) -> Rule {
        Rule::MissingUnlock
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        let Action::Lock { lock, .. } = function.cfg.edge(edge).action else { return None };
        let tracked = followed(function, lock, Phase::default())?;
        let is_balanced = is_taken_for_itself(function, lock, edge) && is_released(function, lock);
        is_balanced.then_some(Move::To(tracked))
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let Some(held) = lock_in(tracked) else { return Move::Gone };
        let edge = function.cfg.edge(edge);
        match edge.action {
            Action::Lock { lock, .. } | Action::Unlock { lock, .. } if lock == held => return Move::Gone,
            _ if may_stay(function, held, edge) => return Move::Gone,
            Action::Return(_) => return Move::Misuse { definite: false },
            _ => {}
        }
        let is_lost = is_changed(function, held, edge)
            || ends_owner(function, held, edge)
            || is_left_to(function, held, edge, LockHint::Releases);
        if is_lost { Move::Gone } else { with_result(function, tracked, edge).map_or(Move::Gone, Move::To) }
    }
}

/// Returns whether a function may return with a lock that it took, as an edge shows: it returns what the lock
/// lies in, the lock ends with the function, its name says that it takes the lock for its callers, or a
/// condition says that the lock was not taken.
pub(crate) fn may_stay(function: &Function, lock: ExprId, edge: &Edge) -> bool {
    let Action::Return(value) = edge.action else { return is_condition_of(function, lock, edge, false) };
    // Nobody can wait for a lock that ends with the function or the program.
    value.is_some_and(|value| returns_owner(function, lock, value))
        || local_object(function, lock).is_some()
        || function.cfg.function == "main"
        || is_lock_for_callers(&function.cfg.function) && !says_failure(function, value)
}

/// Returns whether a returned value is a negative constant. A function that locks for its callers does not
/// leave the lock to them where it tells them that it failed.
fn says_failure(function: &Function, value: Option<ExprId>) -> bool {
    value.and_then(|value| function.cfg.exprs.as_constant(value)).is_some_and(|value| value < 0)
}

fn is_released(function: &Function, lock: ExprId) -> bool {
    leads_to(function, behind_taking(function, lock), |_, action| releases(action, lock), |_, _| false)
}

/// Returns whether the object that a function returns contains the lock. Then the caller has to release the
/// lock.
fn returns_owner(function: &Function, lock: ExprId, value: ExprId) -> bool {
    let owners = &function.dependencies(lock).vars;
    function.cfg.expr(value).ty == Type::Pointer
        && function.dependencies(value).vars.iter().any(|var| owners.contains(var))
}

impl Check for MissingUnlock {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyKept
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        locks::subject(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let lock = self.subject(function, found);
        match found.origin() {
            Some(origin) => {
                let line = line(function, origin);
                sentence!(
                    "the function returns here without releasing `{}`, taken on line {}; \
                     other paths release it",
                    lock,
                    line
                )
            }
            None => sentence!("the function returns here without releasing `{}`", lock),
        }
    }
}
