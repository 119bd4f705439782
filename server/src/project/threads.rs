//! Threads that share the work on one long text.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, Builder},
};

use csieve_analysis::workers::Workers;

use super::STACK_BYTES;

/// For fewer pieces of work than this, no threads are started.
const MANY: usize = 200;

/// Works on all processors, with threads that live as long as the work. Those of a pool would do for each other what waits there
/// meanwhile, which may need the very text.
#[derive(Clone, Copy, Debug)]
pub struct Threads;

impl Workers for Threads {
    fn all(&self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count);
        let run = || {
            while let Some(at) = take() {
                work(at);
            }
        };
        let more = thread::available_parallelism().map_or(0, |all| all.get() - 1);
        thread::scope(|scope| {
            for _ in 0..if count < MANY { 0 } else { more } {
                // What no thread does is done here.
                let thread = Builder::new().name("reading".to_owned()).stack_size(STACK_BYTES);
                let _ = thread.spawn_scoped(scope, run);
            }
            run();
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use csieve_analysis::workers::Workers;

    use super::{MANY, Threads};

    #[test]
    fn every_piece_is_done_once() {
        for count in [0, 1, MANY - 1, MANY, 10 * MANY] {
            let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            Threads.all(count, &|at| _ = done[at].fetch_add(1, Ordering::Relaxed));
            assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1), "{count}");
        }
    }
}
