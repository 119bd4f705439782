//! The initialisers of a file's objects, made when a run first needs them.

use std::cell::{OnceCell, RefCell};

use rustc_hash::FxHashMap;

use csieve_base::library::Library;
use csieve_graph::Cfg;
use csieve_lowering::{lower::Initialiser, unit::TranslationUnit};

/// The largest number of objects whose initialisers are kept. Those of further objects count as unknown.
const MOST: usize = 512;

/// Initialisers of objects; `None` for an object without one that is understood.
pub(super) struct InitialiserCache {
    /// The places of the objects in `made`, by their names.
    places: RefCell<FxHashMap<String, usize>>,
    made: Vec<OnceCell<Option<Initialiser>>>,
}

impl InitialiserCache {
    pub(super) fn new() -> Self {
        Self { places: RefCell::default(), made: (0..MOST).map(|_| OnceCell::new()).collect() }
    }

    /// Returns the initialiser of an object of a file. `renamed` gives what its graph mentions other names.
    pub(super) fn get(
        &self,
        unit: &TranslationUnit,
        library: &Library,
        object: &str,
        renamed: impl Fn(&mut Cfg),
    ) -> Option<&Initialiser> {
        let make = || {
            let mut made = unit.initialiser(library, object)?;
            renamed(&mut made.graph);
            Some(made)
        };
        self.made.get(self.place(object))?.get_or_init(make).as_ref()
    }

    fn place(&self, object: &str) -> usize {
        let known = self.places.borrow().get(object).copied();
        known.unwrap_or_else(|| {
            let mut places = self.places.borrow_mut();
            let next = places.len();
            places.insert(object.to_owned(), next);
            next
        })
    }
}
