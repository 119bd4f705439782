//! Panics anywhere in a test's process. What runs the analysis goes on after a panic in it, but each is a defect.

use std::{
    panic,
    sync::{Mutex, Once, PoisonError},
};

static SEEN: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Records every panic of this process from now on.
pub fn record_panics() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            SEEN.lock().unwrap_or_else(PoisonError::into_inner).push(what.to_string());
            before(what);
        }));
    });
}

/// Returns the panics that were recorded so far.
pub fn panics() -> Vec<String> {
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
