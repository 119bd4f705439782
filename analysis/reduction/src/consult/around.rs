//! The surroundings of a function while it is analysed.

use csieve_base::watch::Watch;
use csieve_lowering::{project::Surroundings, summary::Summaries, unit::TranslationUnit};

/// The code around a function, as far as the analysis of the function may know it, and the watch of the
/// analysis.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The translation unit of the function, and the files that are checked together with it.
    pub files: Surroundings<'a>,
    /// The summaries of the functions that the function calls.
    pub summaries: &'a Summaries,
    /// The watch, which is told the questions to refuters and their answers.
    pub watch: &'a dyn Watch,
}

impl<'a> Around<'a> {
    /// Returns the translation unit of the function.
    pub fn unit(&self) -> &'a TranslationUnit {
        self.files.unit()
    }
}
