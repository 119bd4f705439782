//! The headers that a unit asked for.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use rustc_hash::FxHashSet;

use super::layered::Layered;

/// A request to [`Headers`](super::Headers) with its answer. If the answer changes, the tokens of the unit
/// may change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Request {
    /// The name between the quotes or angle brackets.
    pub name: Arc<str>,
    /// Whether the name is written as `<name>` instead of `"name"`.
    pub angled: bool,
    /// Whether the search starts after the folder, in the search list, that contains `from`
    /// (`#include_next`).
    pub next: bool,
    /// The path of the file whose directive asks for the header.
    pub from: Arc<str>,
    /// The index in the search list of the folder that contains `from`. `None` if it was not found in a
    /// folder of that list.
    pub folder: Option<u32>,
    /// The path of the file that was found. `None` if no file was found.
    pub found: Option<Arc<str>>,
}

/// The requests of a unit without repetitions, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests {
    list: Layered<Request>,
    /// All requests in `list`, as a set. It is copied only when a unit makes a request that its prefix did
    /// not make.
    known: Arc<FxHashSet<Request>>,
    /// The names of the missing headers that notes have reported.
    missing: Arc<FxHashSet<Arc<str>>>,
}

impl Requests {
    pub(crate) fn add(&mut self, request: Request) {
        if !self.known.contains(&request) {
            Arc::make_mut(&mut self.known).insert(request.clone());
            self.list.push(request);
        }
    }

    /// Returns whether no missing header was reported under this name before, and remembers the name.
    pub(crate) fn first_miss(&mut self, name: &str) -> bool {
        !self.missing.contains(name) && Arc::make_mut(&mut self.missing).insert(name.into())
    }

    pub(crate) fn thaw(&mut self) {
        self.list.thaw();
    }

    pub(crate) fn list(&self) -> &Layered<Request> {
        &self.list
    }

    /// Makes the requests of the file `before` requests of the file `now`.
    pub(crate) fn come_from(&mut self, before: &str, now: &Arc<str>) {
        self.list.thaw();
        let known = Arc::make_mut(&mut self.known);
        for request in self.list.own().iter_mut().filter(|request| &*request.from == before) {
            known.remove(request);
            request.from = Arc::clone(now);
            known.insert(request.clone());
        }
    }

    pub(crate) fn freeze(&mut self) {
        self.list.freeze();
    }
}
