//! What files that find the same headers share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use csieve_frontend::translation::HeaderDeclarations;
use csieve_preprocess::{BeginningId, Beginnings};

use crate::lower::{SharedRecords, UnitContext};

/// The beginnings that main files with the same flags share, and what the headers there declare. While it is in use, the
/// headers must not change.
#[derive(Debug, Default)]
pub struct SharedHeaders {
    beginnings: Beginnings,
    declarations: Mutex<FxHashMap<BeginningId, Arc<HeaderDeclarations>>>,
    records: Mutex<SharedRecords>,
}

impl SharedHeaders {
    /// Forgets everything, and keeps nothing from now on: most files have been read.
    pub fn close(&self) {
        self.beginnings.close();
        self.known().clear();
        self.records().close();
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
        if let Some(known) = self.known().get(&of) {
            return Arc::clone(known);
        }
        // Other files go on meanwhile.
        let new = Arc::new(new());
        Arc::clone(self.known().entry(of).or_insert(new))
    }

    /// Keeps the structures and unions of other files, instead of equal ones, in the context of a file.
    pub(super) fn share(&self, context: &mut UnitContext) {
        context.share(&mut self.records());
    }

    fn records(&self) -> MutexGuard<'_, SharedRecords> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<BeginningId, Arc<HeaderDeclarations>>> {
        self.declarations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
