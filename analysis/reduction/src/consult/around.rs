//! The surroundings of a function while it is analysed.

use csieve_base::watch::Watch;
use csieve_lowering::{summary::Summaries, unit::TranslationUnit};

/// The code around a function, as far as the analysis of the function may know it, and the watch of the
/// analysis.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The translation unit of the function.
    pub unit: &'a TranslationUnit,
    /// The summaries of the functions that the function calls.
    pub summaries: &'a Summaries,
    /// The watch, which is told the questions to refuters and their answers.
    pub watch: &'a dyn Watch,
}
