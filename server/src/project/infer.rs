//! What the callers of functions say of them.

use std::{path::PathBuf, sync::Arc};

use csieve_analysis::{
    habits::{AllUses, Habit, Uses},
    options::Options,
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::{Prepared, ReadError};
use crate::build::Builds;

/// What the callers of a function do with its results.
#[derive(Debug)]
pub struct Inferred {
    /// The name of the function.
    pub function: String,
    /// The counts in all files.
    pub uses: Uses,
    /// What follows from them.
    pub habit: Habit,
    /// Whether one of the files has the body of the function.
    pub has_body: bool,
}

/// Returns what the callers in files do with the results of functions that no library table describes, in the order of
/// their names, and what is known of the functions that release these results: whether a file has their bodies.
///
/// # Errors
/// The path of a file that cannot be read, with the reason.
pub fn infer(
    paths: &[PathBuf],
    builds: &Builds,
    options: &Options,
) -> Result<Vec<Inferred>, (PathBuf, ReadError)> {
    let builds = Arc::new(builds.clone());
    // Nothing but the outlines is needed.
    let outline = |path: &PathBuf| Prepared::read(path, &builds, None).map(|file| file.file.outline);
    let outlines: Vec<_> = paths.par_iter().map(outline).collect();
    let outlines = outlines.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut all = AllUses::default();
    for (callee, uses) in outlines.iter().flat_map(|outline| &outline.uses.shared) {
        all.add(callee, uses);
    }
    let functions = outlines.iter().flat_map(|outline| &outline.functions);
    let with_body: FxHashSet<&str> = functions.map(|function| &*function.name).collect();
    let library = &options.library;
    let is_known = |name: &str| library.function(name).is_some() || library.is_opaque(name);
    let found = all.sorted().into_iter().filter(|(name, _)| !is_known(name));
    let found = found.filter_map(|(name, uses)| {
        let habit = Habit::of(uses)?;
        let (function, uses, has_body) = (name.to_owned(), uses.clone(), with_body.contains(name));
        Some(Inferred { function, uses, habit, has_body })
    });
    Ok(found.collect())
}
