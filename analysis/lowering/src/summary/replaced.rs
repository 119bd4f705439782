//! Library functions in whose place a program has functions of its own.

use std::{collections::BTreeSet, sync::Arc};

use csieve_base::library::Library;

use super::{Inlined, Summaries};

/// The functions of C libraries that give the place of `errno`.
pub(crate) const ERRNO: [&str; 5] = ["__errno_location", "__error", "___errno", "_errno", "__errno"];

/// The names of library functions that files define themselves, for all files that are checked together: kernels, C
/// libraries and programs without a C library define `putchar`, `usleep` and `close`. The table says nothing of these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replaced(Option<Arc<BTreeSet<Arc<str>>>>);

impl Replaced {
    /// No function is replaced.
    pub const NONE: Self = Self(None);

    /// Returns the library functions among the functions that files define for other files.
    pub fn by<'a>(exported: impl Iterator<Item = &'a Arc<str>>) -> Self {
        let library = Library::built_in();
        let is_known =
            |name: &str| library.function(name).is_some() || library.is_opaque(name) || ERRNO.contains(&name);
        let names: BTreeSet<_> = exported.filter(|name| is_known(name)).cloned().collect();
        Self((!names.is_empty()).then(|| Arc::new(names)))
    }

    /// Returns whether a file defines the library function with a name.
    pub fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_some_and(|names| names.contains(name))
    }

    /// Returns whether a file defines the function that gives the place of `errno`.
    pub fn has_errno(&self) -> bool {
        ERRNO.iter().any(|name| self.has(name))
    }

    /// Returns the names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|names| names.iter().map(|name| &**name))
    }
}

impl Summaries {
    /// Returns no summaries, but what is known of functions that are [`Replaced`] and [`Inlined`].
    pub fn knowing(replaced: Replaced, inlined: Inlined) -> Self {
        Self { replaced, inlined, ..Self::default() }
    }

    /// Returns no summaries, but what these know of functions that are [`Replaced`] and [`Inlined`].
    #[must_use]
    pub fn without_any(&self) -> Self {
        Self::knowing(self.replaced.clone(), self.inlined.clone())
    }

    /// Returns the inline functions whose definition for the linker is known.
    pub fn inlined(&self) -> &Inlined {
        &self.inlined
    }

    /// Returns the library functions that some file defines.
    pub fn replaced(&self) -> &Replaced {
        &self.replaced
    }
}
