//! Shared helpers of the end-to-end tests.

pub mod functions;
pub mod lsp;
mod program;
pub mod programs;
mod random;
mod spelling;

use std::{path::Path, sync::Arc};

pub use program::{Ran, run};

use csieve::build::{BuildSettings, Builds, files::Files};

/// How files are compiled if nobody says anything.
pub fn builds() -> Builds {
    let base = Path::new(env!("CARGO_MANIFEST_DIR"));
    Builds::new(BuildSettings::default(), base, &Arc::<Files>::default(), |_| None)
}
