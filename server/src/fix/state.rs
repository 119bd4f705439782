//! A version of a file with everything that a fix is tried against.

use std::sync::Arc;

use csieve_analysis::{
    summary::Summaries,
    unit::{TranslationUnit, UnitFunction},
};

use crate::project::{AnalysedFile, FunctionKey};

/// A text that was made into a translation unit.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The unit of the text.
    pub unit: Arc<TranslationUnit>,
    /// The unit that other functions know, in which functions that cannot be read are as they were.
    pub standing: Arc<TranslationUnit>,
}

/// A version of a file that was analysed completely.
#[derive(Debug)]
pub struct State {
    /// The text with its reports.
    pub file: AnalysedFile,
    /// The unit of the text.
    pub translated: Translated,
    /// What the functions of the file may know of each other and of others.
    pub summaries: Summaries,
    /// The keys of the reports, in the order of the functions.
    pub(super) keys: Vec<FunctionKey>,
}

impl State {
    /// Returns the place of a function among all of the file, by the offset at which it starts.
    pub(super) fn function_at(&self, base: u32) -> Option<(usize, &UnitFunction)> {
        let mut all = self.translated.unit.functions.iter().enumerate();
        all.find(|(_, function)| function.start == base)
    }

    /// Returns the key of the function that starts at an offset: what a fix in it depends on.
    pub fn key_at(&self, base: u32) -> Option<FunctionKey> {
        self.function_at(base).map(|(at, _)| self.keys[at])
    }
}
