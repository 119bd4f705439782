//! What surrounds a function while it is analysed.

use csieve_base::watch::Watch;
use csieve_lowering::{summary::Summaries, unit::TranslationUnit};

/// What the analysis of a function may know of the world around it.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Its unit.
    pub unit: &'a TranslationUnit,
    /// What the functions it calls do.
    pub summaries: &'a Summaries,
    /// Looks on.
    pub watch: &'a dyn Watch,
}
