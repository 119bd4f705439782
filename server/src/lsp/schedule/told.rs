//! What an analysis round tells the owner of the documents.

use std::sync::Arc;

use csieve_analysis::{finding::FunctionReport, suppress::Suppressions, text::SourceText};

use crate::{
    lsp::snapshot::{Basis, Functions},
    project::Reading,
};

/// A text that was read.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// The analysed text.
    pub source: SourceText,
    /// The functions of the text, in source order.
    pub functions: Functions,
    /// Notes about how the text was read.
    pub reading: Arc<Reading>,
    /// The suppressions in the text.
    pub suppressions: Arc<Suppressions>,
}

/// A progress report from an analysis round. A cancelled analysis round sends no more reports.
#[derive(Debug)]
pub(crate) enum Progress {
    /// The functions of a long text of which most functions were never summarised, with the reports of those that somebody
    /// looks at. These are made before the others are summarised, so they may change.
    Early(Listed),
    /// The functions of the text, with the function reports that were in the cache, the translation unit of the text and its
    /// build; `None` if parsing the text failed. Nothing but [`Progress::Early`] comes before.
    Listed(Listed, Option<Basis>),
    /// The functions of a long text that somebody looks at have their reports.
    Seen,
    /// The report of a function that had no report in the cache. These come in any order.
    Analysed {
        /// The index of the function in the list that [`Progress::Listed`] has.
        index: usize,
        /// The report of the function.
        report: Arc<FunctionReport>,
    },
}
