//! Shared helpers of the end-to-end tests.
//!
//! Two generators write random C that is spelled twice, for the analysis and for a run: [`programs`] are files of functions that
//! call each other, run on random inputs; [`functions`] are small, stand alone, and are run on all inputs for which they
//! do anything.

pub mod functions;
pub mod lsp;
mod program;
pub mod programs;
pub mod random;
mod spelling;

use std::{path::Path, sync::Arc};

pub use program::{Ran, run};

use csieve::build::{BuildSettings, Builds, files::Files};

/// How files are compiled if nobody says anything.
pub fn builds() -> Builds {
    let base = Path::new(env!("CARGO_MANIFEST_DIR"));
    Builds::new(BuildSettings::default(), base, &Arc::<Files>::default(), |_| None)
}
