//! The initialisers of a file's objects, made when a run first needs them.

use std::cell::OnceCell;

use csieve_base::library::Library;
use csieve_graph::Cfg;
use csieve_lowering::{lower::Initialiser, unit::TranslationUnit};

/// The largest number of objects whose initialisers are kept. Those of further objects count as unknown.
const MOST: usize = 512;

/// Initialisers by the names of their objects; `None` for an object without one that is understood.
pub(super) struct InitialiserCache(Vec<OnceCell<(String, Option<Initialiser>)>>);

impl InitialiserCache {
    pub(super) fn new() -> Self {
        Self((0..MOST).map(|_| OnceCell::new()).collect())
    }

    /// Returns the initialiser of an object of a file. `renamed` gives what its graph mentions other names.
    pub(super) fn get(
        &self,
        unit: &TranslationUnit,
        library: &Library,
        object: &str,
        renamed: impl Fn(&mut Cfg),
    ) -> Option<&Initialiser> {
        for cell in &self.0 {
            let make = || {
                let mut made = unit.initialiser(library, object);
                if let Some(made) = &mut made {
                    renamed(&mut made.graph);
                }
                (object.to_owned(), made)
            };
            let (name, known) = cell.get_or_init(make);
            if name == object {
                return known.as_ref();
            }
        }
        None
    }
}
