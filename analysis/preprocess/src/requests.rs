//! The headers that a unit asked for.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::layered::Layered;

/// A request to [`Headers`](super::Headers) with its answer. If the answer changes, the unit may change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The name between the quotes or angle brackets.
    pub name: Arc<str>,
    /// Whether the name is written as `<name>` instead of `"name"`.
    pub angled: bool,
    /// Whether the search starts behind the folder of `from` (`#include_next`).
    pub next: bool,
    /// The path of the file that asks.
    pub from: Arc<str>,
    /// The position in the search list of the folder that contains `from`.
    pub folder: Option<u32>,
    /// The path of the file that was found, if any.
    pub found: Option<Arc<str>>,
}

/// The requests of a unit without repetitions, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests {
    list: Layered<Request>,
    /// All requests, for look-up. The set is copied only when a unit makes a request that its prefix did not
    /// make.
    known: Arc<FxHashSet<Request>>,
    /// The names of missing headers that have been reported.
    missing: Arc<FxHashSet<Arc<str>>>,
}

impl Requests {
    pub(crate) fn add(&mut self, request: Request) {
        if !self.known.contains(&request) {
            Arc::make_mut(&mut self.known).insert(request.clone());
            self.list.push(request);
        }
    }

    /// Returns whether a missing header is reported for the first time under this name, and remembers the
    /// name.
    pub(crate) fn first_miss(&mut self, name: &str) -> bool {
        !self.missing.contains(name) && Arc::make_mut(&mut self.missing).insert(name.into())
    }

    pub(crate) fn list(&self) -> &Layered<Request> {
        &self.list
    }

    pub(crate) fn freeze(&mut self) {
        self.list.freeze();
    }
}
