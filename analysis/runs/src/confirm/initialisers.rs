//! The initialisers of a file's objects, made when a run first needs them.

use std::cell::OnceCell;

use csieve_base::library::Library;
use csieve_lowering::{lower::Initialiser, unit::TranslationUnit};

/// The largest number of objects whose initialisers are kept. Those of further objects count as unknown.
const MOST: usize = 512;

/// Initialisers by the names of their objects; `None` for an object without one that is understood.
pub(super) struct InitialiserCache(Vec<OnceCell<(String, Option<Initialiser>)>>);

impl InitialiserCache {
    pub(super) fn new() -> Self {
        Self((0..MOST).map(|_| OnceCell::new()).collect())
    }

    /// Returns the initialiser of an object of a file.
    pub(super) fn get(
        &self,
        unit: &TranslationUnit,
        library: &Library,
        object: &str,
    ) -> Option<&Initialiser> {
        for cell in &self.0 {
            let (name, known) = cell.get_or_init(|| (object.to_owned(), unit.initialiser(library, object)));
            if name == object {
                return known.as_ref();
            }
        }
        None
    }
}
