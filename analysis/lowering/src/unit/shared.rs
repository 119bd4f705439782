//! What files that find the same headers share.

use std::{
    hash::{Hash, Hasher},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rustc_hash::{FxHashMap, FxHasher};

use csieve_frontend::translation::{FunctionText, HeaderDeclarations};
use csieve_preprocess::{BeginningId, Beginnings};

use super::{HeaderPlace, InlineFunction};
use crate::lower::{SharedRecords, UnitContext};

/// The beginnings that main files with the same flags share, and what the headers there declare. While it is in use, the
/// headers must not change.
#[derive(Debug, Default)]
pub struct SharedHeaders {
    beginnings: Beginnings,
    declarations: WhileRead<FxHashMap<BeginningId, Arc<HeaderDeclarations>>>,
    records: WhileRead<SharedRecords>,
    functions: WhileRead<SharedFunctions>,
}

/// The short functions of headers, by the hash of their texts.
type SharedFunctions = FxHashMap<u64, Vec<InlineFunction>>;

/// What files share for as long as files are read; nothing from then on.
#[derive(Debug)]
struct WhileRead<T>(Mutex<Option<T>>);

impl<T: Default> Default for WhileRead<T> {
    fn default() -> Self {
        Self(Mutex::new(Some(T::default())))
    }
}

impl<T> WhileRead<T> {
    /// Calls `go` with what is shared, and returns what it returns; `None` if files are no longer read.
    fn with<R>(&self, go: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.lock().as_mut().map(go)
    }

    /// Forgets what is shared: files are no longer read.
    fn close(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedHeaders {
    /// Forgets everything, and keeps nothing from now on: most files have been read.
    pub fn close(&self) {
        self.beginnings.close();
        self.declarations.close();
        self.records.close();
        self.functions.close();
    }

    pub(super) fn beginnings(&self) -> &Beginnings {
        &self.beginnings
    }

    /// Returns the declarations of the headers of a beginning, from `new` if no file has made them yet.
    pub(super) fn declarations(
        &self,
        of: Option<BeginningId>,
        new: impl FnOnce() -> HeaderDeclarations,
    ) -> Arc<HeaderDeclarations> {
        let Some(of) = of else { return Arc::new(new()) };
        if let Some(known) = self.declarations.with(|all| all.get(&of).map(Arc::clone)).flatten() {
            return known;
        }
        // Other files go on meanwhile.
        let new = Arc::new(new());
        self.declarations
            .with(|all| Arc::clone(all.entry(of).or_insert_with(|| Arc::clone(&new))))
            .unwrap_or(new)
    }

    /// Keeps the structures and unions of other files, instead of equal ones, in the context of a file.
    pub(super) fn share(&self, context: &mut UnitContext) {
        self.records.with(|records| context.share(records));
    }

    /// Returns a function of a header with its tree, made once for all files.
    pub(super) fn function(&self, text: FunctionText, place: HeaderPlace) -> InlineFunction {
        let mut hasher = FxHasher::default();
        (&text.text, &place).hash(&mut hasher);
        let key = hasher.finish();
        let known =
            |all: &mut SharedFunctions| all.get(&key)?.iter().find(|known| known.has(&text, &place)).cloned();
        if let Some(known) = self.functions.with(known).flatten() {
            return known;
        }
        // Other files go on meanwhile.
        let new = InlineFunction::of(text, place);
        self.functions.with(|all| all.entry(key).or_default().push(new.clone()));
        new
    }
}
