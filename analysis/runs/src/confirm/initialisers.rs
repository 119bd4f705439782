//! The initialisers of a file's objects, made when a run first needs them.

use std::cell::{OnceCell, RefCell};

use rustc_hash::FxHashMap;

use csieve_base::library::Library;
use csieve_graph::Cfg;
use csieve_lowering::{lower::Initialiser, unit::TranslationUnit};
use csieve_machine::{FirstValues, Kept};

/// The largest number of objects whose initialisers are kept. Those of further objects count as unknown.
const MOST: usize = 512;

/// The number of objects whose initialisers form a block: runs need few of them.
const BLOCK: usize = 16;

/// The initialiser of an object, with what runs keep of it for each other.
pub struct MadeInitialiser {
    initialiser: Initialiser,
    kept: Kept,
}

impl MadeInitialiser {
    /// Returns whether the object is constant, so that it always holds its first values.
    pub fn is_constant(&self) -> bool {
        self.initialiser.is_constant
    }

    /// Returns the first values of the object as the machine takes them.
    pub fn first_values(&self) -> FirstValues<'_> {
        FirstValues { graph: &self.initialiser.graph, kept: &self.kept }
    }
}

/// A block of initialisers; `None` for an object without one that is understood.
type Block = [OnceCell<Option<Box<MadeInitialiser>>>; BLOCK];

/// Initialisers of objects.
pub(super) struct InitialiserCache {
    /// The places of the objects in `made`, by their names.
    places: RefCell<FxHashMap<String, usize>>,
    made: [OnceCell<Box<Block>>; MOST / BLOCK],
}

impl InitialiserCache {
    pub(super) fn new() -> Self {
        Self { places: RefCell::default(), made: [const { OnceCell::new() }; MOST / BLOCK] }
    }

    /// Returns the initialiser of an object of a file. `renamed` gives what its graph mentions other names.
    pub(super) fn get(
        &self,
        unit: &TranslationUnit,
        library: &Library,
        object: &str,
        renamed: impl Fn(&mut Cfg),
    ) -> Option<&MadeInitialiser> {
        let make = || {
            let mut initialiser = unit.initialiser(library, object)?;
            renamed(&mut initialiser.graph);
            Some(Box::new(MadeInitialiser { initialiser, kept: Kept::default() }))
        };
        let place = self.place(object);
        let block = self.made.get(place / BLOCK)?.get_or_init(Box::default);
        block[place % BLOCK].get_or_init(make).as_deref()
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
