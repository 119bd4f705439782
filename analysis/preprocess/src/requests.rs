//! The headers that a unit asked for.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::layered::Layered;

/// One question to [`Headers`](super::Headers) and its answer. Should the answer change, so may the unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// What stands between the quotes or brackets.
    pub name: Arc<str>,
    /// `<name>` instead of `"name"`.
    pub angled: bool,
    /// The search started behind the folder of `from`.
    pub next: bool,
    /// The path of the asking file.
    pub from: Arc<str>,
    /// The position in the search list of the folder in which `from` was found.
    pub folder: Option<u32>,
    /// The path of the file, if one was found.
    pub found: Option<Arc<str>>,
}

/// The questions of a unit, each once, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests {
    list: Layered<Request>,
    /// Copied only when a unit asks something that its prefix did not.
    known: Arc<FxHashSet<Request>>,
    /// Names without a file that have been reported.
    missing: Arc<FxHashSet<Arc<str>>>,
}

impl Requests {
    pub(crate) fn add(&mut self, request: Request) {
        if !self.known.contains(&request) {
            Arc::make_mut(&mut self.known).insert(request.clone());
            self.list.push(request);
        }
    }

    /// Whether a name is missing for the first time.
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
