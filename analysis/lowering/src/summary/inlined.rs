//! Inline functions of headers whose definition for the linker is known.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The inline functions that a checked file defines for the linker with the text of a header, for all files that are checked
/// together. Where a header says `inline` without `static`, a call may reach the body there or the definition of another
/// file (C11 6.7.4, paragraph 7). If that has the same text, it does not matter which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inlined(Option<Arc<BTreeMap<Arc<str>, u64>>>);

impl Inlined {
    /// Nothing is known.
    pub const NONE: Self = Self(None);

    /// Returns those of files that define these functions with a text of their own, and these with the text of a header, given
    /// with its hash.
    pub fn by<'a>(
        own: impl Iterator<Item = &'a Arc<str>>,
        of_headers: impl Iterator<Item = (&'a Arc<str>, u64)>,
    ) -> Self {
        let own: BTreeSet<&Arc<str>> = own.collect();
        // `None` for a name with several texts.
        let mut texts: BTreeMap<&Arc<str>, Option<u64>> = BTreeMap::new();
        for (name, hash) in of_headers.filter(|(name, _)| !own.contains(name)) {
            let text = texts.entry(name).or_insert(Some(hash));
            *text = text.filter(|known| *known == hash);
        }
        let known: BTreeMap<_, _> =
            texts.into_iter().filter_map(|(name, text)| Some((Arc::clone(name), text?))).collect();
        Self((!known.is_empty()).then(|| Arc::new(known)))
    }

    /// Returns the hash of the text of a function's definition for the linker.
    pub fn text(&self, name: &str) -> Option<u64> {
        self.0.as_ref()?.get(name).copied()
    }
}
