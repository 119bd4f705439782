use super::declaration::{
    AfterCall, ConditionalCallee, Detection, Driver, Instrument, MisuseEdges, MisuseSort, Names, Severity,
    declare,
};
use csieve_base::hints::LockHint;
use csieve_base::text::{Sentence, sentence};
use csieve_graph::{Action, EdgeId, ExprId};

use crate::model::{Counterexample, Function, Mark, Move, Phase, Property, Tracked, is_changed};

use super::{
    Check, Rule,
    any_lock::AnyReleased,
    line,
    locks::{self, followed, is_condition_of, is_left_to, is_taken_back, leads_to, lock_in, releases, takes},
};

declare! {
    /// ## What it does
    ///
    /// Finds calls that release a lock that is not held: the function has released it before, or has taken
    /// it on other paths only. A function that only releases a lock does so for its callers, and is no
    /// finding; so is one that releases it for a while and takes it again.
    ///
    /// ## Why is this bad
    ///
    /// Releasing a mutex that the thread does not hold is undefined. It may let two threads in at once.
    ///
    /// ## Example
    ///
    /// ```c
    /// # #include <pthread.h>
    /// # struct queue { pthread_mutex_t lock; int count; };
    /// # void example(struct queue *q, int shared)
    /// # {
    ///     if (shared)
    ///         pthread_mutex_lock(&q->lock);
    ///     q->count++;
    ///     pthread_mutex_unlock(&q->lock);
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
    ///     q->count++;
    ///     if (shared)
    ///         pthread_mutex_unlock(&q->lock);
    /// # }
    /// ```
    ///
    /// `{shared == 0, shared != 0}` has no solution: a path that does not take the lock does not release
    /// it.
    ///
    /// ## Limits
    ///
    /// Read-write locks are counted, and are left out; so are mutexes in a file that sets attributes of
    /// mutexes, because they may be recursive.
    UnlockWithoutLock {
        title: "A lock is released that is not held",
        finds: "locks released that are not held",
        cwe: 832,
        cert: &["POS48-C"],
        misra: &["Dir 4.13"],
        severity: Severity::Warning,
        names: Names { cppcheck: &[], gcc: &[], clang: &["alpha.unix.PthreadLock"] },
        detection: Detection::Search(&UnlockWithoutLock),
        edges: MisuseEdges::Nowhere,
        ends_runs: false,
        sort: MisuseSort::Other,
        conditional_callee: ConditionalCallee::Frees,
        callees_decide: false,
        in_runs: None,
        driver: Driver {
            reports: &["csieve: unlocked without lock"],
            names_line: true,
            instrument: Instrument::Nothing,
            after_call: AfterCall::Nothing,
        },
    }
}

impl Property for UnlockWithoutLock {
    fn rule(&self) -> Rule {
        Rule::UnlockWithoutLock
    }

    fn at_entry(&self, function: &Function) -> Vec<Tracked> {
        let mut locks: Vec<ExprId> = Vec::new();
        for edge in &function.cfg.edges {
            if let Action::Unlock { lock, counted: false, .. } = edge.action
                && !locks.contains(&lock)
                && function.cfg.edges.iter().any(|edge| takes(&edge.action, lock))
            {
                locks.push(lock);
            }
        }
        locks.into_iter().filter_map(|lock| followed(function, lock, Phase::default())).collect()
    }

    fn start(&self, function: &Function, edge: EdgeId) -> Option<Move> {
        match function.cfg.edge(edge).action {
            Action::Unlock { lock, counted: false, .. } => {
                followed(function, lock, Mark::Released.into()).map(Move::To)
            }
            _ => None,
        }
    }

    fn step(&self, function: &Function, tracked: &Tracked, edge: EdgeId) -> Move {
        let Some(free) = lock_in(tracked) else { return Move::Gone };
        let id = edge;
        let edge = function.cfg.edge(edge);
        match edge.action {
            Action::Lock { lock, .. } | Action::LockFail { lock } if lock == free => return Move::Gone,
            Action::Unlock { lock, .. } if lock == free => {
                let is_misuse = tracked.phase.has(Mark::Released) || is_taken_elsewhere(function, lock, id);
                return if is_misuse { Move::Misuse { definite: false } } else { Move::Gone };
            }
            _ => {}
        }
        let is_lost = is_changed(function, free, edge)
            || is_left_to(function, free, edge, LockHint::Takes)
            || !tracked.phase.has(Mark::Released) && is_condition_of(function, free, edge, true);
        if is_lost { Move::Gone } else { Move::To(tracked.clone()) }
    }
}

/// Returns whether another path from the entry takes the lock and reaches this edge while the lock is held.
fn is_taken_elsewhere(function: &Function, lock: ExprId, unlock: EdgeId) -> bool {
    let ends = |id: EdgeId| {
        let behind = [function.cfg.edge(id).to];
        leads_to(function, behind, |other, _| other == unlock, |_, action| releases(action, lock))
    };
    leads_to(
        function,
        [function.cfg.entry],
        |id, action| takes(action, lock) && ends(id) && !is_taken_back(function, lock, id),
        |_, action| releases(action, lock),
    )
}

impl Check for UnlockWithoutLock {
    fn for_any_reason(&self) -> &dyn Property {
        &AnyReleased
    }

    fn subject(&self, function: &Function, found: &Counterexample) -> String {
        locks::subject(function, found)
    }

    fn message(&self, function: &Function, found: &Counterexample) -> Sentence {
        let lock = self.subject(function, found);
        match found.origin() {
            Some(origin) => {
                sentence!(
                    "`{}` is released here, but line {} has released it already",
                    lock,
                    line(function, origin)
                )
            }
            None => sentence!("`{}` is released here, but only other paths have taken it", lock),
        }
    }
}
