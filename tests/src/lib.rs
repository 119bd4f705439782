//! Shared helpers of the end-to-end tests.

pub mod lsp;
pub mod programs;

use std::{path::Path, sync::Arc};

use csieve::build::{BuildSettings, Builds, files::Files};

/// How files are compiled if nobody says anything.
pub fn builds() -> Builds {
    let base = Path::new(env!("CARGO_MANIFEST_DIR"));
    Builds::new(BuildSettings::default(), base, &Arc::<Files>::default(), |_| None)
}
